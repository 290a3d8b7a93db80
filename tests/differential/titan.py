"""torchtitan 0.3.0's own checks of a job, run on a machine without accelerators and without triton.

Nothing is built: config objects, ParallelDims, the model's update_from_config, the pipeline's stage arithmetic, and the
two checks that stand inside Trainer.__init__, taken from its source.
"""

import ast
import copy
import functools
import importlib
import importlib.util
import inspect
import logging
import sys
import textwrap
import types

import torch


def _stand_in_for_triton():
    """torchtitan's kernel modules import triton when they are loaded; here no kernel runs."""
    if importlib.util.find_spec("triton") is not None:
        return

    def named(name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"__init__": lambda self, *a, **k: None})

    triton, language = types.ModuleType("triton"), types.ModuleType("triton.language")
    triton.language = language
    language.__getattr__ = named
    triton.jit = triton.autotune = lambda fn=None, *a, **k: fn if callable(fn) else (lambda f: f)
    sys.modules.update({"triton": triton, "triton.language": language})
    try:
        importlib.import_module("torchtitan.distributed.minimal_async_ep.kernels")
    finally:
        del sys.modules["triton"], sys.modules["triton.language"]


logging.getLogger().setLevel(logging.ERROR)
torch._utils._get_available_device_type = lambda: "cpu"
_stand_in_for_triton()

from torchtitan.config import ParallelismConfig, TrainingConfig  # noqa: E402
from torchtitan.distributed.parallel_dims import ParallelDims  # noqa: E402
from torchtitan.distributed.pipeline_parallel import _generate_llm_fqn_per_model_part, _get_pipeline_metadata  # noqa: E402
from torchtitan.models.qwen3 import model_registry  # noqa: E402
from torchtitan.trainer import Trainer  # noqa: E402


@functools.cache
def _trainer_checks():
    """The statements of Trainer.__init__ that check the sequence length and the global batch, compiled on their own."""
    body = ast.parse(textwrap.dedent(inspect.getsource(Trainer.__init__))).body[0].body

    def assigns(node, name):
        return isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)

    first = next(i for i, n in enumerate(body) if assigns(n, "seq_len_divisor"))
    batch = next(i for i, n in enumerate(body) if assigns(n, "global_batch_size"))
    chosen = body[first : first + 2] + body[batch : batch + 4]
    assert [type(n).__name__ for n in chosen] == ["Assign", "If", "Assign", "If", "Assert", "Assert"]
    return compile(ast.Module(chosen, []), "Trainer.__init__", "exec")


@functools.cache
def _model(flavor, attention):
    spec = model_registry(flavor, attn_backend=attention)
    layers = len(spec.model.layers)
    del spec.model.layers[1:]  # all alike: one is checked, and copied for each job
    return spec, layers


def refusal(flavor, attention, world_size, training, parallelism):
    """Which check refuses a job and why, as (name, message); None when torchtitan accepts it."""
    spec, n_layers = _model(flavor, attention)
    spec = copy.deepcopy(spec)
    step = "config"
    try:
        config = Trainer.Config(model_spec=spec, training=TrainingConfig(**training), parallelism=ParallelismConfig(**parallelism))
        step = "ParallelDims"
        dims = ParallelDims.from_config(config.parallelism, world_size)
        step = "Trainer.__init__"
        batch_degree = dims.dp_replicate * dims.dp_shard
        exec(_trainer_checks(), {"config": config, "parallel_dims": dims, "batch_degree": batch_degree})
        step = "update_from_config"
        spec.model.update_from_config(config=config)
        if dims.pp > 1:
            step = "pipeline"
            stages, layers, first, last = _get_pipeline_metadata(dims, config.parallelism, types.SimpleNamespace(layers=[None] * n_layers))
            _generate_llm_fqn_per_model_part(stages, layers, first, last)
    except (ValueError, AssertionError, NotImplementedError) as e:
        return step, str(e)
    return None
