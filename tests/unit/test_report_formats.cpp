#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include <trainspec/report/replacement.hpp>
#include <trainspec/report/write_github.hpp>
#include <trainspec/report/write_junit.hpp>
#include <trainspec/report/write_sarif.hpp>
#include <trainspec/text/check_file.hpp>

using namespace trainspec;

namespace {
report checked(std::string_view text, std::string_view name = "job.toml") { return check_string(text, name).problems; }
/// The text with the fix of its only issue applied; empty where the fix is no replacement.
std::string mended(const std::string& text, std::string_view name = "job.toml") {
  const report r = checked(text, name);
  REQUIRE(r.issues.size() == 1);
  const std::optional<replacement> fix = replacement_of(r, r.issues[0]);
  if (!fix) return {};
  std::string out;
  std::uint32_t number = 1;
  for (std::size_t from = 0; from < text.size(); ++number) {
    const std::size_t end = text.find('\n', from);
    std::string line = text.substr(from, end - from);
    if (number == fix->at.line) {
      const std::size_t first = column_offset(line, fix->at.column);
      line.replace(first, column_offset(line, fix->at.end_column) - first, fix->text);
    }
    out += line + "\n";
    from = end + 1;
  }
  return out;
}
const std::string moe = "[model]\nbackend = \"nki_moe\"\nflavor = \"30B-A3B\"\n[machine]\ninstance = \"trn2.48xlarge\"\n[training]\n";
bool has(const std::string& s, std::string_view part) { return s.find(part) != s.npos; }
}  // namespace

TEST_CASE("a fix of a value or of a misspelt key is a replacement that mends the file") {
  CHECK(mended(moe + "seq_len = 4000  # long\n") == moe + "seq_len = 4096  # long\n");
  CHECK(mended("model.flavor = \"4B\"\ntraining.seqlen = 4096\n").empty());  // the place of a dotted key holds more than its last name
  CHECK(mended("[model]\nflavor = \"4B\"\n[training]\nseqlen = 4096\n") == "[model]\nflavor = \"4B\"\n[training]\nseq_len = 4096\n");
  CHECK(mended("{\"model\": {\"flavor\": \"4B\"},\n\"training\": {\"seqlen\": 4096}}\n", "job.json") ==
        "{\"model\": {\"flavor\": \"4B\"},\n\"training\": {\"seq_len\": 4096}}\n");
  CHECK(mended("[job]\nname = \"\xC3\xA9\"\n[model]\nflavor = \"4B\"\n[debug]\nseed = \"42\"\n") ==
        "[job]\nname = \"\xC3\xA9\"\n[model]\nflavor = \"4B\"\n[debug]\nseed = 42\n");
}

TEST_CASE("a fix that moves a line, adds one or is for another place is no replacement") {
  CHECK(mended("[model]\nflavor = \"4B\"\n[training]\nlr = 1e-4\n").empty());
  CHECK(mended("[optimizer]\neps = 1e-8\n[model]\nflavor = \"4B\"\n[training]\nlr = 1e-4\n").empty());
  CHECK(mended("[job]\nexperiment_name = \"a\"\n[model]\nflavor = \"4B\"\n").empty());
  const std::vector<std::string> settings{"training.seq_len=4000"};
  const report r = check_string(moe, "job.toml", {.settings = settings}).problems;
  REQUIRE(r.issues.size() == 1);
  CHECK(!r.issues[0].fix.empty());
  CHECK(!replacement_of(r, r.issues[0]));
}

TEST_CASE("SARIF has rules, results with regions in code points, related places and fixes") {
  const std::string s = to_sarif(checked(moe + "seq_len = 4000\n"));
  for (const char* part :
       {"\"version\": \"2.1.0\"", "\"columnKind\": \"unicodeCodePoints\"", "\"executionSuccessful\": true",
        "\"rules\": [\n {\"id\": \"TS2103\", \"shortDescription\": {\"text\": ", "\"help\": {\"text\": \"why: each logical core",
        "\"ruleId\": \"TS2103\", \"ruleIndex\": 0, \"level\": \"error\"",
        "\"region\": {\"startLine\": 7, \"startColumn\": 11, \"endColumn\": 15}", "\"fullyQualifiedName\": \"training.seq_len\"",
        "\"message\": {\"text\": \"machine.lnc = 2 (preset trn2.48xlarge)\"}", "\"insertedContent\": {\"text\": \"4096\"}"}) {
    CAPTURE(part);
    CHECK(has(s, part));
  }
}

