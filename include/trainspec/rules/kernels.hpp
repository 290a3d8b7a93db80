#pragma once
#include "../model/batch.hpp"
#include "model.hpp"
#include "rule.hpp"

// Limits that Neuron's kernels state in their sources. Which kernels a release calls is not documented, so they warn; the
// rotary kernel of the NKI path, TS2103, is the exception.

namespace trainspec::inline v0 {

inline constexpr rule kernel_rules[] = {
    {.code = "TS6101",
     .title = "attention takes its fast path",
     .reason = "otherwise all scores are held at once: batch x heads x seq_len x seq_len x 4 bytes a layer",
     .source = "torch_neuronx scaled_dot_product_attention before release 2.33; unconfirmed for 2.33",
     .check =
         [](const job& j, sayer& say) {
           const model& m = j.model;
           if (m.attn_backend != "sdpa" || m.backend == "transformers") return;
           const std::int64_t cp = j.parallelism.context_parallel_degree, rows = j.training.seq_len / cp;
           const bool rotary = m.backend == "nki_moe" && j.training.seq_len % detail::rotary_rows(j) != 0;  // TS2103
           if (rows % 512 != 0 && !rotary)
             (cp > 1 ? say(j.training.seq_len, {"training.seq_len = ", j.training.seq_len, " gives a rank ", rows,
                                                " positions, not a multiple of 512"})
                     : say(j.training.seq_len, {"training.seq_len = ", rows, " is not a multiple of 512"}))
                 .because(m.attn_backend)
                 .fix({"seq_len = ", detail::multiple_above(rows, 512) * cp});
           if (m.head_dim > 128)
             say(m.head_dim, {"model.head_dim = ", m.head_dim, " is more than the 128 of the fast path"}).because(m.attn_backend);
         },
     .severity = severity::warning,
     .targets = on::neuron},
    {.code = "TS6102",
     .title = "the router fits the NKI top-k kernel",
     .reason = "the kernel takes up to 512 experts and 8 choices, and a width in tiles of 128",
     .source = "nki-library router_topk; whether release 2.33 calls it is unconfirmed",
     .check =
         [](const job& j, sayer& say) {
           const model& m = j.model;
           if (m.backend != "nki_moe" || !m.moe_enabled) return;
           if (m.top_k > 8) say(m.top_k, {"model.top_k = ", m.top_k, " is more than 8"}).fix({"top_k = 8"});
           if (m.num_experts > 512) say(m.num_experts, {"model.num_experts = ", m.num_experts, " is more than 512"});
           if (m.dim % 128 != 0)
             say(m.dim, {"model.dim = ", m.dim, " is not a multiple of 128"}).fix({"dim = ", detail::multiple_above(m.dim, 128)});
         },
     .severity = severity::warning,
     .targets = on::neuron},
    {.code = "TS6103",
     .title = "experts fit the tiles of the blockwise kernel",
     .reason = "each physical core of a logical one takes a share of both widths in multiples of 32",
     .source = "nki-library blockwise_mm_bwd; whether release 2.33 calls it is unconfirmed",
     .check =
         [](const job& j, sayer& say) {
           const model& m = j.model;
           if (m.backend != "nki_moe" || !m.moe_enabled || m.moe_inter_dim <= 0) return;
           const std::int64_t lnc = detail::lnc_of(j), tp = j.parallelism.tensor_parallel_degree, tile = 32 * lnc;
           if (m.dim % tile != 0)
             say(m.dim, {"model.dim = ", m.dim, " is not a multiple of ", tile, " (32 x LNC ", lnc, ")"})
                 .because(j.machine.lnc)
                 .fix({"dim = ", detail::multiple_above(m.dim, tile)});
           if (m.moe_inter_dim % (tile * tp) != 0)
             say(m.moe_inter_dim, {"model.moe_inter_dim = ", m.moe_inter_dim, " is not a multiple of ", tile * tp, " (32 x LNC ", lnc,
                                   " x tensor parallel ", tp, ")"})
                 .because(j.parallelism.tensor_parallel_degree)
                 .because(j.machine.lnc);
         },
     .severity = severity::warning,
     .targets = on::neuron},
    {.code = "TS6104",
     .title = "so many experts have been compiled for Trn2",
     .reason = "256 experts have ended in an internal error of the compiler",
     .source = "aws-neuron-sdk issue 1362; unconfirmed for release 2.33",
     .check =
         [](const job& j, sayer& say) {
           const model& m = j.model;
           const machine_preset* p = find_machine(j.machine.instance);
           if (m.moe_enabled && m.num_experts > 128 && (!p || p->family == "trn2"))
             say(m.num_experts, {"model.num_experts = ", m.num_experts, " is more than the 128 of the published models"})
                 .because(j.machine.instance);
         },
     .severity = severity::warning,
     .targets = on::neuron},
};

}  // namespace trainspec::inline v0
