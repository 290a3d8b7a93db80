"""The engine's Qwen3 computes what Transformers' Qwen3 computes, in float32, and its export loads there."""

import numpy
import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
safetensors_torch = pytest.importorskip("safetensors.torch")

from conftest import fields_of, tiny_qwen3, write_data  # noqa: E402

LOGITS, GRADIENTS = 1e-5, 1e-6


def random_batch(vocab_size, masked=5, shape=(1, 1, 2, 64)):
    random = numpy.random.default_rng(1)
    tokens, labels = (random.integers(0, vocab_size, shape) for _ in range(2))
    labels.reshape(-1)[:masked] = -100
    return tokens, labels


def loss_of(logits, labels):
    flat = labels.flatten()
    total = torch.nn.functional.cross_entropy(logits.flatten(0, 1).float(), flat, reduction="sum", ignore_index=-100)
    return total / (flat != -100).sum()


@pytest.mark.parametrize("bias", [False, True], ids=["plain", "attention_bias"])
@pytest.mark.parametrize("tied", [False, True], ids=["untied", "tied"])
def test_logits_and_gradients_equal_transformers(engine, tmp_path, tied, bias):
    model = tiny_qwen3(tied, bias)
    model.save_pretrained(tmp_path / "hf")
    tokens, labels = random_batch(model.config.vocab_size)
    write_data(tmp_path / "data", tokens, labels)
    engine("grads", tmp_path / "hf", tmp_path / "data", tmp_path / "out.safetensors", *fields_of(model.config))
    ours = safetensors_torch.load_file(tmp_path / "out.safetensors")

    logits = model(torch.from_numpy(tokens[0, 0])).logits
    loss = loss_of(logits, torch.from_numpy(labels[0, 0]))
    loss.backward()
    worst_logit = (ours["logits"] - logits).abs().max().item()
    gradients = {"grad." + name: p.grad for name, p in model.named_parameters()}
    assert set(gradients) == {name for name in ours if name.startswith("grad.")}
    worst_gradient = max((ours[name] - g).abs().max().item() for name, g in gradients.items())
    print(f"\nlogits {worst_logit:.2e}, gradients {worst_gradient:.2e}, loss {abs(ours['loss'].item() - loss.item()):.2e}")
    assert max(g.abs().max().item() for g in gradients.values()) > 0.01
    assert worst_logit <= LOGITS
    assert worst_gradient <= GRADIENTS
    assert abs(ours["loss"].item() - loss.item()) <= 1e-5


@pytest.mark.parametrize("family", ["qwen3", "qwen3_bias", "without_qk_norm"])
@pytest.mark.parametrize("tied", [False, True], ids=["untied", "tied"])
def test_export_loads_in_transformers(engine, tmp_path, tied, family):
    numbers = {"dim": 48, "n_layers": 2, "n_heads": 6, "n_kv_heads": 2, "head_dim": 16, "hidden_dim": 96, "vocab_size": 300}
    fields = [f"model.{name}={value}" for name, value in numbers.items()]
    fields += ["model.max_seq_len=128", "model.rope_theta=50000", "training.seq_len=64", "debug.seed=3"]
    fields += [f"model.enable_weight_tying={str(tied).lower()}"]
    fields += {"qwen3": [], "qwen3_bias": ["model.attention_bias=true"], "without_qk_norm": ["model.qk_norm=false"]}[family]
    engine("init", tmp_path / "hf", *fields)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["hf"]
    assert ("lm_head.weight" in safetensors_torch.load_file(tmp_path / "hf" / "model.safetensors")) is not tied

    model, info = transformers.AutoModelForCausalLM.from_pretrained(tmp_path / "hf", output_loading_info=True)
    assert not set(info["missing_keys"]) - ({"lm_head.weight"} if tied else set())
    assert not info["unexpected_keys"]
    assert not info["mismatched_keys"]
    assert model.dtype == torch.float32
    assert model.config.rope_parameters["rope_theta"] == 50000
    assert type(model).__name__ == ("LlamaForCausalLM" if family == "without_qk_norm" else "Qwen3ForCausalLM")

    tokens, labels = random_batch(numbers["vocab_size"])
    write_data(tmp_path / "data", tokens, labels)
    engine("grads", tmp_path / "hf", tmp_path / "data", tmp_path / "out.safetensors", *fields)
    ours = safetensors_torch.load_file(tmp_path / "out.safetensors")["logits"]
    worst = (ours - model(torch.from_numpy(tokens[0, 0])).logits).abs().max().item()
    print(f"\nlogits {worst:.2e}")
    assert worst <= LOGITS


def test_export_in_bfloat16_says_so(engine, tmp_path):
    model = tiny_qwen3(True)
    engine("init", tmp_path / "hf", "checkpoint.export_dtype=bfloat16", *fields_of(model.config))
    loaded = transformers.AutoModelForCausalLM.from_pretrained(tmp_path / "hf")
    assert loaded.dtype == torch.bfloat16


def test_export_replaces_an_older_folder(engine, tmp_path):
    model = tiny_qwen3(True)
    for seed in (1, 2):
        engine("init", tmp_path / "hf", f"debug.seed={seed}", *fields_of(model.config))
    (tmp_path / "hf" / "old").touch()
    engine("init", tmp_path / "hf", "debug.seed=3", *fields_of(model.config))
    assert sorted(p.name for p in (tmp_path / "hf").iterdir()) == ["config.json", "model.safetensors"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["hf"]


@pytest.mark.parametrize("change", ["missing", "unknown", "shape"])
def test_weights_that_do_not_fit_are_refused(engine, tmp_path, change):
    model = tiny_qwen3(False)
    tensors = {name: p.detach().clone() for name, p in model.named_parameters()}
    name = "model.layers.1.mlp.up_proj.weight"
    if change == "missing":
        del tensors[name]
    elif change == "unknown":
        name = "model.layers.9.mlp.up_proj.weight"
        tensors[name] = torch.zeros(2)
    else:
        tensors[name] = tensors[name][1:].clone()
    (tmp_path / "hf").mkdir()
    safetensors_torch.save_file(tensors, tmp_path / "hf" / "model.safetensors")
    write_data(tmp_path / "data", *random_batch(512))
    done = engine("grads", tmp_path / "hf", tmp_path / "data", tmp_path / "out", *fields_of(model.config), check=False)
    assert done.returncode == 2
    assert name in done.stderr
