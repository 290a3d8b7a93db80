"""The engine trains as torch does: the same first weights, the same steps, the same schedule; and says what went wrong."""

import collections
import json
import math
import os
import shutil
import subprocess

import numpy
import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
safetensors_torch = pytest.importorskip("safetensors.torch")

from conftest import fields_of, tiny_qwen3, write_data  # noqa: E402

SMALL = {"dim": 64, "n_layers": 2, "n_heads": 4, "n_kv_heads": 2, "head_dim": 16, "hidden_dim": 128, "vocab_size": 256}
MODEL = [f"model.{name}={value}" for name, value in SMALL.items()]
TRAINING = ["training.seq_len=32", "training.local_batch_size=8", "training.steps=12", "lr_scheduler.warmup_steps=2", "debug.seed=7"]


def factor(step, total, warmup, decay, kind, least):
    """torchtitan's warm-up, stable, decay schedule; step counts from 0."""
    stable = total + 1 - warmup - decay
    if step < warmup:
        return (step + 1) / warmup
    if step < warmup + stable:
        return 1.0
    p = (step + 1 - warmup - stable) / decay
    value = {"linear": 1 - p, "sqrt": 1 - math.sqrt(p), "cosine": (1 + math.cos(math.pi * p)) / 2}[kind]
    return least + (1 - least) * value


def random_steps(n, micro=1, batch=2, seq=64):
    """Few tokens of the vocabulary are used, which is what there is to learn."""
    random = numpy.random.default_rng(5)
    tokens = random.integers(0, 30, (n, micro, batch, seq))
    labels = random.integers(0, 30, (n, micro, batch, seq))
    labels[:, :, 0, :3] = -100
    return tokens, labels


def reference_steps(model, optimizer, tokens, labels, max_norm, factor_of):
    """Losses and gradient norms of torch's own loop."""
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, factor_of)
    record = []
    for step in range(tokens.shape[0]):
        valid = int((labels[step] != -100).sum())
        total = 0.0
        for x, y in zip(torch.from_numpy(tokens[step]), torch.from_numpy(labels[step]), strict=True):
            logits = model(x).logits.flatten(0, 1)
            loss = torch.nn.functional.cross_entropy(logits, y.flatten(), reduction="sum", ignore_index=-100) / valid
            loss.backward()
            total += loss.item()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        record.append((total, norm.item()))
    return numpy.array(record)


def compare_steps(engine, tmp_path, model, make_optimizer, fields, micro=1):
    steps = 20
    tokens, labels = random_steps(steps, micro)
    model.save_pretrained(tmp_path / "hf")
    write_data(tmp_path / "data", tokens, labels)
    schedule = ["training.steps=20", "lr_scheduler.warmup_steps=4", "lr_scheduler.decay_ratio=0.5"]
    schedule += ["lr_scheduler.decay_type=cosine", "lr_scheduler.min_lr_factor=0.1", "training.max_norm=0.5"]
    engine("steps", tmp_path / "hf", tmp_path / "data", tmp_path / "out", *fields_of(model.config), *schedule, *fields)
    ours = safetensors_torch.load_file(tmp_path / "out")
    theirs = reference_steps(model, make_optimizer(model), tokens, labels, 0.5, lambda i: factor(i, steps, 4, 10, "cosine", 0.1))
    difference = numpy.abs(ours["loss_and_norm"].numpy() - theirs).max(axis=0)
    weights = max((ours[name] - p).abs().max().item() for name, p in model.named_parameters())
    print(f"\nloss {difference[0]:.2e}, norm {difference[1]:.2e}, weights {weights:.2e}")
    assert theirs[0, 0] - theirs[-1, 0] > 0.05, "the reference learned nothing, so nothing was compared"
    assert theirs[:, 1].max() > 0.5, "nothing was clipped"
    assert difference[0] <= 1e-5
    assert difference[1] <= 1e-4
    assert weights <= 1e-4


@pytest.mark.parametrize("tied", [False, True], ids=["untied", "tied"])
def test_twenty_adamw_steps_follow_torch(engine, tmp_path, tied):
    fields = ["optimizer.lr=0.001", "optimizer.weight_decay=0.1"]

    def adamw(model):
        return torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.95), weight_decay=0.1)

    compare_steps(engine, tmp_path, tiny_qwen3(tied), adamw, fields)