TEST_CASE("SARIF names a rule once, and files by URI; what cannot be opened comes along") {
  const std::string s = to_sarif(checked("[training]\na = 1\nb = 2\n", "jobs of/\xC3\xA9.toml"));
  CHECK(has(s, "\"uri\": \"jobs%20of/%C3%A9.toml\", \"index\": 0"));
  const std::size_t first = s.find("\"id\": \"TS1101\"");
  REQUIRE(first != s.npos);
  CHECK(s.find("\"id\": \"TS1101\"", first + 1) == s.npos);
  CHECK(has(to_sarif(checked("a = 1\n", "/abs/job.toml")), "\"uri\": \"file:///abs/job.toml\""));
  CHECK(has(to_sarif(checked("a = 1\n", "<stdin>")), "{\"location\": {\"uri\": \"%3Cstdin%3E\"}, \"contents\": {\"text\": \"a = 1\\n\"}}"));
}

TEST_CASE("SARIF of a good job is a run without results") {
  const std::string s = to_sarif(checked("[model]\nflavor = \"4B\"\n"));
  CHECK(has(s, "\"results\": []"));
  CHECK(has(s, "\"rules\": []"));
}

TEST_CASE("JUnit has a suite a file, a failed test an error, and one passed test for a good file") {
  std::vector<file_report> files{{"good.toml", checked("[model]\nflavor = \"4B\"\n", "good.toml")},
                                 {"bad.toml", checked("[model]\nflavor = \"4B\"\n[training]\nsteps = 0\nseqlen = 1\n", "bad.toml")},
                                 {"none.toml", check_file("tests/cases/there_is_none.toml").problems}};
  const std::string s = to_junit(files);
  CHECK(has(s, "<testsuites name=\"trainspec\" tests=\"4\" failures=\"2\" errors=\"1\">"));
  CHECK(has(
      s, "<testsuite name=\"good.toml\" tests=\"1\" failures=\"0\" errors=\"0\">\n    <testcase classname=\"good.toml\" name=\"check\"/>"));
  CHECK(has(s, "<testcase classname=\"bad.toml\" name=\"TS1301 training.steps\" file=\"bad.toml\" line=\"4\">"));
  CHECK(has(s, "<failure type=\"TS1301\" message=\"training.steps = 0"));
  CHECK(has(s, "steps = 0\n"));  // the picture
  CHECK(has(s, "<error type=\"TS1007\""));
}

TEST_CASE("in JUnit a warning is output, and with deny_warnings a failure") {
  const std::vector<file_report> files{{"job.toml", checked("[model]\nflavor = \"4B\"\n[model.rope_scaling]\nfactor = 2.0\n")}};
  CHECK(has(to_junit(files), "failures=\"0\""));
  CHECK(has(to_junit(files), "<system-out>warning[TS2105]"));
  CHECK(has(to_junit(files, {.deny_warnings = true}), "<failure type=\"TS2105\""));
}

TEST_CASE("JUnit holds no character that XML has not") {
  report r;
  issue i;
  i.code = "X1";
  i.message = "a < b & \"c\" \x01\x1B \xFF \xEF\xBF\xBE \xC3\xA9";
  r.issues.push_back(i);
  const std::string s = to_junit(std::vector<file_report>{{"<a&b>.toml", r}});
  CHECK(has(s, "message=\"a &lt; b &amp; &quot;c&quot; ?? ? ? \xC3\xA9\""));
  CHECK(has(s, "<testsuite name=\"&lt;a&amp;b&gt;.toml\""));
}

TEST_CASE("a workflow command names the place, and cannot be broken out of") {
  const std::string s = to_github(checked(moe + "seq_len = 4000\n"));
  CHECK(s.starts_with("::error file=job.toml,line=7,endLine=7,col=11,endColumn=15,title=TS2103%3A "));
  CHECK(has(s, "::training.seq_len = 4000 is not a multiple of 256"));
  CHECK(has(s, "%0Afix: seq_len = 4096\n"));

  report r;
  issue i;
  i.code = "X1";
  i.severity = severity::note;
  i.message = "100% of\n::error::this\r";
  i.at = {text("a,b:c%.toml"), 1, 2, 3};
  r.issues.push_back(i);
  CHECK(to_github(r) == "::notice file=a%2Cb%3Ac%25.toml,line=1,endLine=1,col=2,endColumn=3,title=X1%3A ::100%25 of%0A::error::this%0D\n");
}

TEST_CASE("an annotation of what is no file names none") {
  const std::string s = to_github(checked("a = 1\n", "<stdin>"));
  CHECK(s.starts_with("::error title=TS1101"));
}

TEST_CASE("reports of several files become one, with a target only if it is theirs all") {
  const report one = checked("[model]\nflavor = \"4B\"\n", "a.toml"), two = checked(moe + "seq_len = 4000\n", "b.toml");
  const std::vector<file_report> files{{"a.toml", one}, {"b.toml", two}};
  const report all = merge_reports(files);
  CHECK(all.target.empty());
  CHECK(all.files.size() == 2);
  CHECK(all.issues.size() == one.issues.size() + two.issues.size());
  CHECK(merge_reports(std::vector<file_report>{files[1], files[1]}).files.size() == 1);
}
