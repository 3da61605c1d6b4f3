"""Tasks: the work that requests leave to workers."""

from enum import StrEnum

from gather.core.identifiers import derived_id


class TaskName(StrEnum):
    """The tasks, with the members of its payload (and `teamId`, `taskId` in every message).

    `SEND_INVITE`, `SEND_REMINDER`, `SEND_COMPLETION`: `candidateInterviewId`, `deliveryTypes` (null for
    all that the message group has enabled), for invites `invite` (counts from 1) and `isAskedFor` (false for
    those of a workflow whose turn has come), for reminders `isInTime`
    when it is sent even after the expiry and `asOf` when they were asked for ahead of the clock.
    `SEND_REJECTION`: `candidateInterviewId`, `enrollmentId`, `deliveryTypes` (null), `notBefore` (a time).
    `SEND_DECISION`: `candidateInterviewId`, `decision`, `deliveryTypes` (null for all), `isAskedFor` (false).
    `SEND_REQUEST_REPLY`: `candidateInterviewId`, `requestId` (of the candidate, with the team's reply),
    `deliveryTypes` (null). `SEND_WITHDRAWAL`: `candidateInterviewId`, `deliveryTypes` (null).
    `SPEAK_QUESTION`: `questionId`, `speechVersionId`, `batchId` (of the request that caused it).
    `EVALUATE`: `candidateInterviewId`, `run` (counts from 1).
    `REFRESH_PERSONAS`: `questionId` (an audio or AI text question whose wording changed).
    `CREATE_DASHBOARD_ACCOUNT`: `userId`; the team is one of the user's.
    `SEND_MEETING_INVITE`: `candidateMeetingId`, `deliveryTypes`, `invite` (counts from 1), `isAskedFor`,
    `isMoved` (it asks anew, because the meeting was moved), for a booked slot that was changed or removed
    `released` (`startsAt`, `endsAt`, `sequence` of the booking).
    `SEND_MEETING_BOOKING`: `candidateMeetingId`, `change`, `startsAt`, `endsAt`, `sequence` (of the booking
    that the candidate is told of).
    `SEND_MEETING_ANSWER`: `candidateMeetingId`, `answer` (of a candidate who does not confirm).
    `SEND_RESULTS_NOTICE`: `candidateInterviewId` (its results are there, or will not come).
    `SEND_REQUEST_NOTICE`: `candidateInterviewId`, `requestId` (of a candidate who asks the team).
    `SEND_DIGEST`: `userId` (who gets one e-mail with all that is new).
    `SEND_LEFT_MESSAGE_NOTICE`: `leftMessageId` (of a visitor of a chat, who waits for an answer).
    `START_ENROLLMENT`: `enrollmentId`, `run` (counts from 1).
    `CHECK_ENROLLMENT`: `enrollmentId`.
    `ADVANCE_ENROLLMENT`: `enrollmentId`, `stepId` (of the enrollment's own steps).
    `ASK_MEETING_ANEW`: `meetingId`, `wasHeld` (who confirmed has been there, and is not asked).
    `UPDATE_BOOKINGS`: `meetingId`, `released` (the slots that were changed or removed, with their versions),
    `isElsewhere` (its place or address was changed), `changedAt`.
    `STOP_ENROLLMENTS`: `jobId` or `candidateId`.
    `SEND_RECEIVER_NOTICE`: `host`, `openedAt` (of a receiver of webhooks that keeps failing).
    `SEND_WEBHOOK_NOTICE`: `webhookConfigurationId`, `hosts`, `failingSince` (of a configuration that was
    switched off, since all its deliveries failed).
    `ERASE_CANDIDATE`: `erasureId`.
    `ERASE_LATE_WRITES`: `erasureId`, `notBefore` (a time; what was being written during an erasure).
    `REMOVE_LATE_UPLOADS`: `mediaIds`, `notBefore` (a time; files announced for an erased candidate).
    `EXPORT_CANDIDATE`, `REMOVE_EXPORT`: `exportId`.
    `WAKE_ENROLLMENT`: `enrollmentId`, `token` (with which an execution waits whose enrollment is gone).
    `SEND_DELIVERIES`: `deliveryIds` (stored already; their first attempts are to be made).
    `PLAY_CANDIDATE`: `playId` (of a candidate of the sandbox).
    `PREVIEW_SCORECARD`, `APPLY_PREVIEW`: `previewId` (of a changed scorecard).
    `PUSH_ORDER`: `orderId`, `event` (of which its suite is told), `happenedAt`.
    `PLACE_ORDER`: `integrationId`, `order` (in the suite's words, which the suite has to be asked about),
    `requestedAt`.
    `IMPORT_CANDIDATES`, `DELETE_IMPORT_FILE`: `importId`.
    `REDELIVER`: `webhookConfigurationId`, `status`, `firstId`, `lastId` (which deliveries), `requestedAt`.
    """

    SEND_INVITE = "send_invite"
    SEND_REMINDER = "send_reminder"
    SEND_COMPLETION = "send_completion"
    SEND_REJECTION = "send_rejection"
    SEND_DECISION = "send_decision"
    SEND_REQUEST_REPLY = "send_request_reply"
    SEND_WITHDRAWAL = "send_withdrawal"
    SPEAK_QUESTION = "speak_question"
    EVALUATE = "evaluate"
    REFRESH_PERSONAS = "refresh_personas"
    CREATE_DASHBOARD_ACCOUNT = "create_dashboard_account"
    SEND_MEETING_INVITE = "send_meeting_invite"
    SEND_MEETING_BOOKING = "send_meeting_booking"
    SEND_MEETING_ANSWER = "send_meeting_answer"
    SEND_RESULTS_NOTICE = "send_results_notice"
    SEND_REQUEST_NOTICE = "send_request_notice"
    SEND_DIGEST = "send_digest"
    SEND_LEFT_MESSAGE_NOTICE = "send_left_message_notice"
    START_ENROLLMENT = "start_enrollment"
    CHECK_ENROLLMENT = "check_enrollment"
    ADVANCE_ENROLLMENT = "advance_enrollment"
    ASK_MEETING_ANEW = "ask_meeting_anew"
    UPDATE_BOOKINGS = "update_bookings"
    STOP_ENROLLMENTS = "stop_enrollments"
    SEND_RECEIVER_NOTICE = "send_receiver_notice"
    SEND_WEBHOOK_NOTICE = "send_webhook_notice"
    ERASE_CANDIDATE = "erase_candidate"
    EXPORT_CANDIDATE = "export_candidate"
    REMOVE_EXPORT = "remove_export"
    ERASE_LATE_WRITES = "erase_late_writes"
    REMOVE_LATE_UPLOADS = "remove_late_uploads"
    WAKE_ENROLLMENT = "wake_enrollment"
    SEND_DELIVERIES = "send_deliveries"
    REDELIVER = "redeliver"
    PLAY_CANDIDATE = "play_candidate"
    PREVIEW_SCORECARD = "preview_scorecard"
    APPLY_PREVIEW = "apply_preview"
    PUSH_ORDER = "push_order"
    PLACE_ORDER = "place_order"
    IMPORT_CANDIDATES = "import_candidates"
    DELETE_IMPORT_FILE = "delete_import_file"


def evaluation_task_id(candidate_interview_id: str, run: int) -> str:
    """The id of the task of an evaluation run, so that every step of the run can find it."""
    return derived_id(candidate_interview_id, TaskName.EVALUATE, str(run))
