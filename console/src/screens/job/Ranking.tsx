import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { jobAddress } from "../../addresses";
import { useBlindness } from "../../design/blindness";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { downloadCsv } from "../../design/download";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { CandidatesIcon } from "../../design/icons";
import { LinkList } from "../../design/LinkList";
import { MoreButton } from "../../design/MoreButton";
import { type Column, Table } from "../../design/Table";
import { counted, phrase } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import { teamInterviewsOptions } from "../../service/candidate-interviews";
import { candidateNamesOptions } from "../../service/candidate-names";
import { effectiveWorkflowOptions } from "../../service/job-workflows";
import type { CandidateInterview, EffectiveWorkflow, JobDetail, WorkflowStep } from "../../service/records";
import { CompareBar, CompareHint } from "./CompareBar";
import { interviewColumns } from "./interview-columns";
import { rankingRows } from "./ranking-rows";
import styles from "./Ranking.module.css";
import { useStepNames } from "./step-names";
import { MOST_COMPARED, useChosen } from "./use-chosen";

interface RankingProps {
  job: JobDetail;
  /** The interview that the address asks for. */
  wanted: string | null;
}

type Scored = Pick<WorkflowStep, "artifactId" | "stepType">;

const SCORED: ReadonlySet<WorkflowStep["stepType"]> = new Set([
  "questionnaire",
  "standard_interview",
  "ai_interviewer",
]);

/** The candidates of the job by their score in one of its interviews. */
export function Ranking({ job, wanted }: RankingProps) {
  const [isBlind] = useBlindness();
  const workflow = useQuery(effectiveWorkflowOptions(job.id));
  const interviews = scoredOf(job, workflow.data ?? null);
  const stepName = useStepNames(interviews);
  const chosen = interviews.find(({ artifactId }) => artifactId === wanted) ?? interviews[0];
  if (workflow.isPending)
    return <Table columns={[]} isPending keyOf={String} label={phrase("job.view.ranking")} rows={[]} />;
  if (isBlind) return <Message message="blind" />;
  if (chosen === undefined) return <Message message="none" />;
  return (
    <>
      {interviews.length > 1 && (
        <LinkList
          choices={interviews.map((each) => ({
            name: stepName(each),
            to: jobAddress(job.id, { view: "ranking", interview: each.artifactId }),
            isChosen: each === chosen,
          }))}
          label={phrase("job.ranking.interviews")}
        />
      )}
      <Ranked
        interviewId={chosen.artifactId}
        interviewName={stepName(chosen)}
        isOfJob={workflow.data?.template != null}
        job={job}
        key={chosen.artifactId}
      />
    </>
  );
}

interface RankedProps {
  job: JobDetail;
  interviewId: string;
  interviewName: string;
  /** Whether the records name the job, because a workflow has made them. */
  isOfJob: boolean;
}

function Ranked({ job, interviewId, interviewName, isOfJob }: RankedProps) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useChosen();
  const filter = { interviewId, sort: "-score" as const, ...(isOfJob ? { jobId: job.id } : {}) };
  const pages = useInfiniteQuery(teamInterviewsOptions(filter));
  const rows = pages.data?.pages.flatMap((page) => page.interviews) ?? [];
  const unnamed = rows.map(({ id, candidateId }) => ({ candidateId, candidateInterviewId: id, interviewId }));
  const names = useQuery({ ...candidateNamesOptions(unnamed, queries), enabled: pages.isSuccess });
  const nameOf = ({ candidateId }: CandidateInterview) =>
    names.data?.get(candidateId) ?? phrase("job.person.unknown");
  const save = () => downloadCsv(`${job.title} - ${interviewName}`, rankingRows(rows, nameOf));
  if (pages.isError) return <Failure error={pages.error} onRetry={() => void pages.refetch()} />;
  if (pages.isSuccess && rows.length === 0 && !pages.hasNextPage) return <Message message="nobody" />;
  return (
    <>
      <CompareHint />
      <Table
        columns={[
          rankColumn(rows),
          ...interviewColumns({ isBlind: false, isNamed: !names.isPending, names: names.data }),
        ]}
        footer={pages.hasNextPage ? <MoreButton pages={pages} /> : undefined}
        isPending={pages.isPending}
        keyOf={({ id }) => id}
        label={phrase("job.view.ranking")}
        rows={rows}
        selection={{ most: MOST_COMPARED, nameOf, onChange: setChosen, selected: chosen }}
      />
      <div className={styles.end}>
        <p className={styles.quiet}>{counted("job.ranking.shown", rows.length)}</p>
        <Button isDisabled={names.isPending || rows.length === 0} onPress={save} size="small">
          {phrase("export.csv")}
        </Button>
      </div>
      <CompareBar count={chosen.size} ids={[...chosen]} onClear={() => setChosen(new Set())} />
    </>
  );
}

function rankColumn(rows: readonly CandidateInterview[]): Column<CandidateInterview> {
  return {
    id: "rank",
    title: phrase("job.column.rank"),
    // Who has the same score has the same rank.
    cell: ({ score }) =>
      score === null ? null : formatNumber(rows.findIndex((row) => row.score === score) + 1),
  };
}

/** The interviews of the job that scores come from: those of its workflow, or its own. */
function scoredOf(job: JobDetail, workflow: EffectiveWorkflow | null): Scored[] {
  const steps: Scored[] = workflow?.template?.steps.filter(({ stepType }) => SCORED.has(stepType)) ?? [];
  if (steps.length > 0 || job.interviewId === null) return steps;
  return [{ artifactId: job.interviewId, stepType: "standard_interview" }];
}

const MESSAGES = {
  blind: ["job.ranking.blind", "job.ranking.blind.advice"],
  none: ["job.ranking.none", "job.ranking.none.advice"],
  nobody: ["job.nobody", "job.nobody.advice"],
} as const;

function Message({ message }: { message: keyof typeof MESSAGES }) {
  const [title, advice] = MESSAGES[message];
  return (
    <Card>
      <EmptyState advice={phrase(advice)} icon={CandidatesIcon} title={phrase(title)} />
    </Card>
  );
}