def test_adam_decays_by_the_gradient_as_torch_does(engine, tmp_path):
    fields = ["optimizer.name=Adam", "optimizer.lr=0.001", "optimizer.weight_decay=0.01", "optimizer.eps=1e-7"]

    def adam(model):
        return torch.optim.Adam(model.parameters(), lr=1e-3, betas=(0.9, 0.95), weight_decay=0.01, eps=1e-7)

    compare_steps(engine, tmp_path, tiny_qwen3(False), adam, fields)


def test_first_matching_group_takes_a_parameter(engine, tmp_path):
    def groups(model):
        norms = [p for name, p in model.named_parameters() if "norm" in name]
        head = [p for name, p in model.named_parameters() if name == "lm_head.weight"]
        rest = [p for name, p in model.named_parameters() if "norm" not in name and name != "lm_head.weight"]
        kinds = [{"params": norms, "weight_decay": 0.0}, {"params": head, "lr": 3e-4}, {"params": rest}]
        return torch.optim.AdamW(kinds, lr=1e-3, betas=(0.9, 0.95), weight_decay=0.1)

    # Norms match both patterns.
    fields = ["optimizer.lr=0.001", "group=norm,weight_decay=0", "group=^lm_head|norm,lr=0.0003"]
    compare_steps(engine, tmp_path, tiny_qwen3(False), groups, fields)


def test_accumulation_equals_one_large_batch(engine, tmp_path):
    model = tiny_qwen3(False)
    model.save_pretrained(tmp_path / "hf")
    tokens, labels = random_steps(5, micro=2)
    results = []
    for name, shape in (("two", (5, 2, 2, 64)), ("one", (5, 1, 4, 64))):
        write_data(tmp_path / name, tokens.reshape(shape), labels.reshape(shape))
        fields = ["optimizer.lr=0.001", "training.steps=5", "lr_scheduler.warmup_steps=1"]
        engine("steps", tmp_path / "hf", tmp_path / name, tmp_path / "out", *fields_of(model.config), *fields)
        results.append(safetensors_torch.load_file(tmp_path / "out"))
    assert (results[0]["loss_and_norm"] - results[1]["loss_and_norm"]).abs().max() <= 1e-5
    assert max((results[0][name] - results[1][name]).abs().max().item() for name, _ in model.named_parameters()) <= 1e-5


@pytest.mark.parametrize("tied", [False, True], ids=["untied", "tied"])
def test_first_weights_are_the_draws_of_manual_seed(engine, tmp_path, tied):
    model = tiny_qwen3(tied)
    engine("init", tmp_path / "hf", "debug.seed=42", *fields_of(model.config))
    ours = safetensors_torch.load_file(tmp_path / "hf" / "model.safetensors")

    torch.manual_seed(42)
    order = [] if tied else ["model.embed_tokens.weight"]
    for i in range(model.config.num_hidden_layers):
        order += [f"model.layers.{i}.self_attn.{name}_proj.weight" for name in "qkvo"]
        order += [f"model.layers.{i}.mlp.{name}_proj.weight" for name in ("gate", "down", "up")]
    order += ["model.embed_tokens.weight" if tied else "lm_head.weight"]
    for name in order:
        expected = torch.empty_like(ours[name]).normal_(0.0, 0.02)
        assert torch.equal(ours[name], expected), name
    for name in set(ours) - set(order):
        assert torch.equal(ours[name], torch.ones_like(ours[name])), name


@pytest.fixture
def text(tmp_path):
    """A folder of prose: sentences of few words, so that a small model has something to learn."""
    random = numpy.random.default_rng(3)
    words = "the model reads a line of text and learns what letter comes after each other one \u00fcber".split()
    folder = tmp_path / "text"
    (folder / "sub").mkdir(parents=True)
    for name in ("b.txt", "a.txt", "sub/c.txt"):
        (folder / name).write_text(". ".join(" ".join(random.choice(words, 8)) for _ in range(150)), encoding="utf-8")
    (folder / "binary").write_bytes(bytes(range(256)) * 100)
    (folder / "latin1.txt").write_bytes("gr\u00fc\u00dfe".encode("latin-1"))
    (folder / ".hidden").write_text("hidden " * 1000, encoding="utf-8")
    (folder / "link.txt").symlink_to(folder / "a.txt")
    return folder


def joined(folder):
    return b"".join((folder / name).read_bytes() for name in ("a.txt", "b.txt", "sub/c.txt"))


def bigram_entropy(data):
    pairs = collections.Counter(zip(data, data[1:], strict=False))
    firsts = collections.Counter(data[:-1])
    return -sum(n * math.log(n / firsts[a]) for (a, _), n in pairs.items()) / (len(data) - 1)


