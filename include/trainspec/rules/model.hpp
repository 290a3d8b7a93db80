#pragma once
#include "../model/batch.hpp"
#include "../model/shape.hpp"
#include "../presets/qwen3.hpp"
#include "../schema/nearest.hpp"
#include "rule.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// "4B, 8B and 14B" for the flavors that satisfy `wanted`.
constexpr text names_of_flavors(auto&& wanted) {
  sentence s;
  for (const qwen3_flavor& f : qwen3_flavors)
    if (wanted(f)) {
      if (!s.empty()) s << ", ";
      s << f.name;
    }
  return text::copy(s.view());
}
/// Physical cores in a logical one, where a kernel needs to know: Neuron's default on Trn2 and later is 2.
constexpr std::int64_t lnc_of(const job& j) { return j.machine.lnc > 0 ? j.machine.lnc : 2; }
/// What seq_len must be a multiple of for the NKI rotary kernel: tiles of 128 rows on each physical core, on each context rank.
constexpr std::int64_t rotary_rows(const job& j) {
  const std::int64_t cp = j.parallelism.context_parallel_degree;
  return 128 * lnc_of(j) * (cp > 0 ? cp : 1);
}
constexpr std::int64_t below(std::int64_t n, std::int64_t step) { return n / step * step; }
constexpr std::int64_t multiple_above(std::int64_t n, std::int64_t step) { return (n / step + 1) * step; }
}  // namespace detail

