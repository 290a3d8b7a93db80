"""trainspec accepts nothing that torchtitan 0.3.0 refuses, and refuses what it accepts only by a reviewed list of codes."""

import collections
import importlib.metadata
import os
import random

import pytest

pytest.importorskip("torchtitan", reason="torchtitan is not installed: ./dev test --all installs it")
if importlib.metadata.version("torchtitan") != "0.3.0":
    pytest.skip("another torchtitan than 0.3.0", allow_module_level=True)

import titan  # noqa: E402

import trainspec as ts  # noqa: E402

JOBS = int(os.environ.get("TRAINSPEC_DIFFERENTIAL_JOBS", "100000"))
SEED = int(os.environ.get("TRAINSPEC_DIFFERENTIAL_SEED", "1"))

# Codes that are stricter than what torchtitan checks before it trains, and why.
STRICTER = {
    "TS3003": "experts that do not divide: a shape error in the first step",
    "TS3004": "an expert mesh of size 0: fails when the mesh is built",
    "TS3005": "expert parallelism on a dense model does nothing",
    "TS3011": "context parallelism without flex attention: refused when the model is parallelised",
    "TS3021": "expert widths that torch._grouped_mm refuses in the first step",
    "TS3018": "expert and tensor ranks without sequence parallelism: stops in the first step",
    "TS3019": "a flex mask that context ranks cannot share: refused in the first step",
    "TS3020": "ptrr without flex attention: refused in the first step",
    "TS3014": "more than two stages a rank: torch's V-shaped schedules refuse them when they are built",
    "TS3013": "too few microbatches: torch's schedule refuses them when it is built",
}
DENSE, MOE = ["debugmodel", "0.6B", "1.7B", "4B", "8B", "14B", "32B"], ["debugmodel_moe", "30B-A3B", "235B-A22B"]
SCHEDULES = ["1F1B", "GPipe", "Interleaved1F1B", "LoopedBFS", "InterleavedZeroBubble", "ZBVZeroBubble", "DualPipeV"]


def random_job(r):
    """Biased towards what fits, so that every check is met by jobs on both sides of it."""
    flavor = r.choice(DENSE + MOE)
    small = [1, 1, 1, 1, 2, 2, 4, 8]
    tp, cp, pp = r.choice([1] * 5 + small + [3, 16]), r.choice(small[:6]), r.choice([1] * 3 + small)
    replicate, shard = r.choice(small[:6]), r.choice([1, 1, 2, 3, 4, 8, 16])
    ep = r.choice(small + [3, 6, 16]) if flavor in MOE or r.random() < 0.03 else 1
    world = replicate * shard * cp * tp * pp
    if world > 512 or r.random() < 0.08:
        world = r.randint(1, 512)
    parallelism = {
        "data_parallel_replicate_degree": replicate,
        "data_parallel_shard_degree": shard if r.random() < 0.5 else -1,
        "tensor_parallel_degree": tp,
        "context_parallel_degree": cp,
        "pipeline_parallel_degree": pp,
        "expert_parallel_degree": ep,
        "enable_sequence_parallel": r.random() < 0.8,
        "spmd_backend": r.choice(["spmd_types", "partial_dtensor", "full_dtensor"]),
        "pipeline_parallel_schedule": r.choice(SCHEDULES),
        "pipeline_parallel_microbatch_size": r.choice([1, 1, 1, 2, 3]),
        "pipeline_parallel_first_stage_less_layers": r.choice([1, 1, 1, 0, 2, 5]),
        "pipeline_parallel_last_stage_less_layers": r.choice([1, 1, 1, 0, 2, 5]),
    }
    if pp > 1 and r.random() < 0.4:
        parallelism["pipeline_parallel_layers_per_stage"] = r.choice([1, 2, 3, 4, 5, 7, 9, 10, 12, 13, 18, 19])
    local = r.choice([1, 2, 4, 6, 8, 16])
    training = {
        "seq_len": r.choice([512, 1024, 2048, 4096, 8192, 40960, 16384, 1536, 40961, 4100, 4098, r.randint(1, 50000)]),
        "local_batch_size": local,
        "disable_cuda_graphs": r.random() < 0.9 or (pp == 1 and ep == 1),
    }
    if r.random() < 0.3:
        training["global_batch_size"] = r.choice([local * replicate * shard * r.randint(1, 4), r.randint(1, 600)])
    attention = r.choice(["flex", "flex", "flex", "varlen"])
    return flavor, attention, world, training, parallelism


def toml(flavor, attention, world, training, parallelism):
    def value(v):
        return str(v).lower() if isinstance(v, bool) else f'"{v}"' if isinstance(v, str) else str(v)

    lines = ["[model]", f'flavor = "{flavor}"', f'attn_backend = "{attention}"', "[machine]", f"devices_per_node = {world}"]
    for name, section in (("training", training), ("parallelism", parallelism)):
        lines += [f"[{name}]", *(f"{k} = {value(v)}" for k, v in section.items())]
    return "\n".join(lines) + "\n"


@pytest.mark.long
def test_trainspec_and_torchtitan_agree_on_what_can_be_launched():
    r = random.Random(SEED)
    accepted, met, refused_by = 0, collections.Counter(), collections.Counter()
    for _ in range(JOBS):
        job = random_job(r)
        theirs = titan.refusal(*job)
        ours = {i.code for i in ts.loads(toml(*job)).check("torchtitan-0.3").issues if i.severity == "error"}
        if theirs is None:
            accepted += 1
            assert ours <= STRICTER.keys(), f"wrongly refused by {ours - STRICTER.keys()}:\n{toml(*job)}"
        else:
            met[theirs[0]] += 1
            assert ours, f"wrongly accepted; torchtitan's {theirs[0]}: {theirs[1]}\n{toml(*job)}"
        refused_by.update(ours)
    print(f"\n{JOBS} jobs, {accepted} accepted by torchtitan; refused by {dict(met)}; our codes {dict(sorted(refused_by.items()))}")
    assert accepted >= 0.3 * JOBS
    if JOBS >= 20_000:
        assert min(met[check] for check in ("config", "ParallelDims", "Trainer.__init__", "update_from_config", "pipeline")) >= 100


@pytest.mark.parametrize("flavor", DENSE + MOE)
def test_every_flavor_is_accepted_on_every_number_of_processes(flavor):
    for world in range(1, 513):
        job = (flavor, "flex", world, {"seq_len": 4096, "local_batch_size": 1}, {"data_parallel_shard_degree": -1})
        assert titan.refusal(*job) is None
        assert ts.loads(toml(*job)).check("torchtitan-0.3").ok, world
