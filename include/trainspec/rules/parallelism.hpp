#pragma once
#include "../model/batch.hpp"
#include "../model/pipeline.hpp"
#include "../model/shape.hpp"
#include "model.hpp"
#include "rule.hpp"

namespace trainspec::inline v0 {

namespace detail {
constexpr bool divides_heads(const model& m, std::int64_t tp) { return m.n_heads % tp == 0 && m.n_kv_heads % tp == 0; }
constexpr std::int64_t expert_ranks(const degrees& d) { return product({d.dp_shard, d.cp, d.tp}); }
/// The greatest degree up to `most` that divides both counts.
constexpr std::int64_t common_degree(std::int64_t most, std::int64_t a, std::int64_t b) {
  std::int64_t d = most < a ? most : a;
  while (d > 1 && (a % d != 0 || b % d != 0)) --d;
  return d > 1 ? d : 1;
}
}  // namespace detail

inline constexpr rule parallelism_rules[] = {
    {.code = "TS3001",
     .title = "the degrees multiply to the number of processes",
     .reason = "every process has one place in the mesh",
     .source = "torchtitan distributed/parallel_dims.py",
     .check =
         [](const job& j, sayer& say) {
           const degrees d = degrees_of(j);
           if (d.world == d.product() && d.dp_shard > 0) return;
           if (!j.machine.instance.empty() && !find_machine(j.machine.instance)) return;  // TS3101: the processes are not known
           const parallelism& p = j.parallelism;
           const std::int64_t others = detail::product({d.dp_replicate, d.cp, d.tp, d.pp});
           auto said =
               p.data_parallel_shard_degree == -1
                   ? say(p.data_parallel_shard_degree, {"replicate ", d.dp_replicate, " x context ", d.cp, " x tensor ", d.tp,
                                                        " x pipeline ", d.pp, " = ", others, " does not divide the ", d.world,
                                                        " processes (", j.machine.nodes, " nodes x ", processes_per_node(j.machine), ")"})
                   : say(p.data_parallel_shard_degree,
                         {"replicate ", d.dp_replicate, " x shard ", d.dp_shard, " x context ", d.cp, " x tensor ", d.tp, " x pipeline ",
                          d.pp, " = ", d.product(), ", but there are ", d.world, " processes (", j.machine.nodes, " nodes x ",
                          processes_per_node(j.machine), ")"});
           said.because(p.tensor_parallel_degree).because(p.pipeline_parallel_degree).because(p.context_parallel_degree);
           said.because(p.data_parallel_replicate_degree).because(j.machine.nodes).because(j.machine.devices_per_node);
           if (d.world == 1 && j.machine.instance.empty()) said.hint({"neither machine.instance nor machine.devices_per_node is given"});
           if (p.data_parallel_shard_degree != -1 && others > 0 && d.world % others == 0)
             said.fix({"data_parallel_shard_degree = ", d.world / others});
         }},
    {.code = "TS3002",
     .title = "tensor parallelism divides the heads",
     .reason = "a rank holds whole query, key and value heads",
     .source = "torchtitan 0.3 models/common/decoder.py; 0.2 fails in the first step",
     .check =
         [](const job& j, sayer& say) {
           const model& m = j.model;
           const std::int64_t tp = j.parallelism.tensor_parallel_degree;
           if (tp <= 1) return;
           if (m.n_heads <= 0 || m.n_kv_heads <= 0 || detail::divides_heads(m, tp)) return;
           const bool query = m.n_heads % tp != 0;
           auto said =
               say(j.parallelism.tensor_parallel_degree, {"parallelism.tensor_parallel_degree = ", tp, " does not divide model.",
                                                          query ? "n_heads" : "n_kv_heads", " = ", query ? m.n_heads : m.n_kv_heads});
           if (query) said.because(m.n_heads);
           if (m.n_kv_heads % tp != 0) said.because(m.n_kv_heads);
           said.fix({"tensor_parallel_degree = ", detail::common_degree(tp, m.n_heads, m.n_kv_heads)});
         },
     .targets = on::torchtitan},
    {.code = "TS3003",
     .title = "expert parallelism divides the experts",
     .reason = "a rank holds whole experts",
     .source = "torchtitan distributed/expert_parallel.py; a shape error in the first step",
     .check =
         [](const job& j, sayer& say) {
           const std::int64_t ep = j.parallelism.expert_parallel_degree, n = j.model.num_experts;
           if (ep > 1 && j.model.moe_enabled && n > 0 && n % ep != 0)
             say(j.parallelism.expert_parallel_degree,
                 {"parallelism.expert_parallel_degree = ", ep, " does not divide model.num_experts = ", n})
                 .because(j.model.num_experts)
                 .fix({"expert_parallel_degree = ", detail::common_degree(ep, n, detail::expert_ranks(degrees_of(j)))});
         }},
    {.code = "TS3004",
     .title = "expert parallelism divides the ranks that share the experts",
     .reason = "the expert mesh is made of the shard, context and tensor ranks",
     .source = "torchtitan distributed/parallel_dims.py",
     .check =
         [](const job& j, sayer& say) {
           const degrees d = degrees_of(j);
           const std::int64_t ranks = detail::expert_ranks(d);
           if (d.ep > 1 && ranks > 0 && ranks % d.ep != 0)
             say(j.parallelism.expert_parallel_degree, {"parallelism.expert_parallel_degree = ", d.ep, " does not divide shard ",
                                                        d.dp_shard, " x context ", d.cp, " x tensor ", d.tp, " = ", ranks, " ranks"})
                 .because(j.parallelism.data_parallel_shard_degree)
                 .fix({"expert_parallel_degree = ",
                       detail::common_degree(d.ep, ranks, j.model.num_experts > 0 ? j.model.num_experts : ranks)});
         }},
    {.code = "TS3005",
     .title = "only a mixture of experts has expert parallelism",
     .reason = "on a dense model it silently does nothing",
     .source = "torchtitan 0.2.2 and 0.3.0, tried",
     .check =
         [](const job& j, sayer& say) {
           if (j.parallelism.expert_parallel_degree > 1 && !j.model.moe_enabled)
             say(j.parallelism.expert_parallel_degree,
                 {"parallelism.expert_parallel_degree = ", j.parallelism.expert_parallel_degree, " on a dense model"})
                 .because(j.model.flavor)
                 .fix({"expert_parallel_degree = 1"});
         }},
    {.code = "TS3006",
     .title = "a model that is split into stages does not tie its head to the embedding",
     .reason = "embedding and head would be on different stages",
     .source = "torchtitan models/common/decoder.py",
     .check =
         [](const job& j, sayer& say) {
           if (j.parallelism.pipeline_parallel_degree > 1 && j.model.enable_weight_tying)
             say(j.parallelism.pipeline_parallel_degree, {"parallelism.pipeline_parallel_degree = ", j.parallelism.pipeline_parallel_degree,
                                                          " with a tied head (model.enable_weight_tying = true)"})
                 .because(j.model.enable_weight_tying)
                 .fix({"pipeline_parallel_degree = 1"})
                 .hint({"or untie the head: ", j.model.vocab_size * j.model.dim, " more parameters"});
         }},
    {.code = "TS3007",
     .title = "the sequence divides among tensor and context ranks",
     .reason = "each rank takes an equal piece; context parallelism deals it out from both ends",
     .source = "torchtitan trainer.py (0.3), models/qwen3/infra/parallelize.py (0.2)",
     .check =
         [](const job& j, sayer& say) {
           const std::int64_t by = seq_len_divisor(j, say.target.seq_divides_by_tp_always), n = j.training.seq_len;
           if (by <= 0 || n % by == 0) return;
           // a tensor degree that is refused for the heads is not blamed twice
           const std::int64_t tp = j.parallelism.tensor_parallel_degree;
           if (j.model.n_heads > 0 && j.model.n_kv_heads > 0 && !detail::divides_heads(j.model, tp) && by % tp == 0 && n % (by / tp) == 0)
             return;
           auto said = say(j.training.seq_len,
                           {"training.seq_len = ", n, " is not a multiple of ", by, " (tensor parallel ",
                            j.parallelism.tensor_parallel_degree, ", context parallel ", j.parallelism.context_parallel_degree, ")"})
                           .because(j.parallelism.tensor_parallel_degree)
                           .because(j.parallelism.context_parallel_degree)
                           .fix({"seq_len = ", detail::multiple_above(n, by)});
           if (n > by) said.hint({"nearest: ", detail::below(n, by), " or ", detail::multiple_above(n, by)});
         },
     .targets = on::torchtitan},
    {.code = "TS3008",
     .title = "a pipeline microbatch divides the batch",
     .reason = "the schedule splits each local batch into whole microbatches",
     .source = "torchtitan trainer.py",
     .check =
         [](const job& j, sayer& say) {
           const std::int64_t micro = j.parallelism.pipeline_parallel_microbatch_size, batch = j.training.local_batch_size;
           if (j.parallelism.pipeline_parallel_degree > 1 && micro > 0 && batch % micro != 0)
             say(j.training.local_batch_size,
                 {"training.local_batch_size = ", batch, " is not a multiple of parallelism.pipeline_parallel_microbatch_size = ", micro})
                 .because(j.parallelism.pipeline_parallel_microbatch_size)
                 .fix({"local_batch_size = ", detail::multiple_above(batch, micro)});
         },
     .targets = on::torchtitan},
    {.code = "TS3009",
     .title = "the layers are enough for the stages",
     .reason = "every stage holds at least one layer, the embedding and the head counted as the layers that their stages have less",
     .source = "torchtitan distributed/pipeline_parallel.py",
     .check =
         [](const job& j, sayer& say) {
           const pipeline_split s = split_pipeline(j);
           const parallelism& p = j.parallelism;
           if (s.stages == 0 || j.model.n_layers <= 0) return;
           if (s.least == 0) {
             say(p.pipeline_parallel_degree, {"model.n_layers = ", j.model.n_layers, ", with embedding and head ", s.layers,
                                              ", are less than the ", s.stages, " stages of ", p.pipeline_parallel_schedule})
                 .because(j.model.n_layers)
                 .because(p.pipeline_parallel_schedule)
                 .fix({"pipeline_parallel_degree = ", s.layers / (s.looped ? 2 : 1) > 0 ? s.layers / (s.looped ? 2 : 1) : 1});
             return;
           }
           const auto heavy = [&](const std::int64_t& less, std::string_view name) {
             if (less > s.least)
               say(less,
                   {"parallelism.", name, " = ", less, " is more than the ", s.least, " layers of the smallest of ", s.stages, " stages"})
                   .because(p.pipeline_parallel_degree)
                   .fix({name, " = ", s.least});
           };
           heavy(p.pipeline_parallel_first_stage_less_layers, "pipeline_parallel_first_stage_less_layers");
           heavy(p.pipeline_parallel_last_stage_less_layers, "pipeline_parallel_last_stage_less_layers");
         },
     .targets = on::torchtitan},
    {.code = "TS3010",
     .title = "pipeline and expert parallelism run without CUDA graphs",
     .reason = "torchtitan records CUDA graphs unless it is told not to, and refuses both with them",
     .source = "torchtitan 0.3.0 trainer.py",
     .check =
         [](const job& j, sayer& say) {
           const parallelism& p = j.parallelism;
           if (j.training.disable_cuda_graphs) return;
           const auto refused = [&](const std::int64_t& degree, std::string_view name) {
             say(j.training.disable_cuda_graphs,
                 {"training.disable_cuda_graphs = false, and parallelism.", name, " = ", degree, " cannot be recorded in CUDA graphs"})
                 .because(degree)
                 .fix({"disable_cuda_graphs = true"});
           };
           if (p.pipeline_parallel_degree > 1)
             refused(p.pipeline_parallel_degree, "pipeline_parallel_degree");
           else if (p.expert_parallel_degree > 1 && j.model.moe_enabled)
             refused(p.expert_parallel_degree, "expert_parallel_degree");
         },
     .targets = on::cuda_graphs},
    {.code = "TS3011",
     .title = "context parallelism has an attention that can be split",
     .reason = "with the spmd_types and full_dtensor backends only flex attention can, with partial_dtensor sdpa too",
     .source = "torchtitan 0.3.0 models/qwen3/model.py, distributed/full_dtensor.py",
     .check =
         [](const job& j, sayer& say) {
           const text& attention = j.model.attn_backend;
           const bool partial = j.parallelism.spmd_backend == "partial_dtensor";
           if (j.parallelism.context_parallel_degree <= 1 || j.model.backend != "native") return;
           if (attention == "flex" || attention == "flex_flash" || (partial && attention == "sdpa")) return;
           say(j.model.attn_backend, {"model.attn_backend = \"", attention, "\" with parallelism.context_parallel_degree = ",
                                      j.parallelism.context_parallel_degree, " and spmd_backend = \"", j.parallelism.spmd_backend, "\""})
               .because(j.parallelism.context_parallel_degree)
               .because(j.parallelism.spmd_backend)
               .fix({"attn_backend = \"flex\""});
         },
     .targets = on::cuda_graphs},
    {.code = "TS3012",
     .title = "a rank has as many stages as the schedule runs",
     .reason = "GPipe and 1F1B run one stage a rank, the others at least two",
     .source = "torchtitan distributed/pipeline_parallel.py",
     .check =
         [](const job& j, sayer& say) {
           const pipeline_split s = split_pipeline(j);
           const parallelism& p = j.parallelism;
           if (s.stages == 0 || s.least == 0 || j.model.n_layers <= 0 || !p.pipeline_parallel_layers_per_stage) return;
           const std::int64_t ranks = p.pipeline_parallel_degree;
           const std::string_view schedule = p.pipeline_parallel_schedule;
           const std::int64_t wanted = s.looped ? 2 : 1;
           const bool whole = s.stages % ranks == 0;
           if (whole && (s.looped ? s.per_rank >= 2 : s.per_rank == 1)) return;
           auto said = say(p.pipeline_parallel_layers_per_stage,
                           {"parallelism.pipeline_parallel_layers_per_stage = ", *p.pipeline_parallel_layers_per_stage, " makes ", s.stages,
                            " stages of ", s.layers, " layers, which ", ranks, " ranks cannot run by ", schedule});
           said.because(p.pipeline_parallel_degree).because(p.pipeline_parallel_schedule);
           const std::int64_t fit = (s.layers + ranks * wanted - 1) / (ranks * wanted);
           if ((s.layers + fit - 1) / fit == ranks * wanted) said.fix({"pipeline_parallel_layers_per_stage = ", fit});
         },
     .targets = on::torchtitan},
    {.code = "TS3013",
     .title = "there are microbatches enough for the schedule",
     .reason = "1F1B and DualPipeV need one for each stage, the interleaved schedules the same number in each round",
     .source = "torch.distributed.pipelining.schedules",
     .check =
         [](const job& j, sayer& say) {
           const pipeline_split s = split_pipeline(j);
           const parallelism& p = j.parallelism;
           if (s.stages == 0 || s.microbatches == 0 || !p.pipeline_parallel_schedule_csv.empty()) return;
           if (j.training.local_batch_size % p.pipeline_parallel_microbatch_size != 0) return;  // TS3008 says so
           const std::string_view schedule = p.pipeline_parallel_schedule;
           const std::int64_t n = s.microbatches, size = p.pipeline_parallel_microbatch_size;
           const std::int64_t rounds = n / p.pipeline_parallel_degree > 1 ? n / p.pipeline_parallel_degree : 1;
           const bool each_stage = (schedule == "1F1B" || schedule == "DualPipeV") && n < s.stages;
           const bool each_round = (schedule == "Interleaved1F1B" || schedule == "InterleavedZeroBubble") && n % rounds != 0;
           if (!each_stage && !each_round) return;
           const std::int64_t more = each_stage ? s.stages : detail::multiple_above(n, p.pipeline_parallel_degree);
           auto said = each_stage ? say(j.training.local_batch_size, {"a local batch of ", j.training.local_batch_size, " gives ", n,
                                                                      " microbatches, fewer than the ", s.stages, " stages of ", schedule})
                                  : say(j.training.local_batch_size,
                                        {"a local batch of ", j.training.local_batch_size, " gives ", n, " microbatches, which ", schedule,
                                         " cannot deal out in ", rounds, " rounds"});
           said.because(p.pipeline_parallel_degree).because(p.pipeline_parallel_microbatch_size).fix({"local_batch_size = ", more * size});
         },
     .targets = on::torchtitan},
    {.code = "TS3014",
     .title = "a V-shaped schedule has two stages on each rank",
     .reason = "the way forth and the way back",
     .source = "torch.distributed.pipelining.schedules",
     .check =
         [](const job& j, sayer& say) {
           const pipeline_split s = split_pipeline(j);
           const parallelism& p = j.parallelism;
           const std::string_view schedule = p.pipeline_parallel_schedule;
           const std::int64_t ranks = p.pipeline_parallel_degree, wanted = 2 * ranks;
           if ((schedule != "ZBVZeroBubble" && schedule != "DualPipeV") || s.least == 0 || s.stages % ranks != 0 || s.per_rank <= 2) return;
           auto said = say(p.pipeline_parallel_layers_per_stage,
                           {schedule, " has two stages a rank; ", s.stages, " stages on ", ranks, " ranks are ", s.per_rank});
           said.because(p.pipeline_parallel_schedule);
           const std::int64_t fit = (s.layers + wanted - 1) / wanted;
           if ((s.layers + fit - 1) / fit == wanted) said.fix({"pipeline_parallel_layers_per_stage = ", fit});
         },
     .targets = on::torchtitan},
    {.code = "TS3015",
     .title = "settings of a way to split the work are used",
     .reason = "while its degree is 1 torchtitan does not even read them",
     .source = "torchtitan, tried",
     .check =
         [](const job& j, sayer& say) {
           const parallelism &p = j.parallelism, &unset = detail::default_job.parallelism;
           if (p.pipeline_parallel_degree == 1) {
             const auto idle = [&](const auto& field, const auto& by_default) {
               say.idle(field, by_default, {"has no effect while pipeline_parallel_degree = 1"}, p.pipeline_parallel_degree);
             };
             idle(p.pipeline_parallel_first_stage_less_layers, unset.pipeline_parallel_first_stage_less_layers);
             idle(p.pipeline_parallel_last_stage_less_layers, unset.pipeline_parallel_last_stage_less_layers);
             idle(p.pipeline_parallel_layers_per_stage, unset.pipeline_parallel_layers_per_stage);
             idle(p.pipeline_parallel_schedule, unset.pipeline_parallel_schedule);
             idle(p.pipeline_parallel_schedule_csv, unset.pipeline_parallel_schedule_csv);
             idle(p.pipeline_parallel_microbatch_size, unset.pipeline_parallel_microbatch_size);
           }
           if (p.context_parallel_degree == 1)
             say.idle(p.context_parallel_load_balancer, unset.context_parallel_load_balancer,
                      {"has no effect while context_parallel_degree = 1"}, p.context_parallel_degree);
           if (p.expert_parallel_degree == 1)
             say.idle(p.expert_parallel_comm_backend, unset.expert_parallel_comm_backend,
                      {"has no effect while expert_parallel_degree = 1"}, p.expert_parallel_degree);
           else if (j.model.moe_enabled && !say.target.expert_comm_backend)
             say.idle(p.expert_parallel_comm_backend, unset.expert_parallel_comm_backend, {"is not read by the Qwen3 of ", say.target.name},
                      p.expert_parallel_degree);
           if (p.tensor_parallel_degree == 1)
             say.idle(p.enable_sequence_parallel, unset.enable_sequence_parallel, {"has no effect while tensor_parallel_degree = 1"},
                      p.tensor_parallel_degree);
         },
     .severity = severity::warning,
     .targets = on::torchtitan},
    {.code = "TS3016",
     .title = "replicas average their gradients once",
     .reason = "in this version DDP divides gradients by the ranks although the loss is already divided by all tokens",
     .source = "torchtitan 0.2.2, tried: gradient norm halved on two replicas",
     .check =
         [](const job& j, sayer& say) {
           const degrees d = degrees_of(j);
           if (d.dp_replicate <= 1 || d.dp_shard != 1 || d.cp != 1) return;  // with shards it is HSDP, which divides once
           say(j.parallelism.data_parallel_replicate_degree,
               {"parallelism.data_parallel_replicate_degree = ", d.dp_replicate, " without shards is DDP, where ", say.target.name,
                " divides the gradients by ", d.dp_replicate, " once too often"})
               .because(j.parallelism.data_parallel_shard_degree)
               .fix({"data_parallel_replicate_degree = 1"})
               .hint({"with data_parallel_shard_degree = ", d.dp_replicate, " or -1"});
         },
     .targets = on::ddp_divides_twice},
    {.code = "TS3017",
     .title = "tensor parallelism divides the feed-forward layer",
     .reason = "unequal shares end in a shape error in the first step",
     .source = "torchtitan 0.2.2 models/qwen3/model/model.py, tried",
     .check =
         [](const job& j, sayer& say) {
           const std::int64_t tp = j.parallelism.tensor_parallel_degree, n = j.model.hidden_dim;
           if (say.target.uneven_hidden_dim || n <= 0 || n % tp == 0 || count_moe_layers(j.model) == j.model.n_layers) return;
           say(j.parallelism.tensor_parallel_degree,
               {"parallelism.tensor_parallel_degree = ", tp, " does not divide model.hidden_dim = ", n})
               .because(j.model.hidden_dim)
               .fix({"tensor_parallel_degree = ", detail::common_degree(tp, n, j.model.n_kv_heads > 0 ? j.model.n_kv_heads : n)});
         },
     .targets = on::torchtitan},
    {.code = "TS3018",
     .title = "experts that are dealt out over tensor ranks split the sequence between blocks",
     .reason = "without sequence parallelism the router's output cannot be redistributed: the first step stops",
     .source = "torchtitan 0.3.0 protocols/module.py, tried with partial_dtensor; unconfirmed with the other backends",
     .check =
         [](const job& j, sayer& say) {
           const parallelism& p = j.parallelism;
           if (p.enable_sequence_parallel || p.tensor_parallel_degree <= 1 || p.expert_parallel_degree <= 1 || !j.model.moe_enabled) return;
           auto said = say(p.enable_sequence_parallel, {"parallelism.enable_sequence_parallel = false with tensor parallel ",
                                                        p.tensor_parallel_degree, " and expert parallel ", p.expert_parallel_degree});
           said.because(p.tensor_parallel_degree).because(p.expert_parallel_degree).fix({"enable_sequence_parallel = true"});
           if (p.spmd_backend != "partial_dtensor") said.as(severity::warning);
         },
     .targets = on::cuda_graphs,
     .warns = true},
    {.code = "TS3019",
     .title = "each context rank takes whole blocks of flex attention",
     .reason = "a mask is made of blocks of 128 positions; an odd length stops the first step",
     .source = "torchtitan 0.3.0 distributed/context_parallel, tried",
     .check =
         [](const job& j, sayer& say) {
           const std::int64_t cp = j.parallelism.context_parallel_degree, by = 128 * cp, n = j.training.seq_len;
           const bool flex = j.model.attn_backend == "flex" || j.model.attn_backend == "flex_flash";
           if (cp <= 1 || j.model.backend != "native" || !flex || n % by == 0) return;
           if (n % seq_len_divisor(j, say.target.seq_divides_by_tp_always) != 0) return;  // TS3007
           say(j.training.seq_len, {"training.seq_len = ", n, " is not a multiple of ", by, " (128 x context parallel ", cp, ")"})
               .because(j.parallelism.context_parallel_degree)
               .because(j.model.attn_backend)
               .fix({"seq_len = ", detail::multiple_above(n, by)});
         },
     .targets = on::cuda_graphs},
    {.code = "TS3020",
     .title = "the ptrr load balancer has flex attention",
     .reason = "it deals out the blocks of a flex mask; sdpa has none and the first step stops",
     .source = "torchtitan 0.3.0 distributed/context_parallel, tried",
     .check =
         [](const job& j, sayer& say) {
           const parallelism& p = j.parallelism;
           if (p.context_parallel_degree > 1 && j.model.backend == "native" && p.context_parallel_load_balancer == "ptrr" &&
               p.spmd_backend == "partial_dtensor" && j.model.attn_backend == "sdpa")
             say(p.context_parallel_load_balancer, {"parallelism.context_parallel_load_balancer = \"ptrr\" with sdpa attention"})
                 .because(j.model.attn_backend)
                 .fix({"context_parallel_load_balancer = \"headtail\""});
         },
     .targets = on::cuda_graphs},
    {.code = "TS3021",
     .title = "the widths of experts are multiples of 8",
     .reason = "torch._grouped_mm takes rows of whole 16 bytes: 8 numbers in bfloat16; the first step stops",
     .source = "torchtitan 0.3.0 models/common/moe.py, tried",
     .check =
         [](const job& j, sayer& say) {
           const model& m = j.model;
           if (!m.moe_enabled || m.backend != "native" || m.moe_inter_dim <= 0) return;
           // expert-parallel ranks hold whole experts, tensor ranks alone a share of each
           const std::int64_t tp = j.parallelism.expert_parallel_degree > 1 ? 1 : j.parallelism.tensor_parallel_degree;
           if (m.dim % 8 != 0)
             say(m.dim, {"model.dim = ", m.dim, " is not a multiple of 8"}).fix({"dim = ", detail::multiple_above(m.dim, 8)});
           if (m.moe_inter_dim % (8 * tp) != 0)
             say(m.moe_inter_dim,
                 {"model.moe_inter_dim = ", m.moe_inter_dim, " is not a multiple of ", 8 * tp, tp > 1 ? " (8 x tensor parallel)" : ""})
                 .because(j.parallelism.tensor_parallel_degree)
                 .fix({"moe_inter_dim = ", detail::multiple_above(m.moe_inter_dim, 8 * tp)});
         },
     .targets = on::grouped_mm},
};

}  // namespace trainspec::inline v0
