"""Folders that the installed Transformers itself writes are read."""

import json
import subprocess
import sys

import pytest

transformers = pytest.importorskip("transformers")


def trainspec(*arguments):
    return subprocess.run([sys.executable, "-m", "trainspec", *map(str, arguments)], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("name", ["Qwen3", "Qwen3Moe"])
def test_a_model_that_transformers_saves_is_good_with_its_weights(tmp_path, name):
    numbers = {
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "head_dim": 16,
        "intermediate_size": 48,
        "vocab_size": 64,
        "tie_word_embeddings": False,
    }
    if name == "Qwen3Moe":
        numbers |= {"num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 24, "norm_topk_prob": True}
    config = getattr(transformers, f"{name}Config")(**numbers)
    getattr(transformers, f"{name}ForCausalLM")(config).save_pretrained(tmp_path)
    done = trainspec("check", tmp_path)
    assert done.returncode == 0 and "warning" not in done.stderr, done.stderr
    shown = json.loads(trainspec("show", tmp_path, "--format", "json").stdout)["model"]
    assert (shown["dim"], shown["n_kv_heads"], shown["head_dim"], shown["moe_enabled"]) == (32, 2, 16, name == "Qwen3Moe")
