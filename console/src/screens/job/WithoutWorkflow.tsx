import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useBlindness } from "../../design/blindness";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { CandidatesIcon } from "../../design/icons";
import { MoreButton } from "../../design/MoreButton";
import { Table } from "../../design/Table";
import { phrase } from "../../language/catalogue";
import { teamInterviewsOptions } from "../../service/candidate-interviews";
import { candidateNamesOptions } from "../../service/candidate-names";
import { interviewColumns } from "./interview-columns";
import styles from "./StepGroup.module.css";
import { MOST_COMPARED } from "./use-chosen";

interface WithoutWorkflowProps {
  interviewId: string;
  /** Whether the job has nobody else. */
  isAlone: boolean;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Who was invited to the interview of the job without a workflow. Their records do not name the job. */
export function WithoutWorkflow({ interviewId, isAlone, chosen, onChoose }: WithoutWorkflowProps) {
  const queries = useQueryClient();
  const [isBlind] = useBlindness();
  const pages = useInfiniteQuery(teamInterviewsOptions({ interviewId }));
  const rows =
    pages.data?.pages.flatMap((page) => page.interviews.filter(({ jobId }) => jobId === null)) ?? [];
  const unnamed = rows.map(({ id, candidateId }) => ({ candidateId, candidateInterviewId: id, interviewId }));
  const names = useQuery({ ...candidateNamesOptions(unnamed, queries), enabled: pages.isSuccess });
  if (pages.isError) return <Failure error={pages.error} onRetry={() => void pages.refetch()} />;
  if (pages.isSuccess && rows.length === 0 && !pages.hasNextPage) return isAlone ? <Nobody /> : null;
  return (
    <section className={styles.group}>
      <div>
        <h3 className={styles.title}>{phrase("job.group.without")}</h3>
        <p className={styles.quiet}>{phrase("job.group.without.words")}</p>
      </div>
      <Table
        columns={interviewColumns({ isBlind, isNamed: !names.isPending, names: names.data })}
        footer={pages.hasNextPage ? <MoreButton pages={pages} /> : undefined}
        isPending={pages.isPending}
        keyOf={({ id }) => id}
        label={phrase("job.group.without")}
        rows={rows}
        selection={{
          most: MOST_COMPARED,
          nameOf: ({ candidateId }) => names.data?.get(candidateId) ?? phrase("job.person.unknown"),
          onChange: onChoose,
          selected: chosen,
        }}
      />
    </section>
  );
}

function Nobody() {
  return (
    <Card>
      <EmptyState advice={phrase("job.nobody.advice")} icon={CandidatesIcon} title={phrase("job.nobody")} />
    </Card>
  );
}