def train(engine, text, out, *fields, check=True):
    done = engine("train", *MODEL, *TRAINING, f"dataloader.dataset_path={text}", f"job.dump_folder={out}", *fields, check=check)
    records = [json.loads(line) for line in (out / "metrics.jsonl").read_text().splitlines()] if check else []
    return json.loads(done.stdout), records, done


def test_a_run_trains_measures_and_exports(engine, text, tmp_path):
    held = ["validator.enable=true", "validator.holdout=0.1", "validator.freq=5"]
    result, records, done = train(engine, text, tmp_path / "out", *held, "optimizer.lr=0.003", "metrics.log_freq=4")
    data = joined(text)
    cut = len(data) - int(len(data) * 0.1)
    assert result["bigram_entropy"] == pytest.approx(bigram_entropy(data[:cut]), abs=1e-7)
    assert result["expected_first_loss"] == pytest.approx(math.log(256) + 64 * 0.02**2 / 2, abs=1e-7)
    assert abs(result["first_loss"] - result["expected_first_loss"]) < 0.1

    steps = [r for r in records if "loss" in r]
    assert [r["step"] for r in steps] == list(range(1, 13))
    assert [r["tokens"] for r in steps] == [256 * i for i in range(1, 13)]
    assert set(steps[0]) == {"step", "loss", "grad_norm", "lr", "tokens", "tokens_per_second", "seconds"}
    assert [r["lr"] for r in steps] == pytest.approx([0.003 * factor(i, 12, 2, 10, "linear", 0) for i in range(12)])
    assert steps[0]["loss"] - steps[-1]["loss"] > 0.5
    assert [r["step"] for r in records if "validation_loss" in r] == [5, 10, 12]
    shown = [line for line in done.stderr.splitlines() if "tokens/s" in line]
    assert [line.split()[1] for line in shown] == ["1/12", "4/12", "8/12", "12/12"]

    model = transformers.AutoModelForCausalLM.from_pretrained(tmp_path / "out" / "hf")
    tail = torch.tensor(list(data[cut:]))
    count = (len(tail) - 1) // 32
    with torch.no_grad():
        logits = model(tail[: count * 32].view(count, 32)).logits.flatten(0, 1)
    theirs = torch.nn.functional.cross_entropy(logits, tail[1 : count * 32 + 1]).item()
    assert result["validation_loss"] == pytest.approx(theirs, abs=1e-5)


def test_the_same_seed_gives_the_same_losses_to_the_bit(engine, text, tmp_path):
    losses = []
    for run, seed in enumerate((7, 7, 8)):
        _, records, _ = train(engine, text, tmp_path / str(run), f"debug.seed={seed}")
        losses.append([(r["loss"], r["grad_norm"]) for r in records])
    assert losses[0] == losses[1]
    assert losses[0] != losses[2]
    files = [(tmp_path / run / "hf" / "model.safetensors").read_bytes() for run in "01"]
    assert files[0] == files[1]


def test_accumulation_of_a_run_equals_its_global_batch(engine, text, tmp_path):
    whole, _, _ = train(engine, text, tmp_path / "whole")
    parts, _, _ = train(engine, text, tmp_path / "parts", "training.local_batch_size=2", "training.global_batch_size=8")
    assert parts["last_loss"] == pytest.approx(whole["last_loss"], abs=1e-5)


def test_a_run_can_start_from_hugging_face_weights(engine, text, tmp_path):
    first, _, _ = train(engine, text, tmp_path / "first", "optimizer.lr=0.003")
    load = ["checkpoint.enable=true", "checkpoint.initial_load_in_hf=true", f"checkpoint.initial_load_path={tmp_path / 'first' / 'hf'}"]
    second, _, _ = train(engine, text, tmp_path / "second", *load)
    assert second["first_loss"] < first["last_loss"] + 0.3 < first["first_loss"]


def test_one_pass_ends_with_the_text(engine, text, tmp_path):
    result, records, _ = train(engine, text, tmp_path / "out", "dataloader.infinite=false", "training.steps=100000")
    assert result["ok"]
    assert len(records) == (len(joined(text)) - 1) // 32 // 8


