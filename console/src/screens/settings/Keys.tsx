import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { SettingsIcon } from "../../design/icons";
import { useRemovalFocus } from "../../design/removal-focus";
import { Status } from "../../design/Status";
import { type Column, Table } from "../../design/Table";
import { phrase } from "../../language/catalogue";
import { formatAgo, formatDate, formatDateTime } from "../../language/format";
import { credentialsOptions } from "../../service/credentials";
import { teamsOptions } from "../../service/teams";
import type { Credential, Team } from "../../service/records";
import { useSession } from "../../session/use-session";
import { EndKey } from "./EndKey";
import { LazyKeyDialog } from "./LazyKeyDialog";
import styles from "./Settings.module.css";

/** The keys by which programs use the interface. */
export default function Keys() {
  const { organizationId } = useSession().user;
  const keys = useQuery(credentialsOptions(organizationId));
  const teams = useQuery(teamsOptions());
  const [isAdding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const ids = (keys.data ?? []).map(({ id }) => id);
  const { place, expectRemoval } = useRemovalFocus<HTMLDivElement>(ids, heading);
  return (
    <div className={styles.part} ref={place}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {phrase("settings.keys")}
        </h2>
        <Button look="primary" onPress={() => setAdding(true)}>
          {phrase("settings.keys.add")}
        </Button>
      </div>
      <p className={styles.words}>{phrase("settings.keys.words")}</p>
      {keys.isError && <Failure error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data?.length === 0 && <NoKeys />}
      {(keys.isPending || ids.length > 0) && (
        <Table
          columns={columnsOf(teams.data ?? [], expectRemoval)}
          isPending={keys.isPending}
          keyOf={({ id }) => id}
          label={phrase("settings.keys")}
          rows={keys.data ?? []}
        />
      )}
      {isAdding && <LazyKeyDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

function NoKeys() {
  return (
    <Card>
      <EmptyState
        advice={phrase("settings.keys.none.advice")}
        icon={SettingsIcon}
        title={phrase("settings.keys.none")}
      />
    </Card>
  );
}

function columnsOf(
  teams: readonly Team[],
  expectRemoval: (id: string) => void,
): readonly Column<Credential>[] {
  return [
    {
      id: "name",
      title: phrase("settings.keys.name"),
      isRowHeader: true,
      cell: ({ id, name }) => (
        <span dir="auto" id={`key-${id}`}>
          {name}
        </span>
      ),
    },
    {
      id: "where",
      title: phrase("settings.keys.where"),
      cell: ({ teamId }) => <span dir="auto">{whereOf(teamId, teams)}</span>,
    },
    {
      id: "kind",
      title: phrase("settings.keys.kind"),
      cell: ({ sandbox }) => (
        <Status tone={sandbox ? "caution" : "accent"}>
          {phrase(sandbox ? "settings.keys.sandbox.short" : "settings.keys.real")}
        </Status>
      ),
    },
    {
      id: "used",
      title: phrase("settings.keys.used"),
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          phrase("settings.keys.never")
        ) : (
          <time dateTime={lastUsedAt} title={formatDateTime(lastUsedAt)}>
            {formatAgo(lastUsedAt)}
          </time>
        ),
    },
    {
      id: "made",
      title: phrase("settings.keys.made"),
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      id: "actions",
      title: phrase("settings.keys.end"),
      isTitleHidden: true,
      cell: (key) => <EndKey credential={key} onRemoval={() => expectRemoval(key.id)} />,
    },
  ];
}

function whereOf(teamId: string | null, teams: readonly Team[]): string {
  if (teamId === null) return phrase("settings.keys.everywhere");
  return teams.find(({ id }) => id === teamId)?.name ?? phrase("team.unnamed");
}
