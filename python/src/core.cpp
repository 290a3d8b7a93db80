// The compiled half of the Python package. It reads, checks and writes; arguments are looked at, files opened and errors raised
// in Python (trainspec/_job.py).
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <trainspec/model/shape.hpp>
#include <trainspec/report/write_json.hpp>
#include <trainspec/report/write_text.hpp>
#include <trainspec/text/check_file.hpp>
#include <trainspec/text/toml_write.hpp>
#include <trainspec/version.hpp>

namespace py = pybind11;
namespace ts = trainspec;

namespace {
/// Text that came from a file is UTF-8 or was reported; anything else shows as U+FFFD.
py::object to_python(std::string_view s) {
  return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(s.data(), static_cast<py::ssize_t>(s.size()), "replace"));
}
/// Empty is absent.
py::object text_or_none(std::string_view s) { return s.empty() ? py::object(py::none()) : to_python(s); }
py::object number_or_none(std::uint32_t n) { return n == 0 ? py::object(py::none()) : py::object(py::int_(n)); }

/// A tree as dicts, lists and scalars.
py::object to_python(const ts::node& n) {
  using kind = ts::node::kind;
  switch (n.is) {
    case kind::null: break;
    case kind::boolean: return py::bool_(n.boolean);
    case kind::integer: return n.string.empty() ? py::object(py::int_(n.integer)) : py::object(py::int_(py::str(n.string)));
    case kind::number: return py::float_(n.number);
    case kind::string:
    case kind::datetime: return to_python(std::string_view(n.string));
    case kind::array: {
      py::list all;
      for (const ts::node& item : n.items) all.append(to_python(item));
      return all;
    }
    case kind::table: {
      py::dict all;
      for (const auto& [key, value] : n.entries) all[to_python(std::string_view(key))] = to_python(value);
      return all;
    }
  }
  return py::none();
}

/// A job that was read, with its presets filled in.
struct job {
  ts::loaded<ts::job> file;

  const ts::job& value() const { return file.job.value; }
};

ts::check_request for_target(const std::optional<std::string>& name) {
  ts::check_request how;
  if (name)
    if (const ts::target_features* named = ts::find_target(*name)) how.target = named->target;
  return how;
}

/// The job, or None, and what was wrong with the text; with `check` also what the rules say, for a target.
py::tuple read_job(std::string_view content, std::string_view name, const std::vector<std::string>& settings, bool check,
                   const std::optional<std::string>& target) {
  ts::loaded<ts::job> file;
  {
    const py::gil_scoped_release others_may_run;
    file = ts::load_string<ts::job>(content, name, settings);
    if (check && file.parsed)
      ts::check_loaded(file, for_target(target));
    else if (file.ok())
      ts::resolve(file.job);
  }
  ts::report problems = file.problems;
  if (!file.ok()) return py::make_tuple(py::none(), std::move(problems));
  return py::make_tuple(job{std::move(file)}, std::move(problems));
}

ts::report check(const job& j, const std::optional<std::string>& target) {
  const py::gil_scoped_release others_may_run;
  ts::loaded<ts::job> copy = j.file;
  ts::check_loaded(copy, for_target(target));
  return std::move(copy.problems);
}

