"""All invariants, by their names."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from simulation.invariants import (
    administration,
    content,
    deliveries,
    fairness,
    listings,
    messages,
    opportunities,
    people,
    privacy,
    screening,
    suites,
    trials,
    work,
    workflows,
)
from simulation.invariants.evidence import Evidence

Invariant = Callable[[Evidence], Iterator[str]]
"""Yields what contradicts it, in words."""

INVARIANTS: Final[Mapping[str, Invariant]] = {
    invariant.__name__: invariant
    for invariant in (
        deliveries.every_event_reaches_every_subscriber,
        deliveries.nothing_arrives_twice,
        deliveries.the_log_keeps_every_event,
        deliveries.only_what_happened_arrives,
        deliveries.each_attempt_is_made_once,
        deliveries.no_attempt_ends_before_it_began,
        deliveries.attempts_keep_their_times,
        deliveries.a_delivery_fails_after_all_its_attempts,
        deliveries.events_arrive_in_time,
        deliveries.no_delivery_is_left,
        work.the_outbox_is_empty,
        work.nothing_is_given_up,
        work.no_execution_fails,
        work.functions_raise_no_errors_of_their_own,
        work.slots_are_free,
        workflows.no_enrollment_stands_still,
        workflows.every_step_ends_once,
        workflows.nobody_is_enrolled_twice,
        workflows.every_step_invites_once,
        workflows.gates_are_decided_in_time,
        workflows.steps_go_on_in_time,
        workflows.no_step_is_invited_too_early,
        workflows.nobody_fails_at_a_gate_for_people,
        screening.who_has_completed_is_scored,
        screening.scores_come_in_time,
        screening.nobody_is_made_twice,
        screening.open_interviews_end_with_their_time,
        screening.nobody_is_written_to_twice,
        screening.every_request_is_carried_out_once,
        screening.imports_come_to_their_end,
        screening.completion_is_told_once,
        messages.nobody_who_has_left_is_written_to,
        messages.the_last_wish_counts,
        messages.the_fate_of_emails_is_known,
        messages.nothing_goes_to_suppressed_addresses,
        listings.counts_of_lists_equal_their_records,
        listings.counts_by_status_equal_their_records,
        listings.pointers_lead_to_records,
        people.exports_come_to_their_end,
        people.exports_are_removed,
        people.ended_sessions_open_nothing,
        people.sessions_are_for_whom_the_issuer_vouches,
        people.conversations_are_in_their_order,
        people.conversations_end,
        privacy.retention_goes_through_all_each_day,
        privacy.nothing_is_kept_for_longer_than_its_time,
        privacy.no_erased_word_is_left,
        privacy.erasures_come_to_their_end,
        privacy.the_ledger_knows_every_erasure,
        privacy.no_person_stands_in_a_log,
        content.interviewers_ask_what_is_asked,
        fairness.reports_count_who_was_scored,
        administration.what_was_answered_lasts,
        administration.the_list_of_chats_has_each,
        trials.nothing_leaves_a_sandbox,
        trials.the_inbox_has_what_would_have_gone_out,
        trials.trials_come_to_their_end,
        trials.plays_come_to_their_end,
        trials.what_the_reference_does_not_have_is_refused,
        trials.previews_come_to_their_end,
        suites.one_reference_is_one_order,
        suites.one_order_is_one_interview,
        suites.suites_are_told_of_every_end,
        suites.suites_are_told_in_order,
        suites.a_followed_order_is_told_no_more,
        suites.suites_are_told_once,
        suites.suites_are_told_what_is_so,
        suites.suites_are_told_of_results_alone,
        suites.suites_are_told_in_time,
        suites.nobody_erased_is_pushed,
        suites.the_list_of_pushes_has_each,
        suites.orders_never_go_back,
        suites.suites_understand_what_they_are_told,
        opportunities.opportunities_have_the_tag_of_their_order,
        opportunities.completed_opportunities_have_a_note_and_a_link,
        opportunities.opportunities_at_their_stage_are_ordered,
    )
}


def contradictions(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """The names of the invariants that do not hold, each with what contradicts it."""
    for name, invariant in INVARIANTS.items():
        for contradiction in invariant(evidence):
            yield name, contradiction
