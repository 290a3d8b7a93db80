// The command line. No torch, no Python: `run` starts the engine, which is a program of its own beside this one.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "trainspec/report/write_github.hpp"
#include "trainspec/report/write_json.hpp"
#include "trainspec/report/write_junit.hpp"
#include "trainspec/report/write_sarif.hpp"
#include "trainspec/report/write_text.hpp"
#include "trainspec/text/convert.hpp"
#include "trainspec/text/convert_report.hpp"
#include "trainspec/text/diff.hpp"
#include "trainspec/text/explain.hpp"
#include "trainspec/text/json_write.hpp"
#include "trainspec/text/rules_page.hpp"
#include "trainspec/text/schema.hpp"
#include "trainspec/text/show.hpp"
#include "trainspec/text/write_file.hpp"
#include "trainspec/trainspec.hpp"

namespace {
using namespace trainspec;

// Exit codes: of several files, the highest.
constexpr int good = 0, wrong_job = 1, different = 1, usage = 2, run_failed = 3, our_bug = 4;

void put(std::FILE* to, const std::string& s) { std::fwrite(s.data(), 1, s.size(), to); }
text_style style_of(std::FILE* to) {
  const char* no_color = std::getenv("NO_COLOR");
  return {.color = isatty(fileno(to)) != 0 && (no_color == nullptr || *no_color == '\0')};
}

/// Says why nothing was done; the exit code of that.
int refuse(const std::string& why) {
  put(stderr, detail::printable("trainspec: " + why) + "\n");
  return usage;
}

struct common_options {
  std::vector<std::string> files, settings, allow;
  std::string target_name{}, format = "text";
  bool deny_warnings = false, here = false;

