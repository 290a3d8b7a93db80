// Patterns of parameter groups: what Python's re finds, refuses, and what is left to it.
#include <doctest/doctest.h>

#include <string>

#include <trainspec/model/regex.hpp>

using namespace trainspec;

namespace {
struct search {
  const char* pattern = "";
  const char* name = "";
  bool found = false;
};
// each answer is that of Python 3.11
const search searches[] = {
    {"", "", true},
    {"norm", "layers.0.attention_norm.weight", true},
    {"^norm", "layers.0.attention_norm.weight", false},
    {"^norm\\.weight$", "norm.weight", true},
    {"(?:tok_embeddings|lm_head)\\.", "lm_head.weight", true},
    {"(tok|lm)_[a-z]+", "lm_head.weight", true},
    {"layers\\.1[0-9]\\.", "layers.15.attention.wo.weight", true},
    {"layers\\.1[0-9]\\.", "layers.1.attention.wo.weight", false},
    {"layers\\.(?P<n>\\d+)\\.moe", "layers.7.moe.router.gate.weight", true},
    {"w[^13]\\.weight", "layers.0.feed_forward.w2.weight", true},
    {"w[^13]\\.weight", "layers.0.feed_forward.w1.weight", false},
    {"\\bwo\\b", "layers.0.attention.wo.weight", true},
    {"\\bw\\b", "layers.0.attention.wo.weight", false},
    {"\\Bo\\b", "layers.0.attention.wo.weight", true},
    {"^(a|b){2,3}$", "abab", false},
    {"^(a|b){2,3}$", "aba", true},
    {"^(a|b){2,3}$", "a", false},
    {"^a{0}b$", "b", true},
    {"^a{,2}b$", "aab", true},
    {"^a{,2}b$", "aaab", false},
    {"a{x}", "a{x}", true},
    {"^a{2,}$", "aaaa", true},
    {"^a{2,}$", "a", false},
    {"^(ab*?)+?c$", "abbabc", true},
    {"^[]a]+$", "]a]", true},
    {"^[a-]+$", "a-", true},
    {"\\w\\.\\W?\\d", "a.1", true},
    {"(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", false},
};
struct wrong {
  const char* pattern = "";
  const char* why = "";
};
const wrong wrongs[] = {
    {"*.weight", "nothing to repeat"},
    {"a|*", "nothing to repeat"},
    {"a**", "multiple repeat"},
    {"(norm", "missing ), unterminated subpattern"},
    {"norm)", "unbalanced parenthesis"},
    {"[0-9", "unterminated character set"},
    {"[9-0]", "bad character range"},
    {"\\", "bad escape (end of pattern)"},
    {"\\y", "bad escape"},
    {"a{3,2}", "min repeat greater than max repeat"},
};
}  // namespace

TEST_CASE("a pattern is found where Python finds it") {
  for (const search& s : searches) {
    CAPTURE(s.pattern);
    CAPTURE(s.name);
    const regex r(s.pattern);
    REQUIRE((r.judged() == regex::verdict::good));
    CHECK(r.found_in(s.name) == s.found);
  }
}

TEST_CASE("a pattern that Python refuses is refused in its words") {
  for (const wrong& w : wrongs) {
    CAPTURE(w.pattern);
    const regex r(w.pattern);
    CHECK((r.judged() == regex::verdict::wrong));
    CHECK(std::string(r.problem()) == w.why);
  }
}

TEST_CASE("a pattern beyond the subset is not judged") {
  for (const char* pattern : {"(?=a)", "(?<!a)b", "(?i)norm", "(a)\\1", "a*+", "^*", "\\x41", "\u00e4", "(a{1000}){1000}"}) {
    CAPTURE(pattern);
    CHECK((regex(pattern).judged() == regex::verdict::not_judged));
  }
  CHECK((regex(std::string(1000, '(')).judged() == regex::verdict::not_judged));
}

static_assert(regex("layers\\.(0|1[0-9])\\.attention").found_in("layers.15.attention.wo"));
static_assert(regex("*.wo").judged() == regex::verdict::wrong);
