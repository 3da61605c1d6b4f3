"""The report of a trial, as a person reads it."""

from trials.score.answers import AnswerSet
from trials.score.figures import Figures, figures
from trials.score.scores import Scores


def report(name: str, scores: Scores, *measured: AnswerSet, with_all: bool = False) -> str:
    """The figures of each set and its answers outside of their bands, or with `with_all` every answer.

    An answer without a usable score is shown with the reason instead of the argument for its band.
    """
    return "\n\n".join([f"Scorer: {name}", *(_section(scores, each, with_all) for each in measured)])


def _section(scores: Scores, measured: AnswerSet, with_all: bool) -> str:
    found = figures(scores, measured)
    lines = [
        f"{answer.id:<24} {scores.plain[answer.id]:>4}  expected {answer.low} to {answer.high}:"
        f" {scores.failures.get(answer.id, answer.argument)}"
        for answer in (measured.answers if with_all else found.outside)
    ]
    return "\n".join([f"{measured.title}: {len(measured.answers)}", *_measures(found), "", *lines]).rstrip()


def _measures(found: Figures) -> list[str]:
    lines = [
        f"Rank correlation (Spearman): {found.rank_correlation:.2f}",
        f"Scores in their band:        {found.band_accuracy:.0%}",
        f"Injection gain:              {found.injection_gain} points at most",
        f"Padding changes a score by:  {found.padding_gain} points at most",
        f"Strong answers:              {found.strong:.0f} on average",
        f"Off the topic:               {found.off_topic:.1f} on average",
    ]
    if found.rewording_gap is not None:
        lines.append(f"Same content in other words: {found.rewording_gap:.1f} points apart on average")
    if found.failed:
        lines.append(f"No usable score, so 0:       {found.failed}")
    return lines