def refusal(engine, text, out, *fields):
    result, _, done = train(engine, text, out, *fields, check=False)
    assert done.returncode == 3
    assert result["ok"] is False
    assert not (out / "hf").exists()
    return done.stderr


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (["dataloader.dataset_path=/nowhere/text"], "cannot read /nowhere/text: No such file or directory"),
        (["training.seq_len=40000"], "are 0 sequences of training.seq_len = 40000"),
        (["validator.enable=true", "validator.holdout=0.0001"], "held out are less than one sequence"),
        (["training.global_batch_size=12"], "global_batch_size = 12 is not a multiple of local_batch_size = 8"),
        (["model.vocab_size=255"], "byte-level tokens need model.vocab_size = 256 or more, not 255"),
        (["training.dtype=bfloat16"], "trains in float32"),
        (["model.moe_enabled=true"], "no mixture of experts"),
        (["machine.devices_per_node=2"], "runs one process; the job asks for 2"),
        (["group=nothing,lr=1"], 'pattern "nothing" takes no parameter'),
        (["group=((,lr=1"], 'pattern "((" is not a regular expression'),
        (["optimizer.name=DistMuon"], "has Adam and AdamW, not DistMuon"),
        (["optimizer.lr=1e30"], "training stopped"),
        (["model.dim=1000000", "model.hidden_dim=100000000"], "torch: "),
    ],
)
def test_what_goes_wrong_is_said(engine, text, tmp_path, fields, sentence):
    assert sentence in refusal(engine, text, tmp_path / "out", *fields)


def test_a_file_that_is_not_text_is_refused(engine, text, tmp_path):
    assert "is not UTF-8 text" in refusal(engine, text / "latin1.txt", tmp_path / "out")
    (tmp_path / "empty").mkdir()
    assert "holds no text file" in refusal(engine, tmp_path / "empty", tmp_path / "out")


def test_a_folder_that_cannot_be_written_is_refused(engine, text, tmp_path):
    (tmp_path / "file").touch()
    assert "cannot make" in refusal(engine, text, tmp_path / "file" / "out")


def test_a_full_disk_is_said(engine, text, tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    out = tmp_path / "out"
    out.mkdir()
    (out / "metrics.jsonl").symlink_to("/dev/full")
    assert "metrics.jsonl: No space left on device" in refusal(engine, text, out)
    shutil.rmtree(out)


def test_weights_that_could_not_be_written_are_found_out_before_training(engine, text, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "hf").write_text("a file where the folder goes")
    result, _, done = train(engine, text, out, check=False)
    assert done.returncode == 3
    assert result["steps"] == 0
    assert "is no folder" in done.stderr
    assert [p.name for p in out.iterdir()] == ["hf"]


def test_what_a_killed_run_left_is_removed_and_what_another_run_writes_is_not(engine, text, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    ended = subprocess.Popen(["true"])
    ended.wait()
    for process in (ended.pid, os.getpid()):
        (out / f".hf.unfinished-{process}-abcdef").mkdir()
    train(engine, text, out, "training.steps=1")
    assert sorted(p.name for p in out.iterdir()) == [f".hf.unfinished-{os.getpid()}-abcdef", "hf", "metrics.jsonl"]


def test_the_output_of_runs_is_not_trained_on(engine, text, tmp_path):
    shutil.copytree(text, tmp_path / "work" / "data")
    runs = [train(engine, tmp_path / "work", tmp_path / "work" / "out", "training.steps=2")[0] for _ in range(2)]
    assert runs[0]["bigram_entropy"] == runs[1]["bigram_entropy"]


def test_a_pipe_is_not_waited_for(engine, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "neither a regular file nor a folder" in refusal(engine, tmp_path / "pipe", tmp_path / "out")


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_weights_of_half_precision_can_be_loaded(engine, text, tmp_path, dtype):
    train(engine, text, tmp_path / "first", "training.steps=1", f"checkpoint.export_dtype={dtype}")
    load = ["checkpoint.enable=true", "checkpoint.initial_load_in_hf=true", f"checkpoint.initial_load_path={tmp_path / 'first' / 'hf'}"]
    # one step at a rate of almost nothing: what comes out is what was loaded
    train(engine, text, tmp_path / "second", *load, "training.steps=1", "optimizer.lr=1e-30", "optimizer.weight_decay=0")
    first, second = (safetensors_torch.load_file(tmp_path / run / "hf" / "model.safetensors") for run in ("first", "second"))
    for name, value in first.items():
        assert torch.equal(value.float(), second[name]), name


def test_weights_of_another_shape_are_told_with_both(engine, text, tmp_path):
    train(engine, text, tmp_path / "first", "training.steps=1")
    load = ["checkpoint.enable=true", "checkpoint.initial_load_in_hf=true", f"checkpoint.initial_load_path={tmp_path / 'first' / 'hf'}"]
    said = refusal(engine, text, tmp_path / "second", *load, "model.vocab_size=300")
    assert "F32 [256, 64]; the model has F32 [300, 64]" in said