/// What a person would call the job; may be empty.
std::string_view name_of(const ts::job& j) {
  return !j.info.name.empty() ? j.info.name.view() : !j.model.flavor.empty() ? j.model.flavor.view() : j.model.hf_model.view();
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  m.attr("__version__") = TRAINSPEC_VERSION;

  py::class_<ts::issue>(m, "Issue", "One thing that is wrong with a job, or worth saying. What is not known is None.")
      .def_property_readonly(
          "code", [](const ts::issue& i) { return to_python(i.code); }, "Stable code, such as \"TS2103\".")
      .def_property_readonly(
          "severity", [](const ts::issue& i) { return to_python(ts::name_of(i.severity)); }, "\"error\", \"warning\" or \"note\".")
      .def_property_readonly(
          "title", [](const ts::issue& i) { return text_or_none(i.title); }, "What must hold.")
      .def_property_readonly(
          "message", [](const ts::issue& i) { return to_python(i.message); }, "The sentence, with its numbers.")
      .def_property_readonly(
          "path", [](const ts::issue& i) { return text_or_none(i.path); }, "The field, such as \"training.seq_len\".")
      .def_property_readonly(
          "value", [](const ts::issue& i) { return text_or_none(i.value); }, "The value as written.")
      .def_property_readonly("file", [](const ts::issue& i) { return text_or_none(i.at.file); })
      .def_property_readonly(
          "line", [](const ts::issue& i) { return number_or_none(i.at.line); }, "From 1.")
      .def_property_readonly(
          "column", [](const ts::issue& i) { return number_or_none(i.at.column); }, "In code points, from 1.")
      .def_property_readonly(
          "end_column", [](const ts::issue& i) { return number_or_none(i.at.end_column); }, "The column after the last.")
      .def_property_readonly(
          "origin", [](const ts::issue& i) { return text_or_none(i.origin); }, "Where the value came from.")
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
      .def_property_readonly(
          "reason", [](const ts::issue& i) { return text_or_none(i.reason); }, "Why the rule is there.")
      .def_property_readonly(
          "source", [](const ts::issue& i) { return text_or_none(i.source); }, "Where the rule is known from.")
      .def_property_readonly(
          "fix", [](const ts::issue& i) { return text_or_none(i.fix); }, "Text that can be pasted.")
      .def_property_readonly("hint", [](const ts::issue& i) { return text_or_none(i.hint); })
      .def("__repr__", [](const ts::issue& i) {
        return to_python("<Issue " + std::string(i.code.view()) + ": " + std::string(i.message.view()) + ">");
      });

  py::class_<ts::report>(m, "Report", "Everything that was found in one pass, in the order of the file.")
      .def_property_readonly("ok", &ts::report::ok, "True when nothing is an error.")
      .def_property_readonly("issues", [](const ts::report& r) { return r.issues; })
      .def_property_readonly("errors", &ts::report::errors, "How many errors.")
      .def_property_readonly("warnings", &ts::report::warnings, "How many warnings.")
      .def_property_readonly("target", [](const ts::report& r) { return text_or_none(r.target); })
      .def(
          "to_json", [](const ts::report& r) { return to_python(ts::to_json(r)); }, "The report as JSON, version 1.")
      .def("__str__", [](const ts::report& r) { return to_python(ts::to_text(r)); })
      .def("__bool__", &ts::report::ok)
      .def("__repr__", [](const ts::report& r) { return "<Report: " + ts::summary_of(r) + ">"; });

  py::class_<job>(m, "_Job")
      .def("check", &check, py::arg("target"))
      .def("name", [](const job& j) { return to_python(name_of(j.value())); })
      .def("target", [](const job& j) { return to_python(ts::features_of(ts::target_of(j.value())).name); })
      .def(
          "to_toml", [](const job& j, bool origins) { return to_python(ts::to_toml(j.file.job, {.with_origins = origins})); },
          py::arg("origins"))
      .def("to_dict", [](const job& j) { return to_python(ts::tree_of(j.value())); })
      .def("parameters", [](const job& j) { return ts::count_parameters(j.value().model).unique; })
      .def(
          "same_as", [](const job& a, const job& b) { return a.value() == b.value(); }, py::arg("other"));

  // an object that nothing was put into must not come to be
  const py::object refuse = py::cpp_function([](const py::args&, const py::kwargs&) -> py::object {
    throw py::type_error("made by trainspec.load, loads, check and validate only");
  });
  for (const char* name : {"Issue", "Report", "_Job"}) m.attr(name).attr("__new__") = py::staticmethod(refuse);

  m.attr("max_file_size") = ts::max_file_size;
  py::list targets;
  for (const ts::target_features& t : ts::targets) targets.append(to_python(t.name));
  m.attr("targets") = py::tuple(targets);
  m.def("read", &read_job, py::arg("text"), py::arg("name"), py::arg("settings"), py::arg("check") = false, py::arg("target") = py::none());
}
