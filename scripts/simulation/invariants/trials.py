"""What is only tried stays a trial: sandboxes, and previews of scorecards."""

from collections.abc import Iterator

from gather.core.tenant import sandbox_of
from gather.sandbox.plays.models import PlayStatus
from gather.screening.scorecard_previews.models import PreviewedState, PreviewStatus
from gather.screening.scorecard_previews.storage import previewed_interview_key
from simulation.invariants.evidence import Evidence


def nothing_leaves_a_sandbox(evidence: Evidence) -> Iterator[str]:
    """No message goes to somebody who is only in a sandbox (interface: Sandbox, rule 5)."""
    engines = evidence.world.engines
    sent = {mail.to for mail in engines.email.messages} | {text.to for text in engines.sms.messages}
    for program in evidence.lives.sandboxes:
        for trial in program.trials:
            if not sent.isdisjoint((trial.candidate.email, trial.candidate.person["phone"])):
                yield f"{trial.candidate.email}, who is in a sandbox, was written to"


def the_inbox_has_what_would_have_gone_out(evidence: Evidence) -> Iterator[str]:
    """Each invite stands in the inbox, by each of its channels (rules 5 and 6)."""
    interviews = {item["id"]: item for item in evidence.records("CANDIDATE_INTERVIEW")}
    for program in evidence.lives.sandboxes:
        organization_id = sandbox_of(program.team.organization_id)
        inbox = [each for each in evidence.records("INBOX_MESSAGE") if organization_id in each["pk"]]
        for trial in program.trials:
            token = interviews[trial.interview_id]["inviteToken"]
            channels = {each["channel"] for each in inbox if token in each["body"]}
            if channels != {"email", "sms"}:
                yield f"the inbox has the link of {trial.interview_id} by {channels}"


def trials_come_to_their_end(evidence: Evidence) -> Iterator[str]:
    """A candidate interview of a sandbox is completed, or expires as time passes (rules 3 and 10)."""
    interviews = {item["id"]: item for item in evidence.records("CANDIDATE_INTERVIEW")}
    for program in evidence.lives.sandboxes:
        for trial in program.trials:
            item = interviews[trial.interview_id]
            if trial.is_completed and not item.get("completedAt"):
                yield f"the trial {trial.interview_id}, which was completed, is {item['status']}"
            elif not item.get("completedAt") and item["status"] != "expired":
                yield f"the trial {trial.interview_id}, whose time is over, is {item['status']}"


def plays_come_to_their_end(evidence: Evidence) -> Iterator[str]:
    """A play ends, and one of which everybody was told stays as it was (rules 7 and 9)."""
    stored = {item["id"]: item for item in evidence.records("PLAY")}
    for program in evidence.lives.sandboxes:
        for trial in program.trials:
            if trial.play is None:
                continue
            status = stored[trial.play["id"]]["status"]
            if status == PlayStatus.RUNNING:
                yield f"the play of {trial.interview_id} is {status}"
            elif trial.play["status"] not in (status, PlayStatus.RUNNING):
                yield f"the play of {trial.interview_id} was {trial.play['status']}, and is {status}"


def what_the_reference_does_not_have_is_refused(evidence: Evidence) -> Iterator[str]:
    """An unknown path is a 404, and another method of a known one a 405 (interface: Errors, rule 7)."""
    for program in evidence.lives.sandboxes:
        if sorted(program.refusals.values()) != [404, 405]:
            yield f"what is not in the reference was answered with {program.refusals}"


def previews_come_to_their_end(evidence: Evidence) -> Iterator[str]:
    """A preview ends, and so does its application: each candidate interview is applied or skipped
    (interface: Scorecard previews, rules 2 and 6)."""
    stored = {item["id"]: item for item in evidence.records("SCORECARD_PREVIEW")}
    interviews = {item["id"] for item in evidence.records("CANDIDATE_INTERVIEW")}
    for editor in evidence.lives.scorecard_editors:
        for preview_id in editor.preview_ids:
            if stored[preview_id]["status"] != PreviewStatus.COMPLETE:
                yield f"the preview {preview_id} is {stored[preview_id]['status']}"
            for each in editor.applied.get(preview_id, ()):
                shown = evidence.at(previewed_interview_key(editor.team.team_id, preview_id, each))
                if each in interviews and shown.get("state") == PreviewedState.PREVIEWED:
                    yield f"the preview {preview_id} is not applied to {each}"
