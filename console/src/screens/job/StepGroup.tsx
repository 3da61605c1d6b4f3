import { useState } from "react";
import { useBeforePrint } from "../../design/before-print";
import { useBlindness } from "../../design/blindness";
import { Button } from "../../design/Button";
import { Status } from "../../design/Status";
import { type Column, Table } from "../../design/Table";
import { counted, phrase } from "../../language/catalogue";
import { formatAgo, formatDateTime, formatNumber } from "../../language/format";
import { CandidateName } from "./CandidateName";
import type { Group, Person, Scores } from "./progress";
import { gateWords, stateWords } from "./states";
import styles from "./StepGroup.module.css";
import { MOST_COMPARED } from "./use-chosen";

interface StepGroupProps {
  group: Group;
  title: string;
  names: ReadonlyMap<string, string> | undefined;
  isNamed: boolean;
  scores: Scores;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Whether it is the only group that is shown, and so shown whole. */
  isAlone: boolean;
}

/** How many people of a group are seen at first. */
const FEW = 8;

/** The people at one step. */
export function StepGroup({
  group,
  title,
  names,
  isNamed,
  scores,
  chosen,
  onChoose,
  isAlone,
}: StepGroupProps) {
  const [isBlind] = useBlindness();
  const { stage, people } = group;
  const [isWhole, setWhole] = useState(false);
  useBeforePrint(() => setWhole(true));
  const isShort = !isAlone && !isWhole && people.length > FEW + 1;
  const nameOf = ({ candidateId }: Person) => names?.get(candidateId);
  const columns = columnsOf({ isBlind, isNamed, nameOf, scores });
  return (
    <section className={styles.group}>
      <div className={styles.head}>
        <h3 className={styles.title} dir="auto">
          {stage !== null && <span className={styles.number}>{formatNumber(stage.position)}</span>}
          {title}
        </h3>
        <p className={styles.quiet}>{counted("job.people", people.length)}</p>
      </div>
      <Table
        columns={columns}
        keyOf={({ id }) => id}
        label={title}
        footer={
          isShort ? (
            <Button onPress={() => setWhole(true)} size="small">
              {counted("job.group.showAll", people.length)}
            </Button>
          ) : undefined
        }
        rows={isShort ? people.slice(0, FEW) : people}
        selection={{
          most: MOST_COMPARED,
          nameOf: (person) => nameOf(person) ?? phrase("job.person.unknown"),
          onChange: onChoose,
          selected: chosen,
        }}
      />
    </section>
  );
}

interface ColumnsOf {
  isBlind: boolean;
  isNamed: boolean;
  nameOf: (person: Person) => string | undefined;
  scores: Scores;
}

function columnsOf({ isBlind, isNamed, nameOf, scores }: ColumnsOf): Column<Person>[] {
  return [
    {
      id: "name",
      title: phrase("job.column.candidate"),
      isRowHeader: true,
      cell: (person) => (
        <CandidateName
          candidateId={person.candidateId}
          candidateInterviewId={person.step?.candidateInterviewId}
          isNamed={isNamed}
          name={nameOf(person)}
        />
      ),
    },
    {
      id: "state",
      title: phrase("job.column.state"),
      cell: (person) => <Standing gate={isBlind ? null : gateWords(person, scores)} person={person} />,
    },
    {
      id: "score",
      title: phrase("job.column.score"),
      align: "end",
      cell: ({ score }) =>
        isBlind ? phrase("job.score.hidden") : score === null ? null : <strong>{formatNumber(score)}</strong>,
    },
  ];
}

function Standing({ person, gate }: { person: Person; gate: string | null }) {
  const { words, tone } = stateWords(person.state);
  return (
    <span className={styles.state}>
      <Status tone={tone}>{words}</Status>
      {gate !== null && <span className={styles.quiet}>{gate}</span>}
      <time className={styles.quiet} dateTime={person.since} title={formatDateTime(person.since)}>
        {formatAgo(person.since)}
      </time>
    </span>
  );
}
