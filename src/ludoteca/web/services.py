"""The services of one server, built once and passed to every request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from ludoteca.parallel import LocalPool
from ludoteca.web.admission import Admission
from ludoteca.web.budgets import PROFILES, Budgets, LocalBudgets
from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.ai_turns import AITurns
from ludoteca.web.games.classrooms import ClassroomService
from ludoteca.web.games.commands import GameCommands
from ludoteca.web.games.creation import GameCreation
from ludoteca.web.games.drafts import DraftService
from ludoteca.web.games.events import EventBus
from ludoteca.web.games.experiments import ExperimentService
from ludoteca.web.games.lessons import LessonService
from ludoteca.web.games.repository import GameRepository
from ludoteca.web.games.reviews import ReviewService
from ludoteca.web.games.server_group import ServerGroup
from ludoteca.web.games.shared_analyses import SharedAnalyses
from ludoteca.web.games.tournament_runner import TournamentRunner
from ludoteca.web.games.tournaments import TournamentService
from ludoteca.web.games.trainings import TrainingService
from ludoteca.web.settings import Settings
from ludoteca.web.store.database import Database
from ludoteca.web.store.quotas import Quotas
from ludoteca.web.store.retention import Purger
from ludoteca.web.store.shared_budgets import SharedBudgets
from ludoteca.web.store.sweep import RetentionSweep
from ludoteca.web.workers import tables
from ludoteca.web.workers.runner import JobRunner, worker_pool
from ludoteca.workshop.sandbox import Sandbox


@dataclass(frozen=True)
class Services:
    settings: Settings
    database: Database
    game_cache: GameCache
    events: EventBus
    games: GameRepository
    commands: GameCommands
    creation: GameCreation
    budgets: Budgets
    admission: Admission
    pool: LocalPool
    """Worker processes, for jobs and for the sandbox."""
    jobs: JobRunner
    ai_turns: AITurns
    reviews: ReviewService
    shared_analyses: SharedAnalyses
    tournaments: TournamentService
    tournament_runner: TournamentRunner
    """Lets tournaments go on in the background."""
    classrooms: ClassroomService
    sandbox: Sandbox
    """Checks rules sent by visitors in a sandbox."""
    drafts: DraftService
    trainings: TrainingService
    lessons: LessonService
    experiments: ExperimentService
    retention_sweep: RetentionSweep
    """Deletes expired data in the background."""
    group: ServerGroup | None
    """The servers that share the database, if it is PostgreSQL."""

    @classmethod
    def build(cls, settings: Settings) -> Services:
        """Open and migrate the database, start the workers. Raises `CannotStore`."""
        tables.folder().mkdir(parents=True, exist_ok=True)
        database = Database(settings.database, settings.retention.bytes)
        database.migrate()
        quotas = Quotas(Purger(database, settings.retention))
        game_cache, events = GameCache(), EventBus()
        profile = PROFILES[settings.limits]
        group = None if database.is_sqlite else ServerGroup(database, events)
        games = GameRepository(database, game_cache, turns=group.leases if group else None)
        commands = GameCommands(games, events, quotas=quotas, engines=settings.engines)
        shared = SharedBudgets(profile, database) if group else None
        budgets = shared or LocalBudgets(profile)
        pool = worker_pool(settings.workers, settings.waiting)
        jobs = JobRunner(pool, budgets, settings.engines)
        sandbox = Sandbox(pool)
        sweep = RetentionSweep(quotas)
        sweep.start()
        ai_turns = AITurns(commands, jobs, settings.seconds, games.turns)
        tournaments = TournamentService(database, commands, jobs, budgets, quotas)
        commands.counts = lambda game_id: tournaments.tournament_of(game_id) is not None
        classrooms = ClassroomService(database, commands, tournaments, budgets, quotas, settings)
        commands.connect(classrooms.is_pupil, classrooms.game_changed)
        if group and shared:
            group.start(ai_turns, shared, pool.queue)
        runner = TournamentRunner(tournaments, ai_turns)
        runner.start()
        return cls(
            settings, database, game_cache, events, games, commands, GameCreation(commands, jobs, budgets),
            budgets, Admission(), pool, jobs, ai_turns, ReviewService(database, jobs, quotas),
            SharedAnalyses(database, budgets, quotas), tournaments, runner, classrooms, sandbox,
            DraftService(database, sandbox, budgets, quotas), TrainingService(jobs), LessonService(jobs),
            ExperimentService(database, jobs, quotas), sweep, group,
        )  # fmt: skip

    def close(self) -> None:
        self.tournament_runner.close()
        self.ai_turns.close()
        if self.group:
            self.group.close()
        self.retention_sweep.close()
        self.pool.close()
        self.database.close()


def get_services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(get_services)]
