#include <doctest/doctest.h>

#include <map>
#include <string>

#include <trainspec/text/convert.hpp>

using namespace trainspec;

TEST_CASE("every key of torchtitan 0.2.2 at its default gets exactly one fate, and the new file reads") {
  std::map<std::string, std::string> sections;
  std::size_t count = 0;
  for (const torchtitan_0_2_key& k : torchtitan_0_2_keys) {
    if (k.by_default.empty()) continue;
    const std::size_t dot = k.path.rfind('.');
    sections[std::string(k.path.substr(0, dot))] += std::string(k.path.substr(dot + 1)) + " = " + std::string(k.by_default) + "\n";
    ++count;
  }
  std::string text;
  for (const auto& [name, keys] : sections) text += "[" + name + "]\n" + keys;
  const conversion c = convert_string(text, "old.toml");
  REQUIRE(c.readable);
  CHECK(c.keys.size() == count);
  std::size_t with_a_fate = 0;
  for (const fate f : fates) with_a_fate += c.count(f);
  CHECK(with_a_fate == count);
  for (const converted_key& k : c.keys) {
    CAPTURE(k.path);
    CHECK((k.is == fate::dropped || k.is == fate::lost ? !k.reason.empty() : !k.now.empty()));
    CHECK(k.reason != "nobody knows this key");
  }
  CHECK(load_string<job>(c.toml, "new.toml").parsed);
}

TEST_CASE("values, names and comments go over, and what could not is said") {
  const conversion c = convert_string(
      "# of the run\n[model]\nname = \"qwen3\"\nflavor = \"4B\"  # small\n[optimizer]\nbeta1 = 0.8\nbeta2 = 0.95\n[training]\n"
      "# gone with its key\nnonsense = 3\nsteps = 7\n",
      "old.toml");
  REQUIRE(c.readable);
  const loaded<job> now = load_string<job>(c.toml, "new.toml");
  REQUIRE(now.ok());
  CHECK(now.job.value.optimizer.betas[0] == 0.8);
  CHECK(now.job.value.training.steps == 7);
  CHECK(c.toml.find("# of the run") != c.toml.npos);
  CHECK(c.toml.find("# small") != c.toml.npos);
  CHECK(c.count(fate::lost) == 1);
  REQUIRE(c.lost.size() == 1);
  CHECK((c.lost[0].line == 9 && c.lost[0].text == "# gone with its key"));
  CHECK(c.exit_code() == 1);
}

TEST_CASE("a trainspec file is left alone, and what is no TOML is not converted") {
  CHECK(convert_string("version = 1\n[training]\nsteps = 7\n", "job.toml").already);
  const conversion broken = convert_string("[training\n\xFF", "old.toml");
  CHECK_FALSE(broken.readable);
  CHECK_FALSE(broken.problems.ok());
  CHECK(broken.exit_code() == 2);
}
