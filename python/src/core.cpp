// The compiled half of the Python package. It reads, checks and writes; errors are raised in Python (trainspec/_job.py).
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <trainspec/report/write_json.hpp>
#include <trainspec/report/write_text.hpp>
#include <trainspec/text/check_file.hpp>
#include <trainspec/text/json_write.hpp>
#include <trainspec/text/show.hpp>
#include <trainspec/text/toml_write.hpp>
#include <trainspec/version.hpp>

namespace py = pybind11;
namespace ts = trainspec;

namespace {
using settings = std::vector<std::string>;

/// Text that came from a file is UTF-8 or was reported; anything else shows as U+FFFD.
py::object to_python(std::string_view s) { return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(s.data(), static_cast<py::ssize_t>(s.size()), "replace")); }
/// Empty is absent.
py::object text_or_none(std::string_view s) { return s.empty() ? py::object(py::none()) : to_python(s); }
py::object number_or_none(std::uint32_t n) { return n == 0 ? py::object(py::none()) : py::object(py::int_(n)); }

/// A job that was read, with its presets filled in.
struct job {
  ts::loaded<ts::job> file;
};

std::optional<ts::target> target_named(const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  if (const ts::target_features* t = ts::find_target(*name)) return t->target;
  std::string known;
  for (const ts::target_features& t : ts::targets) known += (known.empty() ? "" : ", ") + std::string(t.name);
  throw py::value_error("target: there is no \"" + *name + "\"; there are: " + known);
}

py::tuple result_of(ts::loaded<ts::job>&& file) {
  const bool good = file.ok();
  const bool opened = file.opened;
  ts::report problems = file.problems;
  if (!good) return py::make_tuple(py::none(), std::move(problems), opened);
  ts::resolve(file.job);
  return py::make_tuple(job{std::move(file)}, std::move(problems), opened);
}

ts::report check(const job& j, const std::optional<std::string>& target) {
  ts::loaded<ts::job> copy = j.file;
  ts::check_loaded(copy, {.target = target_named(target)});
  return std::move(copy.problems);
}
}  // namespace

PYBIND11_MODULE(_core, m) {
  m.attr("__version__") = TRAINSPEC_VERSION;

  py::class_<ts::issue>(m, "Issue", "One thing that is wrong with a job, or worth saying. What is not known is None.")
      .def_property_readonly("code", [](const ts::issue& i) { return to_python(i.code); }, "Stable code, such as \"TS2103\".")
      .def_property_readonly("severity", [](const ts::issue& i) { return to_python(ts::name_of(i.severity)); }, "\"error\", \"warning\" or \"note\".")
      .def_property_readonly("title", [](const ts::issue& i) { return text_or_none(i.title); }, "What must hold.")
      .def_property_readonly("message", [](const ts::issue& i) { return to_python(i.message); }, "The sentence, with its numbers.")
      .def_property_readonly("path", [](const ts::issue& i) { return text_or_none(i.path); }, "The field, such as \"training.seq_len\".")
      .def_property_readonly("value", [](const ts::issue& i) { return text_or_none(i.value); }, "The value as written.")
      .def_property_readonly("file", [](const ts::issue& i) { return text_or_none(i.at.file); })
      .def_property_readonly("line", [](const ts::issue& i) { return number_or_none(i.at.line); }, "From 1.")
      .def_property_readonly("column", [](const ts::issue& i) { return number_or_none(i.at.column); }, "In code points, from 1.")
      .def_property_readonly("end_column", [](const ts::issue& i) { return number_or_none(i.at.end_column); }, "The column after the last.")
      .def_property_readonly("origin", [](const ts::issue& i) { return text_or_none(i.origin); }, "Where the value came from.")
      .def_property_readonly(
          "related",
          [](const ts::issue& i) {
            py::list all;
            for (const ts::related& r : i.related) {
              py::dict d;
              d["path"] = text_or_none(r.path);
              d["origin"] = text_or_none(r.origin);
              d["file"] = text_or_none(r.at.file);
              d["line"] = number_or_none(r.at.line);
              d["column"] = number_or_none(r.at.column);
              d["message"] = text_or_none(r.message);
              all.append(d);
            }
            return all;
          },
          "Other values that the sentence depends on.")
      .def_property_readonly("reason", [](const ts::issue& i) { return text_or_none(i.reason); }, "Why the rule is there.")
      .def_property_readonly("source", [](const ts::issue& i) { return text_or_none(i.source); }, "Where the rule is known from.")
      .def_property_readonly("fix", [](const ts::issue& i) { return text_or_none(i.fix); }, "Text that can be pasted.")
      .def_property_readonly("hint", [](const ts::issue& i) { return text_or_none(i.hint); })
      .def("__repr__", [](const ts::issue& i) { return to_python("<Issue " + std::string(i.code.view()) + ": " + std::string(i.message.view()) + ">"); });

  py::class_<ts::report>(m, "Report", "Everything that was found in one pass, in the order of the file.")
      .def_property_readonly("ok", &ts::report::ok, "True when nothing is an error.")
      .def_property_readonly("issues", [](const ts::report& r) { return r.issues; })
      .def_property_readonly("errors", &ts::report::errors, "How many errors.")
      .def_property_readonly("warnings", &ts::report::warnings, "How many warnings.")
      .def_property_readonly("target", [](const ts::report& r) { return text_or_none(r.target); })
      .def("to_json", [](const ts::report& r) { return to_python(ts::to_json(r)); }, "The report as JSON, version 1.")
      .def("__str__", [](const ts::report& r) { return to_python(ts::to_text(r)); })
      .def("__bool__", &ts::report::ok)
      .def("__repr__", [](const ts::report& r) { return "<Report: " + ts::summary_of(r) + ">"; });

  py::class_<job>(m, "_Job")
      .def("check", &check, py::arg("target") = py::none())
      .def("target", [](const job& j) { return std::string(ts::features_of(ts::target_of(j.file.job.value)).name); })
      .def("to_toml", [](const job& j, bool origins) { return to_python(ts::to_toml(j.file.job, {.with_origins = origins})); }, py::arg("origins") = false)
      .def("to_json", [](const job& j) { return to_python(ts::to_json(j.file.job)); })
      .def("summary", [](const job& j) { return to_python(ts::summary_comment(j.file.job.value)); })
      .def("parameters", [](const job& j) { return ts::count_parameters(j.file.job.value.model).unique; })
      .def("same_as", [](const job& a, const job& b) { return a.file.job.value == b.file.job.value; });

  m.def(
      "read_file", [](const std::string& path, const settings& set) { return result_of(ts::load_file<ts::job>(path, set)); }, py::arg("path"),
      py::arg("settings"));
  m.def(
      "read_text",
      [](const std::string& text, const std::string& name, const settings& set) { return result_of(ts::load_string<ts::job>(text, name, set)); },
      py::arg("text"), py::arg("name"), py::arg("settings"));
}
