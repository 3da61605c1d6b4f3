"""Mistakes that somebody could make in the service: a passage of a module, and what stands there instead."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Mutation:
    """A mistake. `module` is the module that it is in, `passage` stands in it once."""

    name: str
    module: str
    passage: str
    mistake: str

    def applied(self, source: str) -> str:
        """The module with the mistake. Raises ValueError where the passage does not stand in it once."""
        if source.count(self.passage) != 1:
            raise ValueError(
                f"{self.module} has the passage of “{self.name}” {source.count(self.passage)} times"
            )
        return source.replace(self.passage, self.mistake)


MUTATIONS: Final = (
    Mutation(
        "a claimed task can be claimed again",
        "gather.table.outbox",
        'condition=present() & (lacks("claimedUntil") | at_most("claimedUntil", timestamp(now))),',
        "condition=present(),",
    ),
    Mutation(
        "recovery sends no task again",
        "gather.workers.outbox_recovery",
        "    if not postpone(run.records.table, item, run.now, end_claim=is_claimed):\n",
        "    if is_claimed or not is_claimed:\n",
    ),
    Mutation(
        "the lease of a message is over at once",
        "notifications.handler",
        "Policy(timedelta(seconds=90)",
        "Policy(timedelta(seconds=0)",
    ),
    Mutation(
        "an execution that cannot go on leaves its run claimed",
        "gather.screening.evaluations.run",
        "    outbox.release_with_backoff(table, run.task_id, attempt, now, adapters.settings.time_scale)\n",
        "    outbox.prolong(table, run.task_id, now, timedelta(days=9))\n",
    ),
    Mutation(
        "an enrollment is not told of a score",
        "gather.screening.evaluations.service",
        "        advance_enrollment(unit, evaluated, now)\n    return evaluation",
        "        pass\n    return evaluation",
    ),
    Mutation(
        "a delivery is claimed whatever its attempt is",
        "gather.deliveries.models",
        "expected = attempt == self.attempts + 1 and attempt <= MOST_ATTEMPTS",
        "expected = attempt <= MOST_ATTEMPTS",
    ),
    Mutation(
        "the lease of an attempt is over at once",
        "gather.deliveries.models",
        "LEASE_SECONDS = 30",
        "LEASE_SECONDS = 0",
    ),
    Mutation(
        "recovery leaves lost deliveries alone",
        "gather.deliveries.recovery",
        "    if found is None:\n        return False\n    if found.record",
        "    if found is None or found.attempt is not None:\n        return False\n    if found.record",
    ),
    Mutation(
        "a record may be replaced whatever its revision is",
        "gather.table.unit_of_work",
        'self.write(store.put(item, equal("revision", stored.version)), refused)\n        return item',
        "self.write(store.put(item, present()), refused)\n        return item",
    ),
    Mutation(
        "a removed record stays counted",
        "gather.table.unit_of_work",
        "self._bucket_changes.count(partition, bucket, archived=archived, removed=1)",
        "self._bucket_changes.count(partition, bucket, archived=archived)",
    ),
    Mutation(
        "a new record is counted twice",
        "gather.table.listing",
        'return LISTING_HEAD.at(partition).update(Update(add={"added": records}, condition=condition))',
        'return LISTING_HEAD.at(partition).update(Update(add={"added": records + 1}, condition=condition))',
    ),
    Mutation(
        "a removed record can still be looked up",
        "gather.table.unit_of_work",
        "        self._look_up(_lookups(stored), Lookups())\n\n    def supplement",
        "\n    def supplement",
    ),
    Mutation(
        "an erasure leaves the answers",
        "gather.rights.erasure.parts",
        "            erasure_storage.delete_items(records.table, erasure, KINDS, items)\n    return True",
        "    return True",
    ),
    Mutation(
        "jobs that were started count again in the engine's quota",
        "gather.screening.answers.transcription",
        "        if media_id in jobs:\n            continue\n",
        "",
    ),
    Mutation(
        "an erasure leaves the transcriptions",
        "gather.rights.erasure.parts",
        "written = adapters.engines.transcription().delete_jobs(interview_id)",
        "written = 0",
    ),
    Mutation(
        "an erasure leaves what was sent",
        "gather.rights.erasure.parts",
        "        and _delete_messages(adapters, erasure)\n",
        "",
    ),
    Mutation(
        "a log names whom a message goes to",
        "gather.messaging.notifications.worker",
        'fields = {**attempt.log_fields, "channel": channel, "reason": failure.reason}',
        'fields = {**attempt.log_fields, "channel": channel, "reason": mailing.address(channel)}',
    ),
    Mutation(
        "the ledger takes up no erasures",
        "gather.rights.ledger.service",
        "return kind is not None and store.save(kind.document_name(item), document_of(item))",
        "return kind is not None",
    ),
    Mutation(
        "nobody wakes the execution of a decided step",
        "gather.workflow.enrollments.progress",
        "    if not wake(adapters, record.task_token):\n        _restart_if_gone(adapters, record)\n",
        "",
    ),
    Mutation(
        "a step's delay is ignored",
        "gather.workflow.enrollments.models",
        "return self.changed(send_at=timestamp(now + timedelta(minutes=self.send_delay_minutes)))",
        "return self.changed(send_at=timestamp(now))",
    ),
    Mutation(
        "a gate for people fails by a score",
        "gather.workflow.enrollments.gate",
        "waits = self.mode is GateMode.CONFIRM or observation.partial",
        "waits = observation.partial",
    ),
    Mutation(
        "an enrollment that has ended holds its candidate",
        "gather.workflow.enrollments.lifecycle",
        "        enrollment_storage.delete_hold(unit, after)\n",
        "",
    ),
    Mutation(
        "a sent message is not marked",
        "gather.messaging.notifications.worker",
        "    attempt.mark(channel, outcome)\n",
        "    attempt.marks[channel] = outcome\n",
    ),
    Mutation(
        "a request that was carried out is not noted as such",
        "gather.http.idempotency",
        'return Update(set={"carriedOut": True, **names}, condition=present() & _NOT_CARRIED_OUT)',
        'return Update(set=names or {"seen": True}, condition=present())',
    ),
    Mutation(
        "a repeated request is carried out beside the first",
        "gather.http.idempotency",
        "        absent() | has_died | has_expired,\n",
        "        absent() | present(),\n",
    ),
    Mutation(
        "no open interview expires",
        "gather.screening.candidate_interviews.worker",
        "if record.status in OPEN and record.expiry <= timestamp(run.until):",
        "if record.status in OPEN and record.expiry <= timestamp(run.until) and record.score is not None:",
    ),
    Mutation(
        "an event is ended before its deliveries are stored",
        "gather.deliveries.fan_out",
        "    queues = Queues(adapters.clients, adapters.settings)\n",
        "    queues = Queues(adapters.clients, adapters.settings)\n"
        "    for batch in batches:\n        outbox.end(records.table, batch.event.id)\n",
    ),
    Mutation(
        "one subscriber is left out",
        "gather.deliveries.fan_out",
        "    return [target for identifier, target in by_id if identifier > after]",
        "    return [target for identifier, target in by_id[1:] if identifier > after]",
    ),
    Mutation(
        "of the counts of a busy team those of one item are read",
        "gather.table.counted_filter",
        "counts[first_bucket + int(name[1:])] += count",
        "counts[first_bucket + int(name[1:])] = count",
    ),
    Mutation(
        "an attempt without an answer counts as taken",
        "gather.outgoing.result",
        "return self.error is None and self.status is not None and 200 <= self.status < 300",
        "return self.status is None or 200 <= self.status < 300",
    ),
    Mutation(
        "a delivery is given up after two attempts",
        "gather.deliveries.schedule",
        "ATTEMPT_DELAYS_SECONDS = (0, 60, 300)",
        "ATTEMPT_DELAYS_SECONDS = (0, 60)",
    ),
    Mutation(
        "the third attempt follows as soon as the second",
        "gather.deliveries.schedule",
        "ATTEMPT_DELAYS_SECONDS = (0, 60, 300)",
        "ATTEMPT_DELAYS_SECONDS = (0, 60, 60)",
    ),
    Mutation(
        "a completion is told to nobody",
        "gather.screening.candidate_interviews.lifecycle",
        "    _tell(unit, after, done, now)\n    _tell_of_status(unit, record, after, now)\n    if after.share_token",
        "    _tell_of_status(unit, record, after, now)\n    if after.share_token",
    ),
    Mutation(
        "a confirmed meeting does not move its enrollment",
        "gather.workflow.candidate_meetings.lifecycle",
        "    after = stored.record.confirm(now)\n    if after == stored.record:\n        return stored\n    _advance_enrollment(unit, after, now)\n",
        "    after = stored.record.confirm(now)\n    if after == stored.record:\n        return stored\n",
    ),
    Mutation(
        "an enrollment holds no candidate",
        "gather.workflow.enrollments.storage",
        "    if record.is_active:\n        save_hold(unit, record)\n",
        "",
    ),
    Mutation(
        "an archived record stays among the active ones",
        "gather.table.unit_of_work",
        "            self._bucket_changes.count(partition, bucket, archived=change)",
        "            self._bucket_changes.count(partition, bucket)",
    ),
    Mutation(
        "a status that was left stays counted",
        "gather.table.unit_of_work",
        "        for partition, by in ((before, -1), (after, 1)):",
        "        for partition, by in ((None, -1), (after, 1)):",
    ),
    Mutation(
        "an erasure leaves the conversation",
        "gather.screening.candidate_interviews.storage",
        '    "#CONVERSATION",\n',
        "",
    ),
    Mutation(
        "an erasure leaves the comments",
        "gather.screening.candidate_interviews.storage",
        '    "#COMMENTS",\n',
        "",
    ),
    Mutation(
        "an erasure leaves the outcomes of evaluations",
        "gather.screening.candidate_interviews.storage",
        '    "#OUTCOMES",\n',
        "",
    ),
    Mutation(
        "an evaluation begins without a task",
        "gather.screening.evaluations.worker",
        "    if not acquire_slot(adapters, run):\n",
        "    if acquire_slot(adapters, run):\n",
    ),
    Mutation(
        "the log keeps an event for half an hour",
        "gather.events.event_log_storage",
        "KEPT = timedelta(days=30)",
        "KEPT = timedelta(minutes=30)",
    ),
    Mutation(
        "records are read as they were a moment ago",
        "gather.table.store",
        "def get(self, key: Key, *, consistent: bool = True)",
        "def get(self, key: Key, *, consistent: bool = False)",
    ),
    Mutation(
        "several records are read as they were a moment ago",
        "gather.table.store",
        "def get_many(self, keys: Iterable[Key], *, consistent: bool = True)",
        "def get_many(self, keys: Iterable[Key], *, consistent: bool = False)",
    ),
    Mutation(
        "an attempt takes as long as the clock says that was set back",
        "gather.deliveries.models",
        "duration_ms=max(0, round((now - from_timestamp(started_at)).total_seconds() * 1000)),",
        "duration_ms=round((now - from_timestamp(started_at)).total_seconds() * 1000),",
    ),
    Mutation(
        "an execution of the release before is not understood",
        "gather.screening.evaluations.steps",
        'last: Mapping[str, Any] = event.get("last", {})',
        'last: Mapping[str, Any] = event["last"]',
    ),
    Mutation(
        "an address that nobody has verified signs in",
        "gather.tenancy.sessions.issuer",
        'is_verified = str(claims.get("email_verified", self._verifies_addresses)).lower() == "true"',
        "is_verified = True",
    ),
    Mutation(
        "an identity for another program signs in",
        "gather.tenancy.sessions.issuer",
        "is_ours = self.client_id in (audience if isinstance(audience, list) else [audience])",
        "is_ours = bool(audience)",
    ),
    Mutation(
        "a session lives until TTL removes it",
        "gather.http.authentication",
        'alive = _NOT_REVOKED & (_HAS_NO_EXPIRY | after("expiresAt", moment))',
        "alive = _NOT_REVOKED",
    ),
    Mutation(
        "retention leaves what was said in a conversation",
        "gather.rights.retention.transcripts",
        'yield _update(item, text="", wordTimes=None, isRecorded=False)',
        "yield _update(item, wordTimes=None, isRecorded=False)",
    ),
    Mutation(
        "retention leaves the engine's transcriptions",
        "gather.rights.retention.transcripts",
        "    adapters.engines.transcription().delete_jobs(interview_id)\n",
        "",
    ),
    Mutation(
        "retention comes once in nine days",
        "gather.rights.retention.round",
        "ROUND_EVERY: Final = timedelta(hours=23, minutes=30)",
        "ROUND_EVERY: Final = timedelta(days=9)",
    ),
    Mutation(
        "an order that is open frees its reference",
        "gather.connect.orders.place",
        "is_free = self.frees_reference and order_status(record) in ENDED",
        "is_free = self.frees_reference",
    ),
    Mutation(
        "a push counts as taken whatever its answer is",
        "gather.connect.pushes.models",
        "if attempt.error is None else self.taken",
        'if attempt.error != "" else self.taken',
    ),
    Mutation(
        "a suite is told what the candidate said",
        "gather.screening.results.rules",
        "told = summary if has_quotations else summary.without_quotations()",
        "told = summary",
    ),
    Mutation(
        "an opportunity keeps the tags of what was told before",
        "gather.connect.vendors.lever",
        "before |= {OrderEvent.INVITED, *pushed.tried}",
        "before |= set()",
    ),
    Mutation(
        "an opportunity keeps the tag of the order before",
        "gather.connect.orders.models",
        "follows_order_id=follows,",
        "follows_order_id=None,",
    ),
    Mutation(
        "a suite is told of the end of an order that another one has followed",
        "gather.connect.pushes.worker",
        'return pointer is not None and pointer["orderId"] != order.id',
        "return False",
    ),
    Mutation(
        "an order that waited brings back who was erased",
        "gather.connect.orders.place",
        "if self.request.requested_at is None:",
        "if True:",
    ),
    Mutation(
        "a new refresh token is saved in one try",
        "gather.connect.pushes.tokens",
        "SAVES: Final = 6",
        "SAVES: Final = 1",
    ),
    Mutation(
        "two workers renew a token at once",
        "gather.connect.pushes.tokens",
        "RENEWAL_LEASE: Final = timedelta(seconds=30)",
        "RENEWAL_LEASE: Final = timedelta(seconds=0)",
    ),
    Mutation(
        "nobody looks whether somebody has left",
        "gather.messaging.channels.suppression_storage",
        "    return MessageBlocks(select_opted_out(found, marks), suppressed)",
        "    return MessageBlocks(frozenset(), suppressed)",
    ),
    Mutation(
        "an earlier wish that comes later counts",
        "gather.messaging.channels.opt_out_storage",
        'absent() | at_most("at", moment)',
        'absent() | at_most("wish", "z")',
    ),
    Mutation(
        "the last event of an e-mail counts, and not the gravest",
        "gather.messaging.sent_messages.storage",
        'lacks("fateRank") | below("fateRank", rank)',
        'lacks("fateRank") | below("fateRank", 9)',
    ),
    Mutation(
        "an address that takes no mail is written to",
        "gather.messaging.notifications.worker",
        "    if found.suppressed is not None:\n",
        "    if found.suppressed is None and found.suppressed:\n",
    ),
    Mutation(
        "a message that is saved forgets what became of it",
        "gather.messaging.sent_messages.storage",
        "place.update(Update(set=place.named(**attributes)))",
        "place.put(**attributes)",
    ),
    Mutation(
        "messages of a sandbox go out",
        "gather.messaging.channels.messengers",
        "    if is_sandbox(task.organization_id):\n",
        "    if is_sandbox(task.organization_id) and not task.id:\n",
    ),
    Mutation(
        "a preview of a scorecard has no end",
        "gather.screening.scorecard_previews.worker",
        "    attempt.finish(lambda unit: _end(unit, attempt, PreviewStatus.COMPLETE))\n",
        "    attempt.end()\n",
    ),
    Mutation(
        "a revoked key goes on",
        "gather.tenancy.api_keys.service",
        'Update(set={"revokedAt": timestamp(now)}, condition=condition)',
        'Update(set={"endedAt": timestamp(now)}, condition=condition)',
    ),
    Mutation(
        "the keys of a closed account go on",
        "gather.connect.accounts.service",
        "    account_storage.end_credentials(records, stored, actor, now)\n    return stored\n",
        "    return stored\n",
    ),
    Mutation(
        "an interviewer keeps the wording of a question",
        "gather.content.personas.service",
        "        if refresh(records, team_id, interview_id, now=now):\n",
        "        if not now and refresh(records, team_id, interview_id, now=now):\n",
    ),
    Mutation(
        "a play has no end",
        "gather.sandbox.plays.worker",
        "    attempt.finish(lambda unit: _end(attempt, unit, status))\n",
        "    attempt.end()\n",
    ),
    Mutation(
        "a report knows the score of one candidate alone",
        "gather.rights.fairness.population",
        "evaluations = evaluation_storage.find_all(records.table, latest)",
        "evaluations = evaluation_storage.find_all(records.table, latest[:1])",
    ),
)
"""Each is looked for in MOST_SEEDS worlds."""

MOST_SEEDS: Final = 200
