import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { DateTimeField } from "../../design/DateTimeField";
import { downloadCsv } from "../../design/download";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { ClockIcon } from "../../design/icons";
import { MoreButton } from "../../design/MoreButton";
import { type Column, Table } from "../../design/Table";
import { phrase } from "../../language/catalogue";
import { formatDateTime } from "../../language/format";
import { beginOfDay, endOfDay } from "../../language/days";
import { auditLogOptions } from "../../service/audit-log";
import { credentialsOptions } from "../../service/credentials";
import { everybodyOptions } from "../../service/users";
import type { AuditEntry } from "../../service/records";
import { useSession } from "../../session/use-session";
import { ACTION_NAMES } from "./actions";
import { partAddress } from "./parts";
import styles from "./Settings.module.css";

/** Who did what, newest first, of the last 365 days. */
export default function AuditLog() {
  const query = new URLSearchParams(useSearch());
  const days = { from: query.get("from") ?? "", to: query.get("to") ?? "" };
  const log = useInfiniteQuery(auditLogOptions(useSession().user.organizationId, periodOf(days)));
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const nameOf = useActors();
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <h2>{phrase("settings.audit")}</h2>
        {entries.length > 0 && (
          <Button onPress={() => save(entries, nameOf)}>{phrase("settings.audit.save")}</Button>
        )}
      </div>
      <p className={styles.words}>{phrase("settings.audit.words")}</p>
      <Days days={days} />
      {log.isError && <Failure error={log.error} onRetry={() => void log.refetch()} />}
      {log.isSuccess && entries.length === 0 && <NoEntries />}
      {(log.isPending || entries.length > 0) && (
        <Table
          columns={columnsOf(nameOf)}
          footer={log.hasNextPage ? <MoreButton pages={log} /> : null}
          isPending={log.isPending}
          keyOf={({ at, resourceId, action }) => `${at} ${action} ${resourceId}`}
          label={phrase("settings.audit")}
          rows={entries}
        />
      )}
    </div>
  );
}

interface DaysShown {
  from: string;
  to: string;
}

function Days({ days }: { days: DaysShown }) {
  const [, navigate] = useLocation();
  const change = (part: Partial<DaysShown>) => {
    const chosen = Object.entries({ ...days, ...part }).filter(([, day]) => day !== "");
    navigate(partAddress("audit", Object.fromEntries(chosen)), { replace: true });
  };
  return (
    <div className={styles.filters}>
      <DateTimeField
        isDay
        label={phrase("settings.audit.from")}
        onChange={(from) => change({ from })}
        value={days.from}
      />
      <DateTimeField
        isDay
        label={phrase("settings.audit.to")}
        onChange={(to) => change({ to })}
        value={days.to}
      />
    </div>
  );
}

function NoEntries() {
  return (
    <Card>
      <EmptyState
        advice={phrase("settings.audit.none.advice")}
        icon={ClockIcon}
        title={phrase("settings.audit.none")}
      />
    </Card>
  );
}

type NameOf = (actor: AuditEntry["actor"]) => string;

function columnsOf(nameOf: NameOf): readonly Column<AuditEntry>[] {
  return [
    {
      id: "what",
      title: phrase("settings.audit.what"),
      isRowHeader: true,
      cell: ({ action }) => phrase(ACTION_NAMES[action]),
    },
    {
      id: "who",
      title: phrase("settings.audit.who"),
      cell: ({ actor }) => <span dir="auto">{nameOf(actor)}</span>,
    },
    {
      id: "when",
      title: phrase("settings.audit.when"),
      cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    },
    {
      id: "record",
      title: phrase("settings.audit.record"),
      cell: ({ resourceId }) => (
        <code className={styles.quiet} dir="ltr">
          {resourceId}
        </code>
      ),
    },
  ];
}

/** Names who acted: a person, a key, both, or whoever runs the service. */
function useActors(): NameOf {
  const { organizationId } = useSession().user;
  const people = useQuery(everybodyOptions());
  const keys = useQuery(credentialsOptions(organizationId));
  return ({ operator, userId, credentialId }) => {
    if (operator === true) return phrase("settings.audit.operator");
    const found = people.data?.find(({ id }) => id === userId);
    const person = found === undefined ? phrase("people.unknown") : `${found.firstName} ${found.lastName}`;
    if (credentialId === null) return person;
    const key = keys.data?.find(({ id }) => id === credentialId)?.name ?? phrase("settings.audit.endedKey");
    return userId === null
      ? phrase("settings.audit.byKey", { key })
      : phrase("settings.audit.byPersonAndKey", { person, key });
  };
}

function periodOf({ from, to }: DaysShown) {
  const since = beginOfDay(from);
  const until = endOfDay(to);
  return { ...(since && { since }), ...(until && { until }) };
}

function save(entries: readonly AuditEntry[], nameOf: NameOf): void {
  const titles = [
    phrase("settings.audit.when"),
    phrase("settings.audit.who"),
    phrase("settings.audit.what"),
    phrase("settings.audit.record"),
  ];
  const rows = entries.map(({ at, actor, action, resourceId }) => [
    at,
    nameOf(actor),
    phrase(ACTION_NAMES[action]),
    resourceId,
  ]);
  downloadCsv(phrase("settings.audit"), [titles, ...rows]);
}
