#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "trainspec/schema/rows.hpp"

namespace trainspec::testing {

/// Makes described values at random from their rows: within ranges and choices, with awkward strings, with lists of every
/// length, and with optionals present and absent. The same seed gives the same values.
class random_values {
 public:
  explicit random_values(std::uint64_t seed) : engine_(seed) {}

  template <described J>
  J make() {
    J value{};
    fill(rows_of<J>(), &value);
    return value;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return n == 0 ? 0 : engine_() % n; }
  bool chance(int percent) { return static_cast<int>(below(100)) < percent; }

  /// Mostly short lists: full ones show nothing more and take their time.
  std::uint64_t length(std::size_t capacity) {
    const std::uint64_t most = capacity == 0 ? 5 : capacity;
    return chance(5) ? most : below(most < 4 ? most + 1 : 4);
  }

  static node scalar(node::kind k) {
    node n;
    n.is = k;
    return n;
  }
  node integer(const facts& f) {
    node n = scalar(node::kind::integer);
    const double low = f.has_min() ? f.min : f.has_above() ? f.above + 1 : -9e18, high = f.has_max() ? f.max : 9e18;
    const auto from = static_cast<std::int64_t>(low), to = static_cast<std::int64_t>(high);
    const std::uint64_t span = static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from) + 1;
    const std::uint64_t step = chance(50) ? below(span < 5000 ? span : 5000) : below(span);
    n.integer = static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + step);
    return n;
  }
  static bool fits(const facts& f, double d) {
    return !std::isnan(d) && !(f.has_min() && d < f.min) && !(f.has_max() && d > f.max) && !(f.has_above() && !(d > f.above));
  }
  node number(const facts& f) {
    node n = scalar(node::kind::number);
    do {
      switch (below(4)) {
        case 0: n.number = std::bit_cast<double>(engine_()); break;
        case 1: n.number = static_cast<double>(below(1000)); break;
        case 2: n.number = -static_cast<double>(below(1000)) / 7; break;
        default: n.number = static_cast<double>(engine_()) / 18446744073709551616.0; break;
      }
    } while (!fits(f, n.number) || std::isinf(n.number));
    return n;
  }
  std::string awkward() {
    static constexpr std::string_view parts[] = {"a",
                                                 "0",
                                                 " ",
                                                 "\"",
                                                 "\\",
                                                 "'",
                                                 "\n",
                                                 "\r\n",
                                                 "\t",
                                                 std::string_view("\0", 1),
                                                 "\x01",
                                                 "\x1f",
                                                 "\x7f",
                                                 "$",
                                                 "${HOME}",
                                                 "$$",
                                                 "#",
                                                 "=",
                                                 "[",
                                                 "]",
                                                 "{",
                                                 "}",
                                                 ".",
                                                 ",",
                                                 "\"\"\"",
                                                 "'''",
                                                 "\xC3\xA9",
                                                 "\xE2\x82\xAC",
                                                 "\xF0\x9F\x98\x80",
                                                 "\xEF\xBB\xBF",
                                                 "\xC2\x85",
                                                 "true",
                                                 "nan",
                                                 "\\u0041",
                                                 "/",
                                                 "./",
                                                 "-",
                                                 "\xEF\xBF\xBD",
                                                 "\xE2\x80\xA8"};
    std::string s;
    for (std::uint64_t n = below(8); n > 0; --n) s += parts[below(std::size(parts))];
    return s;
  }
  node string(const facts& f) {
    node n = scalar(node::kind::string);
    if (f.choices.empty()) {
      n.string = awkward();
      return n;
    }
    std::vector<std::string_view> choices;
    for_each_choice(f.choices, [&](std::string_view c) { choices.push_back(c); });
    n.string = choices[below(choices.size())];
    return n;
  }
  node element(field_kind k, const facts& f) {
    switch (k) {
      case field_kind::integer:
      case field_kind::integers: return integer(f);
      case field_kind::number:
      case field_kind::numbers: return number(f);
      case field_kind::boolean: {
        node n = scalar(node::kind::boolean);
        n.boolean = chance(50);
        return n;
      }
      default: return string(f);
    }
  }
  node keywords(std::size_t capacity) {
    node n = scalar(node::kind::table);
    constexpr field_kind kinds[] = {field_kind::integer, field_kind::number, field_kind::boolean, field_kind::string};
    for (std::uint64_t count = length(capacity); count > 0; --count) {
      const std::string name = awkward();
      if (n.find(name) == nullptr) n.entries.emplace_back(name, element(kinds[below(4)], {}));
    }
    return n;
  }
  void fill(const std::vector<row>& rows, void* object) {
    for (const row& r : rows) {
      if (chance(40)) continue;
      void* const member = r.member(object);
      if (r.kind == field_kind::tables) {
        r.elements.clear(member);
        for (std::uint64_t n = length(r.capacity); n > 0; --n)
          if (void* made = r.elements.append(member)) fill(r.elements.rows(), made);
        continue;
      }
      node value;
      if (r.kind == field_kind::table) {
        value = keywords(r.capacity);
      } else if (r.kind == field_kind::integers || r.kind == field_kind::numbers || r.kind == field_kind::strings) {
        value = scalar(node::kind::array);
        std::uint64_t size = r.about.length > 0 ? r.about.length : length(r.capacity);
        for (; size > 0; --size) value.items.push_back(element(r.kind, r.about));
      } else if (!r.optional || !chance(30)) {
        value = element(r.kind, r.about);
      }
      static_cast<void>(r.store(value, member));
    }
  }

  std::mt19937_64 engine_;
};

}  // namespace trainspec::testing
