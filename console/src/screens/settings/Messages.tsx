import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { FileIcon } from "../../design/icons";
import { ScreenLink } from "../../design/ScreenLink";
import { Status } from "../../design/Status";
import { type Column, Table } from "../../design/Table";
import { phrase } from "../../language/catalogue";
import { formatAgo, formatDateTime } from "../../language/format";
import { messageGroupsOptions } from "../../service/message-groups";
import type { MessageGroupSummary } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import buttonStyles from "../../design/Button.module.css";
import { classes } from "../../design/classes";
import { STATUS_NAMES, TYPE_NAMES } from "./message-names";
import { MessageGroup } from "./MessageGroup";
import { partAddress } from "./parts";
import styles from "./Settings.module.css";

export const NEW_GROUP = "new";

/** What candidates are written: the list of the team's messages, or one of them. */
export default function Messages() {
  const group = new URLSearchParams(useSearch()).get("group");
  return group === null ? <Groups /> : <MessageGroup id={group} key={group} />;
}

function Groups() {
  const mayManage = useMayDo("manageMessages");
  const groups = useQuery(messageGroupsOptions());
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <h2>{phrase("settings.messages")}</h2>
        {mayManage && (
          <ScreenLink
            className={classes(buttonStyles.button, buttonStyles.primary)}
            to={partAddress("messages", { group: NEW_GROUP })}
          >
            {phrase("settings.messages.add")}
          </ScreenLink>
        )}
      </div>
      <p className={styles.words}>
        {phrase(mayManage ? "settings.messages.words" : "settings.messages.readOnly")}
      </p>
      {groups.isError && <Failure error={groups.error} onRetry={() => void groups.refetch()} />}
      {groups.data?.length === 0 && <NoGroups />}
      {(groups.isPending || (groups.data?.length ?? 0) > 0) && (
        <Table
          columns={COLUMNS()}
          isPending={groups.isPending}
          keyOf={({ id }) => id}
          label={phrase("settings.messages")}
          rows={groups.data ?? []}
        />
      )}
    </div>
  );
}

function NoGroups() {
  return (
    <Card>
      <EmptyState
        advice={phrase("settings.messages.none.advice")}
        icon={FileIcon}
        title={phrase("settings.messages.none")}
      />
    </Card>
  );
}

const COLUMNS = (): readonly Column<MessageGroupSummary>[] => [
  {
    id: "title",
    title: phrase("settings.messages.title"),
    isRowHeader: true,
    cell: ({ id, title }) => (
      <ScreenLink to={partAddress("messages", { group: id })}>
        <span dir="auto">{title}</span>
      </ScreenLink>
    ),
  },
  {
    id: "type",
    title: phrase("settings.messages.for"),
    cell: ({ type }) => phrase(TYPE_NAMES[type]),
  },
  {
    id: "status",
    title: phrase("settings.messages.status"),
    cell: ({ status, default: isDefault }) => (
      <span className={styles.buttons}>
        <Status tone={status === "PUBLISHED" ? "good" : "neutral"}>{phrase(STATUS_NAMES[status])}</Status>
        {isDefault && <Status tone="accent">{phrase("settings.messages.default.short")}</Status>}
      </span>
    ),
  },
  {
    id: "changed",
    title: phrase("settings.messages.changed"),
    isHiddenOnPhone: true,
    cell: ({ updatedAt }) => (
      <time dateTime={updatedAt} title={formatDateTime(updatedAt)}>
        {formatAgo(updatedAt)}
      </time>
    ),
  },
];
