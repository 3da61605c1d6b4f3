import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { PeopleIcon } from "../../design/icons";
import { ScreenLink } from "../../design/ScreenLink";
import { type Column, Table } from "../../design/Table";
import { counted, phrase } from "../../language/catalogue";
import { formatDate } from "../../language/format";
import type { Team, User } from "../../service/records";
import { peopleAddress } from "./filter";
import styles from "./People.module.css";

interface TeamListProps {
  /** Undefined while they are on their way. */
  teams: readonly Team[] | undefined;
  people: readonly User[] | undefined;
}

export function TeamList({ teams, people }: TeamListProps) {
  if (teams?.length === 0) {
    return (
      <Card>
        <EmptyState
          advice={phrase("people.team.none.advice")}
          icon={PeopleIcon}
          title={phrase("people.team.none")}
        />
      </Card>
    );
  }
  return (
    <Table
      columns={columnsOf(people ?? [])}
      isPending={teams === undefined}
      keyOf={({ id }) => id}
      label={phrase("people.part.teams")}
      rows={teams ?? []}
    />
  );
}

function columnsOf(people: readonly User[]): readonly Column<Team>[] {
  return [
    {
      id: "name",
      title: phrase("people.team.name"),
      isRowHeader: true,
      cell: ({ name, description }) => (
        <span className={styles.name}>
          <span dir="auto">{name}</span>
          {description !== null && (
            <span className={styles.email} dir="auto">
              {description}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "shown",
      title: phrase("people.team.shown"),
      cell: ({ displayName }) => <span dir="auto">{displayName}</span>,
    },
    {
      id: "people",
      title: phrase("people.part.people"),
      cell: ({ id }) => (
        <ScreenLink to={peopleAddress({ team: id })}>
          {counted("people.count", people.filter(({ teamIds }) => teamIds?.includes(id)).length)}
        </ScreenLink>
      ),
    },
    {
      id: "since",
      title: phrase("people.team.since"),
      isHiddenOnPhone: true,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
  ];
}
