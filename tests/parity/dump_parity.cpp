// The engine as the parity tests drive it:
//   dump_parity grads FOLDER DATA OUT [section.key=value...]   logits, loss and gradients of a Hugging Face folder's weights
//   dump_parity steps FOLDER DATA OUT [section.key=value...]   losses, norms and final weights of optimizer steps
//   dump_parity init FOLDER [section.key=value...]             writes the initial weights as a Hugging Face folder
//   dump_parity train [section.key=value...]                   a whole run; its result as JSON on stdout
// DATA is raw int64: steps, micro-batches, batch, seq, then all tokens, then all labels. OUT is a safetensors file.
// group=PATTERN,lr=N,weight_decay=N appends to optimizer.param_groups.
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <trainspec/libtorch/export.hpp>
#include <trainspec/libtorch/host.hpp>
#include <trainspec/libtorch/init.hpp>
#include <trainspec/libtorch/optimizer.hpp>
#include <trainspec/libtorch/step.hpp>
#include <trainspec/libtorch/train.hpp>
#include <trainspec/model/schedule.hpp>
#include <vector>

namespace ts = trainspec;
namespace engine = trainspec::libtorch;

namespace {

[[noreturn]] void fail(const std::string& message) {
  std::cerr << "dump_parity: " << message << '\n';
  std::exit(2);
}

/// Sets the field that a dotted path names.
template <class Section>
struct setter {
  Section& section;
  std::string_view path, value;
  bool found = false;

  template <class Member>
  void operator()(std::string_view name, Member pointer, std::string_view = {}, const ts::facts& = {}) {
    auto& field = ts::member(section, pointer);
    using type = std::remove_cvref_t<decltype(field)>;
    if constexpr (ts::described<type>) {
      if (!path.starts_with(std::string(name) + ".")) return;
      setter<type> inner{field, path.substr(name.size() + 1), value};
      type::describe(inner);
      found = found || inner.found;
    } else if (name == path) {
      found = assign(field);
    }
  }
  bool assign(bool& field) const {
    field = value == "true";
    return true;
  }
  bool assign(ts::text& field) const {
    field = value;
    return true;
  }
  template <class Number>
    requires std::is_arithmetic_v<Number>
  bool assign(Number& field) const {
    return std::from_chars(value.data(), value.data() + value.size(), field).ec == std::errc{};
  }
  template <class T>
  bool assign(std::optional<T>& field) const {
    return assign(field.emplace());
  }
  template <class T, std::size_t N>
  bool assign(ts::list<T, N>&) const {
    return false;
  }
};

void set(ts::job& job, std::string_view argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string_view::npos) fail("not section.key=value: " + std::string(argument));
  if (argument.starts_with("group=")) {
    ts::param_group group;
    std::string_view rest = argument.substr(6);
    group.pattern = rest.substr(0, rest.find(','));
    while (rest.find(',') != std::string_view::npos) {
      rest = rest.substr(rest.find(',') + 1);
      const std::string_view item = rest.substr(0, rest.find(','));
      setter<ts::optimizer_kwargs> set_kwarg{group.optimizer_kwargs, item.substr(0, item.find('=')), item.substr(item.find('=') + 1)};
      ts::optimizer_kwargs::describe(set_kwarg);
    }
    job.optimizer.param_groups.push_back(group);
    return;
  }
  setter<ts::job> set_field{job, argument.substr(0, equals), argument.substr(equals + 1)};
  ts::job::describe(set_field);
  if (!set_field.found) fail("no such field: " + std::string(argument));
}

/// A job for the engine, with nothing that it refuses.
ts::job job_of(const std::vector<std::string>& arguments, std::size_t from) {
  ts::job job;
  job.training.mixed_precision_param = "float32";
  job.activation_checkpoint.mode = "none";
  job.dataloader.dataset = "text";
  for (std::size_t i = from; i < arguments.size(); ++i) set(job, arguments[i]);
  return job;
}

std::vector<std::vector<engine::micro_batch>> read_data(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::int64_t shape[4]{};
  in.read(reinterpret_cast<char*>(shape), sizeof shape);
  at::Tensor both = at::empty({2, shape[0], shape[1], shape[2], shape[3]}, at::kLong);
  in.read(static_cast<char*>(both.mutable_data_ptr()), static_cast<std::streamsize>(both.nbytes()));
  if (!in) fail("cannot read " + path);
  std::vector<std::vector<engine::micro_batch>> steps(static_cast<std::size_t>(shape[0]));
  for (std::int64_t s = 0; s < shape[0]; ++s)
    for (std::int64_t m = 0; m < shape[1]; ++m) steps[static_cast<std::size_t>(s)].push_back({both[0][s][m], both[1][s][m]});
  return steps;
}