inline constexpr rule model_rules[] = {
    {.code = "TS2001",
     .title = "the shape of the model is known",
     .reason = "every size of the model must come from a flavor or be given",
     .source = "torchtitan Qwen3Model.Config",
     .check =
         [](const job& j, sayer& say) {
           if (j.model.backend == "transformers" && !j.model.hf_model.empty()) return;  // AutoConfig brings the numbers
           if (!j.model.flavor.empty() && !find_qwen3_flavor(j.model.flavor)) return;   // TS2002 says so
           const model& m = j.model;
           if (m.flavor.empty() && m.dim == 0 && m.n_layers == 0 && m.n_heads == 0 && m.vocab_size == 0) {
             say(m.flavor, {"the model has no shape: give model.flavor, or dim, n_layers, n_heads, n_kv_heads, vocab_size and hidden_dim"})
                 .fix({"flavor = \"", m.backend == "nki_moe" ? "30B-A3B" : "4B", "\""});
             return;
           }
           const auto needs = [&](const std::int64_t& n, std::string_view name) {
             if (n == 0) say(n, {"model.", name, " is not known: give model.flavor or the number"}).because(j.model.flavor);
           };
           needs(j.model.dim, "dim");
           needs(j.model.n_layers, "n_layers");
           needs(j.model.n_heads, "n_heads");
           needs(j.model.n_kv_heads, "n_kv_heads");
           needs(j.model.vocab_size, "vocab_size");
           if (count_moe_layers(j.model) < j.model.n_layers) needs(j.model.hidden_dim, "hidden_dim");
         }},
    {.code = "TS2002",
     .title = "the flavor is a published one",
     .reason = "the numbers of the model come from its flavor",
     .source = "config.json of the Qwen3 repositories on the Hugging Face Hub; torchtitan models/qwen3/__init__.py",
     .check =
         [](const job& j, sayer& say) {
           if (j.model.flavor.empty() || find_qwen3_flavor(j.model.flavor)) return;
           const bool moe = j.model.backend == "nki_moe";
           nearest near(without_family(j.model.flavor));
           for (const qwen3_flavor& f : qwen3_flavors)
             if (!moe || f.moe()) near.offer(f.name);
           auto said =
               say(j.model.flavor, {"there is no Qwen3 flavor '", j.model.flavor,
                                    "'; there are: ", detail::names_of_flavors([&](const qwen3_flavor& f) { return !moe || f.moe(); })});
           if (!near.best().empty()) said.fix({"flavor = \"", near.best(), "\""});
         }},
    {.code = "TS2003",
     .title = "the NKI path has a mixture of experts",
     .reason = "the NKI path replaces the mixture-of-experts block; a dense model has none",
     .source = "facts of the three modelling paths: qwen3_nki_moe_config",
     .check =
         [](const job& j, sayer& say) {
           if (j.model.backend != "nki_moe" || j.model.moe_enabled) return;
           say(j.model.backend, {"model.backend = \"nki_moe\" needs a mixture of experts, and ",
                                 j.model.flavor.empty() ? "this model" : j.model.flavor.view(), " is dense"})
               .because(j.model.flavor)
               .fix({"backend = \"native\""});
         }},
    {.code = "TS2101",
     .title = "query heads divide into groups of key and value heads",
     .reason = "each key and value head serves the same number of query heads",
     .source = "torch scaled_dot_product_attention (enable_gqa); torchtitan models/common/attention.py",
     .check =
         [](const job& j, sayer& say) {
           const model& m = j.model;
           if (m.n_heads > 0 && m.n_kv_heads > 0 && m.n_heads % m.n_kv_heads != 0)
             say(m.n_heads, {"model.n_heads = ", m.n_heads, " is not a multiple of model.n_kv_heads = ", m.n_kv_heads})
                 .because(m.n_kv_heads);
         }},
    {.code = "TS2102",
     .title = "the head dimension is even",
     .reason = "the rotary embedding turns pairs of numbers",
     .source = "torchtitan models/common/rope.py",
     .check =
         [](const job& j, sayer& say) {
           if (j.model.head_dim % 2 != 0)
             say(j.model.head_dim, {"model.head_dim = ", j.model.head_dim, " is odd"}).fix({"head_dim = ", j.model.head_dim + 1});
         }},
    {.code = "TS2103",
     .title = "the sequence length fits the NKI rotary kernel",
     .reason = "each logical core walks the sequence in tiles of 128 rows",
     .source = "nki-library core/embeddings/rope_hf.py",
     .check =
         [](const job& j, sayer& say) {
           const bool on_neuron = j.machine.lnc > 0 || say.target.neuron;
           if (j.model.backend != "nki_moe" || !on_neuron) return;
           const std::int64_t lnc = detail::lnc_of(j), cp = j.parallelism.context_parallel_degree;
           const std::int64_t all = detail::rotary_rows(j), n = j.training.seq_len;
           if (n % all == 0) return;
           auto said = cp > 1 ? say(j.training.seq_len, {"training.seq_len = ", n, " is not a multiple of ", all, " (128 x LNC ", lnc,
                                                         " x context parallel ", cp, "), which the NKI rotary kernel needs"})
                              : say(j.training.seq_len, {"training.seq_len = ", n, " is not a multiple of ", all, " (128 x LNC ", lnc,
                                                         "), which the NKI rotary kernel needs"});
           said.because(j.machine.lnc);
           if (n > all)
             said.hint({"nearest: ", detail::below(n, all), " or ", detail::multiple_above(n, all)})
                 .fix({"seq_len = ", detail::multiple_above(n, all)});
           else
             said.fix({"seq_len = ", all});
         }},
    {.code = "TS2104",
     .title = "the sequence fits the rotary table",
     .reason = "positions beyond the table have no angle",
     .source = "torchtitan models/common/decoder.py; config.json max_position_embeddings",
     .check =
         [](const job& j, sayer& say) {
           const model& m = j.model;
           double most = static_cast<double>(m.max_seq_len);
           const std::int64_t original = m.rope_scaling.original_max_position_embeddings;
           if (m.rope_scaling.rope_type != "none") {
             // an original length that is not given is max_seq_len / factor: the table is already the scaled one
             const double scaled = m.rope_scaling.factor * static_cast<double>(original);
             most = scaled > most ? scaled : most;
           }
           const std::int64_t n = j.training.seq_len;
           if (static_cast<double>(n) <= most) return;
           say(j.training.seq_len, {"training.seq_len = ", n, " is longer than the rotary table: ", most, " positions"})
               .because(m.max_seq_len)
               .hint({"needs rotary scaling by a factor of at least ",
                      static_cast<double>(n) / static_cast<double>(original > 0 ? original : m.max_seq_len)})
               .fix({"seq_len = ", static_cast<std::int64_t>(most)});
         },
     .targets = on::fixed_rope_table},
    {.code = "TS2105",
     .title = "rotary scaling that is set has an effect",
     .reason = "with rope_type \"none\" the factor is not read",
     .source = "torchtitan models/common/rope.py",
     .check =
         [](const job& j, sayer& say) {
           const rope_scaling &s = j.model.rope_scaling, &unset = detail::default_job.model.rope_scaling;
           if (s.rope_type == "none" && s.factor != 1.0)
             say(s.factor, {"model.rope_scaling.factor = ", s.factor, " has no effect while rope_type is \"none\""})
                 .fix({"rope_type = \"yarn\""});
           if (s.rope_type == "none")
             say.idle(s.original_max_position_embeddings, unset.original_max_position_embeddings,
                      {"has no effect while rope_type is \"none\""}, s.rope_type);
           if (s.rope_type == "yarn") return;
           say.idle(s.beta_fast, unset.beta_fast, {"has no effect while rope_type is not \"yarn\""}, s.rope_type);
           say.idle(s.beta_slow, unset.beta_slow, {"has no effect while rope_type is not \"yarn\""}, s.rope_type);
         },
     .severity = severity::warning},
    {.code = "TS2106",
     .title = "YaRN keeps fast frequencies and interpolates slow ones",
     .reason = "the ramp between the two would run backwards",
     .source = "YaRN (arXiv 2309.00071), section 3.2; torchtitan models/common/rope.py",
     .check =
         [](const job& j, sayer& say) {
           const rope_scaling& s = j.model.rope_scaling;
           if (s.rope_type == "yarn" && s.beta_fast < s.beta_slow)
             say(s.beta_fast,
                 {"model.rope_scaling.beta_fast = ", s.beta_fast, " is less than model.rope_scaling.beta_slow = ", s.beta_slow})
                 .because(s.beta_slow)
                 .hint({"the paper has 32 and 1"});
         }},
    {.code = "TS2201",
     .title = "a token visits no more experts than there are",
     .reason = "top-k picks distinct experts",
     .source = "torchtitan models/common/moe.py: \"selected index k out of range\" in the first step",
     .check =
         [](const job& j, sayer& say) {
           const model& m = j.model;
           if (m.moe_enabled && m.top_k > m.num_experts)
             say(m.top_k, {"model.top_k = ", m.top_k, " is more than model.num_experts = ", m.num_experts})
                 .because(m.num_experts)
                 .fix({"top_k = ", m.num_experts});
         }},
    {.code = "TS2202",
     .title = "a dense model has no experts",
     .reason = "the numbers would not be used: the model would be trained without the experts that were asked for",
     .source = "torchtitan models/qwen3/__init__.py",
     .check =
         [](const job& j, sayer& say) {
           const model& m = j.model;
           if (m.moe_enabled) return;
           if (const qwen3_flavor* f = find_qwen3_flavor(m.flavor); f && f->moe()) {
             say(m.moe_enabled, {"model.moe_enabled = false, but ", m.flavor, " is a mixture of experts"})
                 .because(m.flavor)
                 .fix({"moe_enabled = true"});
             return;
           }
           const auto unused = [&](const std::int64_t& n, std::string_view name) {
             if (n > 0)
               say(n, {"model.", name, " = ", n, " on a dense model", m.flavor.empty() ? "" : ": ", m.flavor,
                       m.flavor.empty() ? "" : " has no experts"})
                   .because(m.flavor)
                   .hint({"start from a mixture of experts such as \"30B-A3B\", or set moe_enabled = true with moe_inter_dim, num_experts "
                          "and top_k"});
           };
           unused(m.num_experts, "num_experts");
           unused(m.top_k, "top_k");
           unused(m.moe_inter_dim, "moe_inter_dim");
           unused(m.num_shared_experts, "num_shared_experts");
         }},
    {.code = "TS2203",
     .title = "a mixture of experts has experts, their width and top_k",
     .reason = "a router needs experts to choose from",
     .source = "torchtitan models/common/moe.py",
     .check =
         [](const job& j, sayer& say) {
           const model& m = j.model;
           if (!m.moe_enabled) return;
           const auto needs = [&](const std::int64_t& n, std::string_view name) {
             if (n <= 0) say(n, {"model.", name, " = ", n, " in a mixture of experts"}).because(m.moe_enabled);
           };
           needs(m.num_experts, "num_experts");
           needs(m.top_k, "top_k");
           needs(m.moe_inter_dim, "moe_inter_dim");
         }},
    {.code = "TS2204",
     .title = "layers kept dense exist",
     .reason = "a layer is counted from 0",
     .source = "Hugging Face Qwen3MoeConfig.mlp_only_layers",
     .check =
         [](const job& j, sayer& say) {
           std::size_t i = 0;
           for (std::int64_t layer : j.model.mlp_only_layers) {
             if (layer >= j.model.n_layers && j.model.n_layers > 0)
               say.element(j.model.mlp_only_layers, {"[", i, "]"},
                           {"model.mlp_only_layers[", i, "] = ", layer, ", but the layers are 0 to ", j.model.n_layers - 1})
                   .because(j.model.n_layers);
             ++i;
           }
         }},
    {.code = "TS2205",
     .title = "settings of a router have a router",
     .reason = "a dense model has none",
     .source = "torchtitan models/qwen3/__init__.py",
     .check =
         [](const job& j, sayer& say) {
           const model &m = j.model, &unset = detail::default_job.model;
           const qwen3_flavor* f = find_qwen3_flavor(m.flavor);
           if (m.moe_enabled || (f && f->moe()) || m.backend == "transformers") return;  // TS2202; AutoConfig brings the model
           const auto idle = [&](const auto& field, const auto& by_default) {
             say.idle(field, by_default, {"has no effect on a dense model"}, m.flavor);
           };
           idle(m.score_func, unset.score_func);
           idle(m.route_norm, unset.route_norm);
           idle(m.route_scale, unset.route_scale);
           idle(m.load_balance_coeff, unset.load_balance_coeff);
           idle(m.router_aux_loss_coef, unset.router_aux_loss_coef);
           idle(m.decoder_sparse_step, unset.decoder_sparse_step);
           idle(m.mlp_only_layers, unset.mlp_only_layers);
           idle(j.debug.moe_force_load_balance, false);
         },
     .severity = severity::warning},
    {.code = "TS2206",
     .title = "the balancing of experts that is asked for is done",
     .reason = "torchtitan adds no balancing loss; 0.2 registers the step of its bias for other models than Qwen3",
     .source = "torchtitan components/optimizer/optimizer.py; 0.2.2 models/qwen3/__init__.py, tried",
     .check =
         [](const job& j, sayer& say) {
           const model &m = j.model, &unset = detail::default_job.model;
           if (!m.moe_enabled || m.backend == "transformers") return;
           // 0.001 stands in every published config.json: nobody asked for it
           if (m.router_aux_loss_coef != 0.001)
             say.idle(m.router_aux_loss_coef, 0.0, {"has no effect: ", say.target.name, " has no balancing loss"}, m.moe_enabled);
           if (!say.target.balances_experts)
             say.idle(m.load_balance_coeff, unset.load_balance_coeff,
                      {"has no effect on Qwen3: ", say.target.name, " never moves the bias"}, m.moe_enabled);
         },
     .severity = severity::warning,
     .targets = on::torchtitan},
    {.code = "TS2208",
     .title = "the target can keep some layers dense",
     .reason = "every layer would become a mixture of experts",
     .source = "torchtitan 0.2.2 models/qwen3/model/model.py",
     .check =
         [](const job& j, sayer& say) {
           const model& m = j.model;
           if (!m.moe_enabled || say.target.layers_differ || m.backend == "transformers") return;
           if (!m.mlp_only_layers.empty())
             say(m.mlp_only_layers, {"model.mlp_only_layers, but in ", say.target.name, " all layers are alike"})
                 .fix({"mlp_only_layers = []"});
           if (m.decoder_sparse_step != 1)
             say(m.decoder_sparse_step,
                 {"model.decoder_sparse_step = ", m.decoder_sparse_step, ", but in ", say.target.name, " all layers are alike"})
                 .fix({"decoder_sparse_step = 1"});
         },
     .targets = on::torchtitan},
};

}  // namespace trainspec::inline v0
