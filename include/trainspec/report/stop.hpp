#pragma once
#include <cstddef>
#include <string_view>

#include "../schema/sentence.hpp"
#include "report.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// A piece of a sentence as a function argument. clang prints a char array as text only up to its first zero, so the
/// piece is filled with blanks and ends in one zero.
struct piece {
  char s[31]{};
};
constexpr piece cut(std::string_view t, std::size_t from) {
  piece p;
  for (std::size_t i = 0; i < 30; ++i) p.s[i] = from + i < t.size() ? t[from + i] : ' ';
  return p;
}
void the_job_breaks_a_rule();
template <class... Piece>
constexpr void broken(Piece... pieces) {
  if ((pieces.s[0] | ...)) the_job_breaks_a_rule();  // not constexpr: clang prints the call of broken() with its pieces
}
template <std::size_t N>
constexpr int print_line(std::string_view t) {
  char line[N + 1]{};
  for (std::size_t i = 0; i < N; ++i) line[i] = i < t.size() ? t[i] : ' ';
  const char* nothing = nullptr;
  return __builtin_strcmp(line, nothing);  // g++ prints the arguments of a builtin that it cannot evaluate
}
}  // namespace detail

/// Ends a constant evaluation with a compile error that shows a sentence, up to 300 characters of it.
constexpr void stop_with(std::string_view t) {
  using detail::cut;
#ifdef __clang__
  if (t.size() > 180)
    detail::broken(cut(t, 0), cut(t, 30), cut(t, 60), cut(t, 90), cut(t, 120), cut(t, 150), cut(t, 180), cut(t, 210), cut(t, 240),
                   cut(t, 270));
  else if (t.size() > 90)
    detail::broken(cut(t, 0), cut(t, 30), cut(t, 60), cut(t, 90), cut(t, 120), cut(t, 150));
  else
    detail::broken(cut(t, 0), cut(t, 30), cut(t, 60));
#else
  if (t.size() > 180)
    detail::print_line<300>(t);
  else if (t.size() > 90)
    detail::print_line<180>(t);
  else
    detail::print_line<90>(t);
#endif
}

/// The first error of a report as one line: "TS2103: training.seq_len = 4000 is not ... (and 2 more)".
constexpr text first_line(const report& r) {
  const issue* first = r.first_error();
  if (!first) return {};
  sentence s;
  s << first->code << ": " << first->message;
  if (!first->hint.empty()) s << "; " << first->hint;
  if (r.errors() > 1) s << " (and " << r.errors() - 1 << " more)";
  return text::copy(s.view());
}

}  // namespace trainspec::inline v0