void write(const std::string& path, const std::vector<engine::named_tensor>& tensors) {
  std::string message;
  if (!engine::write_tensors(path, tensors, message)) fail(message);
}

engine::qwen3 loaded(const ts::job& job, const std::string& folder) {
  engine::qwen3 model(job.model, job.training.seq_len);
  std::string message;
  if (!engine::load_hf(folder, model, message)) fail(message);
  return model;
}

void grads(const ts::job& job, const std::string& folder, const std::string& data, const std::string& out) {
  const engine::qwen3 model = loaded(job, folder);
  const std::vector<engine::micro_batch> batches = read_data(data).at(0);
  std::vector<engine::named_tensor> tensors;
  tensors.emplace_back("logits", model.forward(batches.at(0).tokens).detach());
  at::Tensor loss = at::zeros({1}, at::kDouble);
  loss.fill_(engine::forward_backward(model, batches));
  tensors.emplace_back("loss", loss);
  for (const engine::parameter& p : model.parameters()) tensors.emplace_back("grad." + p.hf_name, p.value.grad());
  write(out, tensors);
}

void steps(const ts::job& job, const std::string& folder, const std::string& data, const std::string& out) {
  const engine::qwen3 model = loaded(job, folder);
  std::string message;
  std::optional<engine::adam> optimizer = engine::adam::make(job.optimizer, model.parameters(), message);
  if (!optimizer) fail(message);
  const auto all = read_data(data);
  at::Tensor record = at::zeros({static_cast<std::int64_t>(all.size()), 2}, at::kDouble);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto row = static_cast<std::int64_t>(i);
    record[row][0].fill_(engine::forward_backward(model, all[i]));
    record[row][1].fill_(engine::clip_grad_norm(model.parameters(), job.training.max_norm));
    optimizer->step(ts::schedule_factor(job.lr_scheduler, job.training, row));
    optimizer->zero_grad();
  }
  std::vector<engine::named_tensor> tensors{{"loss_and_norm", record}};
  for (const engine::parameter& p : model.parameters()) tensors.emplace_back(p.hf_name, p.value.detach());
  write(out, tensors);
}

void init(const ts::job& job, const std::string& folder) {
  const engine::qwen3 model(job.model, job.training.seq_len);
  engine::initialise(model, engine::seeded_generator(job.debug.seed));
  std::string message;
  if (!engine::export_hf(model, folder, job.checkpoint.export_dtype.view(), message)) fail(message);
}

int train(const ts::job& job) {
  const engine::run_result r = engine::detail::train_unchecked(job, {});
  if (!r.ok) std::cerr << r.message << '\n';
  std::printf(
      "{\"ok\": %s, \"steps\": %lld, \"first_loss\": %.9g, \"expected_first_loss\": %.9g, \"last_loss\": %.9g, "
      "\"validation_loss\": %.9g, \"bigram_entropy\": %.9g, \"seconds\": %.3f}\n",
      r.ok ? "true" : "false", static_cast<long long>(r.steps), r.first_loss, r.expected_first_loss, r.last_loss,
      r.validation_loss.value_or(-1), r.bigram_entropy, r.seconds);
  return r.ok ? 0 : 3;
}

}  // namespace

int main(int argc, char** argv) {
  engine::prepare_host(argv);
  const std::vector<std::string> a(argv + 1, argv + argc);
  const std::string command = a.empty() ? std::string() : a[0];
  if (command == "train") return train(job_of(a, 1));
  if (command == "init" && a.size() >= 2) {
    init(job_of(a, 2), a[1]);
  } else if (command == "grads" && a.size() >= 4) {
    grads(job_of(a, 4), a[1], a[2], a[3]);
  } else if (command == "steps" && a.size() >= 4) {
    steps(job_of(a, 4), a[1], a[2], a[3]);
  } else {
    fail("grads FOLDER DATA OUT | steps FOLDER DATA OUT | init FOLDER | train, then section.key=value...");
  }
  return 0;
}
