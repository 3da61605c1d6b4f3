import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { Avatar } from "../../design/Avatar";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { PeopleIcon } from "../../design/icons";
import { LazySelect } from "../../design/LazySelect";
import { useRemovalFocus } from "../../design/removal-focus";
import { SearchField } from "../../design/SearchField";
import { Status } from "../../design/Status";
import { type Column, Table } from "../../design/Table";
import { NOTIFICATION_NAMES } from "../../dialogs/person/names";
import { counted, phrase } from "../../language/catalogue";
import { formatList } from "../../language/format";
import type { Team, User } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import {
  changed,
  filtered,
  fullName,
  KIND_NAMES,
  KINDS,
  kindOf,
  type PeopleFilter,
  peopleAddress,
} from "./filter";
import styles from "./People.module.css";
import { PersonActions } from "./PersonActions";

interface PeopleListProps {
  filter: PeopleFilter;
  /** Undefined while they are on their way. */
  people: readonly User[] | undefined;
  teams: readonly Team[];
}

const AT_ONCE = 50;

export function PeopleList({ filter, people, teams }: PeopleListProps) {
  const [, navigate] = useLocation();
  const [most, setMost] = useState(AT_ONCE);
  const count = useRef<HTMLParagraphElement>(null);
  const found = filtered(people ?? [], filter);
  const keys = found.map(({ id }) => id);
  const { place, expectRemoval } = useRemovalFocus<HTMLDivElement>(keys, count);
  const columns = useColumns(teams, expectRemoval);
  const change = (next: PeopleFilter) => navigate(peopleAddress(next), { replace: true });
  return (
    <div className={styles.list} ref={place}>
      <Filters filter={filter} onChange={change} teams={teams} />
      <p className={styles.count} ref={count} role="status" tabIndex={-1}>
        {people === undefined ? "" : counted("people.count", found.length)}
      </p>
      {people !== undefined && found.length === 0 && <Nobody onClear={() => change({})} />}
      {(people === undefined || found.length > 0) && (
        <Table
          columns={columns}
          footer={
            found.length > most ? (
              <Button onPress={() => setMost(most + AT_ONCE)}>{phrase("list.more")}</Button>
            ) : null
          }
          isPending={people === undefined}
          keyOf={({ id }) => id}
          label={phrase("screen.people")}
          rows={found.slice(0, most)}
        />
      )}
    </div>
  );
}

interface FiltersProps {
  filter: PeopleFilter;
  teams: readonly Team[];
  onChange: (filter: PeopleFilter) => void;
}

const ALL = "all";

function Filters({ filter, teams, onChange }: FiltersProps) {
  const all = { id: ALL, name: phrase("people.filter.all") };
  return (
    <div className={styles.filters}>
      <SearchField
        className={styles.search}
        label={phrase("people.search")}
        onChange={(search) => onChange(changed(filter, { search }))}
        value={filter.search ?? ""}
      />
      <LazySelect
        choices={[all, ...KINDS.map((id) => ({ id, name: phrase(KIND_NAMES[id]) }))]}
        label={phrase("people.filter.role")}
        onChange={(id) => onChange(changed(filter, { kind: KINDS.find((each) => each === id) }))}
        value={filter.kind ?? ALL}
      />
      {teams.length > 1 && (
        <LazySelect
          choices={[all, ...teams.map(({ id, name }) => ({ id, name }))]}
          label={phrase("people.filter.team")}
          onChange={(id) => onChange(changed(filter, { team: id === ALL ? undefined : id }))}
          value={filter.team ?? ALL}
        />
      )}
    </div>
  );
}

function useColumns(teams: readonly Team[], expectRemoval: (id: string) => void): readonly Column<User>[] {
  const mayManage = useMayDo("managePeople");
  const columns: Column<User>[] = [
    { id: "name", title: phrase("people.name"), isRowHeader: true, cell: (user) => <Person user={user} /> },
    {
      id: "role",
      title: phrase("people.role"),
      cell: (user) => (
        <Status tone={user.role === null ? "neutral" : "accent"}>{phrase(KIND_NAMES[kindOf(user)])}</Status>
      ),
    },
    {
      id: "teams",
      title: phrase("people.teams"),
      cell: ({ teamIds }) => <span dir="auto">{teamNames(teamIds ?? [], teams)}</span>,
    },
    {
      id: "notifications",
      title: phrase("people.notifications"),
      cell: ({ role, notifications }) => (role === null ? null : phrase(NOTIFICATION_NAMES[notifications])),
    },
  ];
  if (!mayManage) return columns;
  return [
    ...columns,
    {
      id: "actions",
      title: phrase("people.actions"),
      isTitleHidden: true,
      cell: (user) => <PersonActions onRemoval={() => expectRemoval(user.id)} user={user} />,
    },
  ];
}

function Person({ user }: { user: User }) {
  const name = fullName(user);
  return (
    <span className={styles.person}>
      <Avatar name={name} />
      <span className={styles.name} id={`person-${user.id}`}>
        <span dir="auto">{name}</span>
        <span className={styles.email} dir="ltr">
          {user.email}
        </span>
      </span>
    </span>
  );
}

function Nobody({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <EmptyState advice={phrase("people.nobody.advice")} icon={PeopleIcon} title={phrase("people.nobody")}>
        <Button onPress={onClear}>{phrase("people.nobody.clear")}</Button>
      </EmptyState>
    </Card>
  );
}

function teamNames(ids: readonly string[], teams: readonly Team[]): string {
  const names = teams.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return formatList(names);
}