  check_request request() const {
    check_request r{.settings = settings, .allow = allow, .here = here};
    if (!target_name.empty()) r.target = find_target(target_name)->target;
    return r;
  }
};

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const target_features& t : targets) names.emplace_back(t.name);
  return names;
}
void add_settings(CLI::App& command, common_options& o) {
  command.add_option("--set", o.settings, "section.key=value, stronger than the file")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

int check_command(const common_options& o) {
  std::vector<file_report> checked;
  int code = good;
  for (const std::string& path : o.files) {
    loaded<job> file = check_file(path, o.request());
    int here = file.exit_code();
    if (here == good && o.deny_warnings && file.problems.warnings() > 0) here = wrong_job;
    code = std::max(code, here);
    checked.push_back({detail::name_of_file(path), std::move(file.problems)});
    if (o.format != "text") continue;
    const report& found = checked.back().problems;
    put(stderr, to_text(found, style_of(stderr)));
    put(stderr, detail::printable(checked.back().name + ": " + summary_with_target(found)) + "\n");
  }
  if (o.format == "json") put(stdout, to_json(merge_reports(checked)));
  if (o.format == "sarif") put(stdout, to_sarif(merge_reports(checked)));
  if (o.format == "github") put(stdout, to_github(merge_reports(checked)));
  if (o.format == "junit") put(stdout, to_junit(checked, {.deny_warnings = o.deny_warnings}));
  return code;
}

int show_command(const common_options& o, bool origins, const std::string& format) {
  loaded<job> file = load_file<job>(o.files.at(0), o.settings);
  put(stderr, to_text(file.problems, style_of(stderr)));
  if (!file.ok()) return file.exit_code();
  resolve(file.job);
  if (format == "json")
    put(stdout, to_json(file.job));
  else
    put(stdout, summary_comment(file.job.value) + to_toml(file.job, {.with_origins = origins}));
  return good;
}

/// As diff(1): 0 the same, 1 different, 2 trouble.
int diff_command(const common_options& o, const std::string& format) {
  std::vector<loaded<job>> files;
  for (const std::string& path : o.files) {
    files.push_back(load_file<job>(path));
    put(stderr, to_text(files.back().problems, style_of(stderr)));
  }
  for (const loaded<job>& file : files)
    if (!file.ok() || !file.parsed) return usage;
  const comparison c = compare(files.at(0), files.at(1));
  put(stdout, format == "json" ? to_json(c) : to_text(c));
  return c.same() ? good : different;
}

/// The new file goes to standard output and the report to standard error or, with -o, to that file and to standard output.
int convert_command(const common_options& o, const std::string& out, bool force) {
  const bool to_file = !out.empty() && out != "-";
  std::error_code error;
  if (to_file && std::filesystem::is_symlink(out, error) && !std::filesystem::exists(out, error))
    return refuse(out + " is a link to a file that is not there");
  if (to_file && !force && std::filesystem::exists(out, error) && !std::filesystem::is_directory(out, error))
    return refuse(out + " exists; --force replaces it");
  const conversion c = convert_file(o.files.at(0), to_file ? out : "converted.toml");
  if (c.readable && !c.already && to_file)
    if (const std::string wrong = write_file(out, c.toml, force ? existing::replace : existing::keep); !wrong.empty()) return refuse(wrong);
  if (o.format == "json") {
    put(stdout, to_json(c, !to_file));
    return c.exit_code();
  }
  if (c.readable && !c.already && !to_file) put(stdout, c.toml);
  put(c.readable && to_file ? stdout : stderr, to_text(c, style_of(stderr)));
  return c.exit_code();
}

int explain_command(const std::string& what, const common_options& o) {
  std::string said = explain_code(what);
  int code = good;
  if (said.empty() && !o.files.empty()) {
    loaded<job> file = load_file<job>(o.files.at(0), o.settings);
    put(stderr, to_text(file.problems, style_of(stderr)));
    code = file.exit_code();
    if (!file.opened) return code;
    resolve(file.job);
    said = explain_field(what, &file);
  } else if (said.empty()) {
    said = explain_field(what);
  }
  if (said.empty()) {
    std::string hint;
    const std::size_t dot = what.rfind('.');
    const suggestion near = suggest_key(rows_of<job>(), sections_of<job>(), dot == what.npos ? "" : what.substr(0, dot),
                                        dot == what.npos ? what : what.substr(dot + 1));
    if (!near.path.empty()) hint = "; did you mean " + near.path + "?";
    return refuse("there is no field or code \"" + what + "\"" + hint);
  }
  put(stdout, said);
  return code;
}

int presets_command(const std::string& name) {
  const std::string said = name.empty() ? list_presets() : describe_preset(name);
  if (said.empty()) return refuse("there is no preset \"" + name + "\"; `trainspec presets` lists them");
  put(stdout, said);
  return good;
}

/// The schema has no content of a user's: a file of an older version is replaced.
int schema_command(const std::string& out) {
  const std::string schema = to_json_schema<job>();
  if (out.empty() || out == "-") return put(stdout, schema), good;
  const std::string wrong = write_file(out, schema, existing::replace);
  return wrong.empty() ? good : refuse(wrong);
}

/// Checks for the engine, then becomes it: OpenMP and malloc read their settings when a process starts.
int run_command(common_options o, const std::string& engine, long nproc, const char* self) {
  if (engine != "libtorch") {
    put(stderr, "trainspec: the engine \"" + engine + "\" is not part of this build; there is: libtorch\n");
    return usage;
  }
  if (nproc != 1) {
    put(stderr, "trainspec: the libtorch engine runs one process, not " + std::to_string(nproc) + "\n");
    return usage;
  }
  o.target_name = "libtorch";
  o.here = true;
  if (o.files.at(0) != "-") {  // standard input can be read once: the engine checks it
    const loaded<job> file = check_file(o.files.at(0), o.request());
    if (!file.ok()) {  // of a good job the engine tells the warnings
      put(stderr, to_text(file.problems, style_of(stderr)));
      return file.exit_code();
    }
  }
  std::error_code error;
  std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) here = self;
  std::vector<std::string> words{(here.parent_path() / "trainspec-libtorch").string(), o.files.at(0)};
  for (const std::string& s : o.settings) words.insert(words.end(), {"--set", s});
  if (access(words[0].c_str(), X_OK) != 0) {
    put(stderr, "trainspec: " + words[0] + " is not there: this build has no engine. In the source tree `./dev build` makes it\n");
    return run_failed;
  }
  // libgomp reads it when it is loaded, and the engine would have to start itself again (libtorch/host.hpp)
  setenv("OMP_WAIT_POLICY", "PASSIVE", 0);
  std::vector<char*> arguments;
  for (std::string& w : words) arguments.push_back(w.data());
  arguments.push_back(nullptr);
  execv(arguments[0], arguments.data());
  put(stderr, "trainspec: cannot start " + words[0] + ": " + std::strerror(errno) + "\n");
  return run_failed;
}

