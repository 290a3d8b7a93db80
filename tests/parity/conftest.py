"""Shared parts of the parity tests: the built engine and tiny models to compare it with."""

import json
import os
import pathlib
import subprocess

import numpy
import pytest

NUMBERS = {
    "dim": "hidden_size",
    "n_layers": "num_hidden_layers",
    "n_heads": "num_attention_heads",
    "n_kv_heads": "num_key_value_heads",
    "head_dim": "head_dim",
    "hidden_dim": "intermediate_size",
    "vocab_size": "vocab_size",
    "max_seq_len": "max_position_embeddings",
    "norm_eps": "rms_norm_eps",
    "attention_bias": "attention_bias",
    "enable_weight_tying": "tie_word_embeddings",
}


class Engine:
    """The program dump_parity of the build folder."""

    def __init__(self, program):
        self.program = str(program)

    def __call__(self, *arguments, check=True):
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False)
        if check:
            assert done.returncode == 0, done.stderr
        return done


@pytest.fixture(scope="session")
def engine():
    build = os.environ.get("TRAINSPEC_BUILD")
    if not build:
        pytest.skip("TRAINSPEC_BUILD names no build folder")
    found = sorted(p for p in pathlib.Path(build).rglob("dump_parity") if p.is_file() and os.access(p, os.X_OK))
    if not found:
        pytest.skip("dump_parity is not built in TRAINSPEC_BUILD")
    return Engine(found[0])


def fields_of(config):
    """The engine's arguments for the numbers of a Hugging Face configuration."""
    fields = [f"model.{ours}={json.dumps(getattr(config, theirs))}" for ours, theirs in NUMBERS.items()]
    return [*fields, f"model.rope_theta={config.rope_parameters['rope_theta']}", "training.seq_len=64"]


def write_data(path, tokens, labels):
    """tokens, labels: [steps, micro-batches, batch, seq] int64."""
    with open(path, "wb") as out:
        numpy.array(tokens.shape, dtype=numpy.int64).tofile(out)
        numpy.ascontiguousarray(tokens, dtype=numpy.int64).tofile(out)
        numpy.ascontiguousarray(labels, dtype=numpy.int64).tofile(out)


def tiny_qwen3(tied, bias=False, seed=0):
    """A Qwen3 whose every weight is random: norms 1 + 0.2 N, the rest 0.06 N."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    config = transformers.Qwen3Config(
        vocab_size=512,
        hidden_size=64,
        intermediate_size=160,
        num_hidden_layers=3,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=32,
        max_position_embeddings=128,
        tie_word_embeddings=tied,
        attention_bias=bias,
        attn_implementation="sdpa",
        rope_parameters={"rope_theta": 10000.0, "rope_type": "default"},
    )
    model = transformers.Qwen3ForCausalLM(config).float()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, p in model.named_parameters():
            noise = torch.randn(p.shape, generator=generator)
            p.copy_(1 + 0.2 * noise if "norm" in name else 0.06 * noise)
    return model
