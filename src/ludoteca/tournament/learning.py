"""A learnt evaluation by self-play, in rounds: play games, fit pattern tables to their positions, and keep
the result if it beats its parent and all older versions.

The samples of all rounds are in an append-only file beside the checkpoint, so that an interrupted training
resumes where it stopped. With a form given, the result depends on the options alone."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ludoteca.engine.pattern_fitting import EPOCHS, ROUND, Fit, Samples, fit
from ludoteca.engine.self_play import SelfPlayGame, nodes_per_second
from ludoteca.errors import BadTuning
from ludoteca.games import Game, load
from ludoteca.games.learnt import LearntEvaluation, parse_learnt, to_bytes
from ludoteca.games.patterns import read_form
from ludoteca.games.rule_symmetries import rule_symmetries
from ludoteca.games.userdata import data_folder
from ludoteca.parallel import Workers, map_in_order, open_pool
from ludoteca.play.players import PlayerSpec
from ludoteca.tournament.forms import candidate_forms
from ludoteca.tournament.games import GameSetup
from ludoteca.tournament.samples import play_sample_game
from ludoteca.tournament.series import Plan, Score, Series
from ludoteca.tournament.sprt import ACCEPTED, REJECTED, Sprt
from ludoteca.tournament.training import (
    Checkpoint,
    TrainingOptions,
    as_gain,
    read_checkpoint,
    write_checkpoint,
)
from ludoteca.tournament.workers import Progress

_SPRT = Sprt(0, 40)
_SURE = 0.95
"""The likelihood of superiority with which an undecided match is won."""
_LADDER_GAMES = 40
_CHOICE_GAMES = 40
"""Games of a form against the parent, to choose among forms."""
_CHOICES = 3
"""Forms that play, of those that predict best."""
_SECOND_CHOICE = 1
"""In this round the form is chosen again."""
_CHOICE_POSITIONS = 60_000
_CHOICE_EPOCHS = 6
_SAVE_EVERY = 25
"""Games between two checkpoints."""
_PLAY_SHARE = 0.5
"""The share of the remaining time for self-play."""
_OPENING_PLIES = 4
_MOST_POSITIONS = 1_500_000
"""Older samples than these are left out."""


@dataclass(frozen=True)
class LearningOptions(TrainingOptions):
    rounds: int = 3
    games: int = 2000
    """Self-play games per round; samples of earlier rounds are used again."""
    nodes: int = 1000
    """Nodes per move of these games, varied by half."""
    test_games: int = 200
    test_nodes: int = 2000
    minutes: float = 0.0
    """The time for all rounds; 0 for no limit. The result then depends on the machine."""
    form: str = "auto"
    """The form of the evaluation; `auto` chooses by matches at equal time."""


@dataclass
class LearningCheckpoint(Checkpoint):
    bytes: int = 0
    """The size of the sample file."""
    games: int = 0
    """Games of all rounds."""
    form: str = ""
    """The form that was chosen."""
    cost: float = 1.0
    """The time per node with this form, over that of the evaluation at the beginning."""
    choices: list[dict[str, Any]] = field(default_factory=list)
    """The forms that were tried."""
    versions: list[str] = field(default_factory=list)
    """The evaluations that were kept, oldest first, in their file format."""
    seconds: float = 0.0
    """The time spent so far."""
    loss: float = 0.0
    failed: int = 0
    """Rounds in a row whose result was not better."""
    first_gain: dict[str, Any] | None = None
    """The match of the first version that was kept against the evaluation at the beginning."""

    def is_valid(self, game: Game) -> bool:
        """Whether all fields have the right types, which those of a damaged file may not have."""
        numbers = (self.bytes, self.games, self.failed)
        if not super().is_valid(game) or not all(type(one) is int and one >= 0 for one in numbers):
            return False
        decimals = (self.cost, self.seconds, self.loss)
        if not all(type(one) in (int, float) and one >= 0 for one in decimals) or not isinstance(
            self.choices, list
        ):
            return False
        try:
            return (
                isinstance(self.versions, list) and all(map(_parsed, self.versions)) and _is_form(self.form)
            )
        except BadTuning:
            return False


def _is_form(text: object) -> bool:
    try:
        return isinstance(text, str) and bool(read_form(text))
    except ValueError:
        return False


def _parsed(text: object) -> LearntEvaluation:
    try:
        return parse_learnt(base64.b64decode(str(text)), "checkpoint")
    except ValueError:
        raise BadTuning("tuning.learnt-format", file="checkpoint") from None


def checkpoint_path(game: Game) -> Path:
    """The file of a training that is not finished."""
    name = game.name.replace("/", "-").replace(":", "-").replace("=", "-")
    return data_folder() / "training" / f"{name}.json"


def samples_path(checkpoint: Path) -> Path:
    return checkpoint.with_suffix(".samples")


def remove_checkpoint(path: Path) -> None:
    for one in (path, samples_path(path)):
        one.unlink(missing_ok=True)


def start_learning(options: LearningOptions) -> LearningCheckpoint:
    return LearningCheckpoint(asdict(options), load(options.game).rules_hash)


def read_learning(path: Path, options: LearningOptions) -> LearningCheckpoint | None:
    """A saved state, if it has the same options and rules and its samples are complete."""
    samples = samples_path(path)
    if not samples.is_file():
        return None
    found = read_checkpoint(path, LearningCheckpoint, options)
    return found if found and samples.stat().st_size >= found.bytes else None


Stopped = Callable[[], bool]


class Learning:
    """The training of one game."""

    def __init__(
        self, options: LearningOptions, state: LearningCheckpoint, path: Path, workers: Workers = 0,
        progress: Progress = lambda *_: None,
    ) -> None:  # fmt: skip
        """`path` is the file of the checkpoint; `workers` is 0 to work in this process."""
        self.game = load(options.game)
        self.options, self.state, self.path = options, state, path
        self.workers, self.progress = workers, progress
        self.most_bytes = 1 << 40
        """When the samples take more, no further games are played."""
        self.symmetries = rule_symmetries(self.game)
        self._begun = time.monotonic() - state.seconds
        self._samples = samples_path(path)
        self._samples.parent.mkdir(parents=True, exist_ok=True)
        with self._samples.open("ab") as file:  # drop samples written after the checkpoint
            file.truncate(state.bytes)

    def run(self) -> None:
        """Train until all rounds are done, the time is up, or two rounds in a row have gained nothing."""
        state = self.state
        while state.round < self.options.rounds and state.failed < 2 and not self._is_late(0.9):
            self._play_round()
            if not state.positions:
                break
            candidate = self._fit()
            self._finish_round(candidate, self._gate(candidate))
            self.save()
        if state.kept and state.gain is None:
            # Without time for another match, at least the first one counts.
            state.gain = state.first_gain if self._is_late(0.95) else None
            state.gain = state.gain or as_gain(
                self._match(self.version(-1), self._first(), 900, None, self.options.test_games)
            )
            self.save()

    def save(self) -> None:
        self.state.seconds = round(time.monotonic() - self._begun, 1)
        write_checkpoint(self.path, self.state)

    def result(self) -> LearntEvaluation | None:
        """The best evaluation with its history; None if none was better than that of the beginning."""
        if not self.state.kept:
            return None
        state, options = self.state, self.options
        story = {
            "positions": state.positions, "games": state.games, "nodes": options.nodes, "seed": options.seed,
            "rounds": state.round, "kept": state.kept, "test-nodes": options.test_nodes,
            "loss": round(state.loss, 4), "cost": round(state.cost, 2), "choices": state.choices,
            "gain": state.gain,
        }  # fmt: skip
        return replace(self.version(-1), story=story)

    def version(self, number: int) -> LearntEvaluation:
        return _parsed(self.state.versions[number])

    def _first(self) -> LearntEvaluation | str:
        """The evaluation at the beginning."""
        return self.game.learnt or "tuned"

    def _parent(self) -> LearntEvaluation | str:
        return self.version(-1) if self.state.versions else self._first()

    # -- self-play ------------------------------------------------------------------------------------

    def _is_late(self, share: float) -> bool:
        """Whether a share of the time is used up."""
        seconds = 60 * self.options.minutes
        return bool(seconds) and time.monotonic() - self._begun >= share * seconds

    def _play_round(self) -> None:
        options, state = self.options, self.state
        base = options.seed * 1000 + state.round
        parent = self._parent()
        evaluation = parent if isinstance(parent, LearntEvaluation) else None
        tasks = (
            SelfPlayGame(options.game, evaluation, options.nodes, state.round * ROUND + number, base)
            for number in range(state.played, options.games)
        )
        self.progress("play", state.played, options.games)
        with open_pool(0 if self.workers == 1 else self.workers) as pool, self._samples.open("ab") as file:
            for data in map_in_order(pool, play_sample_game, self._in_time(tasks)):
                file.write(data)
                # Together, so that no interruption leaves samples of a game that is not counted.
                state.bytes, state.played, state.games = (
                    state.bytes + len(data),
                    state.played + 1,
                    state.games + 1,
                )
                if state.played % _SAVE_EVERY == 0:
                    file.flush()
                    self.save()
                self.progress("play", state.played, options.games)
        state.positions = state.bytes // Samples(self.game).stride
        self.save()

    def _in_time(self, tasks: Iterator[SelfPlayGame]) -> Iterator[SelfPlayGame]:
        """The games to play before a part of the remaining time is over."""
        total = 60 * self.options.minutes
        used = time.monotonic() - self._begun
        until = time.monotonic() + _PLAY_SHARE * max(0.0, total - used)
        for task in tasks:
            if (total and time.monotonic() >= until) or self.state.bytes > self.most_bytes:
                return
            yield task

    # -- fitting --------------------------------------------------------------------------------------

    def _read_samples(self) -> Samples:
        samples = Samples(self.game)
        most = _MOST_POSITIONS * samples.stride
        with self._samples.open("rb") as file:
            file.seek(max(0, self.state.bytes - most))
            samples.data += file.read(min(most, self.state.bytes))
        return samples

    def _fit(self) -> LearntEvaluation:
        samples = self._read_samples()
        if self.options.form != "auto":
            self.state.form = self.options.form
        elif not self.state.choices or self.state.round == _SECOND_CHOICE:
            # The first games may be poor: what suits them best may not suit better ones.
            self.state.choices = []
            self._choose_form(samples)
        found = self._fitted(samples, self.state.form)
        self.state.loss = found.loss
        return found.learnt

    def _fitted(self, samples: Samples, form: str, epochs: int = EPOCHS) -> Fit:
        def report(epoch: int, of: int) -> None:
            self.progress("fit", epoch, of)

        options = self.options
        return fit(self.game, samples, read_form(form), options.seed, self.symmetries, report, epochs)

    def _choose_form(self, samples: Samples) -> None:
        """Choose the form whose evaluation scores best against the parent, at equal time per move."""
        state = self.state
        some = Samples(self.game, samples.data[-_CHOICE_POSITIONS * samples.stride :])
        before = nodes_per_second(self.game, self._first())
        for form in candidate_forms(self.game):
            found = self._fitted(some, form, _CHOICE_EPOCHS)
            cost = before / nodes_per_second(self.game, found.learnt)
            state.choices.append({"form": form, "loss": round(found.loss, 4), "cost": round(cost, 2)})
        # What a node costs more is paid in depth: about a fiftieth of the loss for a doubling.
        best = sorted(state.choices, key=lambda one: one["loss"] * (1 + 0.02 * max(0.0, one["cost"] - 1)))
        for one in best[:_CHOICES]:
            learnt = self._fitted(samples, one["form"]).learnt
            score = self._match(learnt, self._parent(), 500, None, _CHOICE_GAMES, cost=one["cost"])
            one["score"], one["games"] = round(score.strength.share, 3), score.games
            if self._is_late(0.75):
                break
        chosen = max((one for one in best if "score" in one), key=lambda one: one["score"])
        state.form, state.cost = chosen["form"], max(0.5, chosen["cost"])

    # -- matches --------------------------------------------------------------------------------------

    def _gate(self, candidate: LearntEvaluation) -> Score | None:
        """The match against the parent, if it is won and no older version wins against the candidate."""
        number = self.state.round
        score = self._match(candidate, self._parent(), number, _SPRT, self.options.test_games)
        if not _is_won(score):
            return None
        older = [self._first(), *(self.version(i) for i in range(len(self.state.versions)))][:-1]
        for i, version in enumerate(older[-4:]):
            step = self._match(candidate, version, 100 * (number + 1) + i, None, _LADDER_GAMES)
            if step.strength.superiority < 1 - _SURE:
                return None
        return score

    def _match(
        self, new: LearntEvaluation, old: LearntEvaluation | str, number: int, sprt: Sprt | None, games: int,
        cost: float | None = None,
    ) -> Score:  # fmt: skip
        """A match at equal time by node limits: a slower evaluation gets fewer nodes. `number` varies the
        openings."""
        cost = cost if cost is not None else self.state.cost if isinstance(old, str) else 1.0
        nodes = self.options.test_nodes
        plan = Plan(
            GameSetup(self.options.game), _player(new, max(10, round(nodes / max(0.5, cost)))),
            _player(old, nodes), games, self.options.seed + 1000 * (number + 1), _OPENING_PLIES,
            sprt=sprt, max_plies=400,
        )  # fmt: skip
        series = Series(plan)
        self.progress("test", 0, games)
        for _ in series.play(0 if self.workers == 1 else self.workers):
            self.progress("test", series.score.games, games)
            if self._is_late(1.0) and series.score.games % 2 == 0:
                break
        return series.score

    def _finish_round(self, candidate: LearntEvaluation, score: Score | None) -> None:
        state = self.state
        if score is None:
            state.failed += 1
        else:
            state.failed = 0
            state.kept += 1
            state.versions.append(base64.b64encode(to_bytes(candidate)).decode("ascii"))
            state.gain = None
            state.first_gain = state.first_gain or as_gain(score)
        state.round, state.played = state.round + 1, 0


def _is_won(score: Score) -> bool:
    verdict = _SPRT.verdict(score.pairs)
    return verdict == ACCEPTED or (verdict != REJECTED and score.strength.superiority >= _SURE)


def _player(evaluation: LearntEvaluation | str, nodes: int) -> PlayerSpec:
    text = f"engine:nodes={nodes},method=search"
    if isinstance(evaluation, str):
        return PlayerSpec(f"{text},evaluation={evaluation}")
    return PlayerSpec(text, evaluation=evaluation)