int command_line(int argc, char** argv) {
  CLI::App app("Checks, shows, explains, converts and runs training jobs. FILE is TOML, or JSON of the same shape; - is standard input.",
               "trainspec");
  app.set_version_flag("--version", "trainspec " TRAINSPEC_VERSION);
  app.require_subcommand(1);
  common_options o;

  CLI::App* check = app.add_subcommand("check", "report everything that is wrong with a job");
  check->add_option("FILE", o.files, "job files")->required();
  add_settings(*check, o);
  check->add_option("--target", o.target_name, "for whom the job is checked; else as the file says")->check(CLI::IsMember(target_names()));
  check->add_option("--format", o.format, "text (to standard error), or to standard output: json, sarif, junit, github")
      ->check(CLI::IsMember({"text", "json", "sarif", "junit", "github"}));
  check->add_flag("--deny-warnings", o.deny_warnings, "exit 1 on a warning");
  check->add_option("--allow", o.allow, "code of a warning that is not reported")
      ->type_name("CODE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all()
      ->check(CLI::Validator(
          [](const std::string& code) {
            return detail::may_be_allowed(code, rule_groups) ? std::string{} : "there is no warning of the code " + code;
          },
          "WARNING"));
  check->add_flag("--here", o.here, "the job is to run on this machine: input paths must exist");

  bool origins = false, every_code = false, force = false;
  std::string show_format = "toml", what, engine = "libtorch", preset, out;
  long nproc = 1;
  CLI::App* show = app.add_subcommand("show", "print the job with every default and its parameter count");
  show->add_option("FILE", o.files, "job file")->required()->expected(1);
  show->add_flag("--origins", origins, "say where each value came from");
  show->add_option("--format", show_format, "toml or json")->check(CLI::IsMember({"toml", "json"}));
  add_settings(*show, o);

  CLI::App* diff = app.add_subcommand("diff", "compare two jobs or Hugging Face models by what they mean");
  diff->add_option("A B", o.files, "job files, config.json files or their folders")->required()->expected(2);
  diff->add_option("--format", show_format, "text or json")->check(CLI::IsMember({"text", "json"}));

  CLI::App* convert = app.add_subcommand("convert", "turn a job file of torchtitan 0.2 into one of trainspec");
  convert->add_option("FILE", o.files, "job file of torchtitan 0.2.2 or of the torchtitan-neuron tutorial's dialect")
      ->required()
      ->expected(1);
  convert->add_option("-o,--output", out, "file to write; else standard output")->type_name("FILE");
  convert->add_flag("--force", force, "replace a file that exists");
  convert->add_option("--format", o.format, "of the report: text, or json, which holds the new file unless -o names one")
      ->check(CLI::IsMember({"text", "json"}));

  CLI::App* explain = app.add_subcommand("explain", "say what a field or a code means, and where a job's value comes from");
  CLI::Option* key = explain->add_option("KEY|CODE", what, "such as training.seq_len or TS2103");
  explain->add_option("FILE", o.files, "job file")->expected(0, 1);
  CLI::Option* all = explain->add_flag("--all", every_code, "print a page of Markdown with every code");
  all->excludes(key);
  add_settings(*explain, o);

  CLI::App* presets = app.add_subcommand("presets", "list flavors, machines and targets, or describe one");
  presets->add_option("NAME", preset, "a flavor, machine or target");

  CLI::App* schema = app.add_subcommand("schema", "print the JSON Schema (draft 4) of job files, for editors");
  schema->add_option("-o,--output", out, "file to write; else standard output")->type_name("FILE");

  CLI::App* run = app.add_subcommand("run", "check a job for an engine and run it");
  run->add_option("FILE", o.files, "job file")->required()->expected(1);
  run->add_option("--engine", engine, "who runs it")->check(CLI::IsMember({"libtorch", "torchtitan"}));
  run->add_option("--nproc", nproc, "processes")->check(CLI::Range(1L, 100000L));
  add_settings(*run, o);

  if (argc > 1 && argv[1][0] != '-') {
    nearest near(argv[1]);
    bool known = false;
    for (const CLI::App* c : app.get_subcommands([](const CLI::App*) { return true; })) {
      known = known || c->get_name() == std::string_view(argv[1]);
      near.offer(c->get_name());
    }
    if (!known) {
      std::string said = "there is no command \"" + std::string(argv[1]) + "\"";
      if (!near.best().empty()) said += "; did you mean " + std::string(near.best()) + "?";
      return refuse(said);
    }
  }
  try {
    app.parse(argc, argv);
    if (*explain && what.empty() && !every_code) throw CLI::RequiredError("explain: KEY|CODE or --all");
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? good : usage;
  }
  if (*check) return check_command(o);
  if (*show) return show_command(o, origins, show_format);
  if (*diff) return diff_command(o, show_format);
  if (*convert) return convert_command(o, out, force);
  if (every_code) return put(stdout, rules_page()), good;
  if (*explain) return explain_command(what, o);
  if (*presets) return presets_command(preset);
  if (*schema) return schema_command(out);
  return run_command(o, engine, nproc, argv[0]);
}
}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = command_line(argc, argv);
    if ((std::fflush(stdout) != 0 || std::ferror(stdout) != 0) && code == good) {
      std::perror("trainspec: standard output");
      return usage;
    }
    return code;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "trainspec: a bug: %s\n", e.what());
    return our_bug;
  }
}
