"""One seed: a world is made, lives through faults, calms down, and is judged."""

from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from simulation.workload.administrators import Administrator
from simulation.workload.analysts import Analyst
from simulation.workload.authors import QuestionAuthor
from simulation.workload.candidates import SimulatedCandidate
from simulation.workload.console import ConsoleUser
from simulation.workload.customers import ContentProgram, Recruiter, Reviewer
from simulation.workload.recipients import MailSystems, Recipient
from simulation.workload.rights import PrivacyOfficer
from simulation.workload.sandboxes import SandboxProgram
from simulation.workload.scorecards import ScorecardEditor
from simulation.workload.suites import SUITE_RATE, SuiteProgram
from simulation.workload.team import HiringTeam, found_team
from simulation.workload.visitors import ChatVisitor
from simulation.world import World

STORM_HOURS = 8
CALM_HOURS = 42
_SANDBOX_RATE: Final = 0.3
"""How many worlds have somebody who tries the service in a sandbox."""


@dataclass(slots=True)
class Lives:
    """Who has lived in a world, for those who judge it."""

    teams: list[HiringTeam] = field(default_factory=list)
    candidates: list[SimulatedCandidate] = field(default_factory=list)
    recruiters: list[Recruiter] = field(default_factory=list)
    privacy_officers: list[PrivacyOfficer] = field(default_factory=list)
    console_users: list[ConsoleUser] = field(default_factory=list)
    visitors: list[ChatVisitor] = field(default_factory=list)
    suites: list[SuiteProgram] = field(default_factory=list)
    recipients: list[Recipient] = field(default_factory=list)
    sandboxes: list[SandboxProgram] = field(default_factory=list)
    scorecard_editors: list[ScorecardEditor] = field(default_factory=list)
    administrators: list[Administrator] = field(default_factory=list)
    authors: list[QuestionAuthor] = field(default_factory=list)
    analysts: list[Analyst] = field(default_factory=list)
    mail_systems: MailSystems = field(kw_only=True)

    @property
    def everybody(self) -> list[SimulatedCandidate]:
        """The candidates, with those who exist in a sandbox alone."""
        return [*self.candidates, *(trial.candidate for each in self.sandboxes for trial in each.trials)]


def live_through(world: World) -> Lives:
    """Let a world live to the end of its time; who has lived in it."""
    lives = Lives(mail_systems=MailSystems(world))
    _found(world, lives)
    _populate(world, lives)
    world.plan_outages(STORM_HOURS * 3600)
    world.run(hours=STORM_HOURS)
    world.calm_down()
    world.run(hours=CALM_HOURS)
    return lives


def _found(world: World, lives: Lives) -> None:
    """Make the teams, while nothing goes wrong."""
    world.faults.is_quiet = world.sees_newest = True
    for number in range(world.random.randint(1, 2)):
        world.live("founder", partial(_found_one, world, lives, number))
    world.run(minutes=10)
    assert lives.teams, world.trace[-3:]
    _connect_suite(world, lives)
    _open_sandbox(world, lives)
    world.faults.is_quiet = world.sees_newest = False


def _found_one(world: World, lives: Lives, number: int) -> None:
    lives.teams.append(found_team(world, number))


def _connect_suite(world: World, lives: Lives) -> None:
    """Connect a team with a suite, in some worlds."""
    random = Random(f"suites of people {world.seed}")
    if random.random() >= SUITE_RATE or not world.conditions.has_faults:
        return
    suite = SuiteProgram(world, random.choice(lives.teams), 0)
    world.live("who connects a suite", suite.connect)
    world.run(minutes=1)
    assert suite.integration_id, world.trace[-3:]
    lives.suites.append(suite)
    lives.candidates += suite.candidates


def _open_sandbox(world: World, lives: Lives) -> None:
    """Open a sandbox to an integrator, in some worlds."""
    random = Random(f"sandboxes {world.seed}")
    if random.random() >= _SANDBOX_RATE:
        return
    program = SandboxProgram(world, random.choice(lives.teams))
    world.live("who opens a sandbox", program.found)
    world.run(minutes=1)
    lives.sandboxes.append(program)


def _populate(world: World, lives: Lives) -> None:
    """Let people come. Each has chance of their own, so that leaving one out changes no other."""
    random = Random(f"people {world.seed}")
    for number in range(random.randint(3, 8)):
        team = random.choice(lives.teams)
        candidate = SimulatedCandidate.of(world, team, number)
        recruiter = Recruiter(world, team, candidate)
        lives.candidates.append(candidate)
        lives.recruiters.append(recruiter)
        world.live(f"recruiter {number}", recruiter.live)
        world.live(f"candidate {number}", candidate.live)
    for team in lives.teams:
        world.live("content", ContentProgram(world, team).live)
        for number in range(2):
            world.live(f"reviewer {number}", Reviewer(world, team, number).live)
    _populate_further(world, lives)


def _populate_further(world: World, lives: Lives) -> None:
    """Let those come who see to data rights, leave the messages, sign in to the console, or visit a chat."""
    for place, team in enumerate(lives.teams):
        recruiters = [each for each in lives.recruiters if each.candidate.team is team]
        lives.privacy_officers.append(PrivacyOfficer(world, team, recruiters))
        lives.console_users += [ConsoleUser(world, team, number) for number in range(2)]
        lives.visitors += [ChatVisitor(world, team, 10 * place + number) for number in range(2)]
    for suite in lives.suites:
        world.live("suite", suite.live)
        for candidate in suite.candidates:
            world.live(f"candidate {candidate.number}", candidate.live)
    for program in lives.sandboxes:
        world.live("integrator", program.live)
    _populate_offices(world, lives)
    lives.mail_systems.begin()
    lives.recipients += [Recipient(world, candidate) for candidate in lives.candidates]
    for recipient in lives.recipients:
        world.live(f"recipient {recipient.candidate.number}", recipient.live)
    for officer in lives.privacy_officers:
        world.live("privacy officer", officer.live)
    for user in lives.console_users:
        world.live(f"console user {user.number}", user.live)
    for visitor in lives.visitors:
        world.live(f"visitor {visitor.number}", visitor.live)


def _populate_offices(world: World, lives: Lives) -> None:
    """Let those come who keep what the teams work with, and who report on it."""
    for team in lives.teams:
        recruiters = [each for each in lives.recruiters if each.candidate.team is team]
        lives.scorecard_editors.append(ScorecardEditor(world, team))
        lives.administrators.append(Administrator(world, team))
        lives.authors.append(QuestionAuthor(world, team))
        lives.analysts.append(Analyst(world, team, recruiters))
    for editor in lives.scorecard_editors:
        world.live("scorecard editor", editor.live)
    for administrator in lives.administrators:
        world.live("administrator", administrator.live)
    for author in lives.authors:
        world.live("author", author.live)
    for analyst in lives.analysts:
        world.live("analyst", analyst.live)
