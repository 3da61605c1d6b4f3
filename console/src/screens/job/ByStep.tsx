import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { jobAddress } from "../../addresses";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { CandidatesIcon } from "../../design/icons";
import { LinkList } from "../../design/LinkList";
import { MoreButton } from "../../design/MoreButton";
import { Skeleton } from "../../design/Skeleton";
import { counted, phrase } from "../../language/catalogue";
import { candidateNamesOptions } from "../../service/candidate-names";
import { progressOptions } from "../../service/job-workflows";
import { jobScoresOptions } from "../../service/job-scores";
import type { JobDetail } from "../../service/records";
import styles from "./ByStep.module.css";
import { CompareBar, CompareHint } from "./CompareBar";
import { StepGroup } from "./StepGroup";
import { comparable, type Group, groupsOf, type Person, personOf, stagesOf } from "./progress";
import { scoresOf, unnamedOf } from "./known";
import { useStepNames } from "./step-names";
import { useChosen } from "./use-chosen";
import { WithoutWorkflow } from "./WithoutWorkflow";

const END_NAMES = {
  completed: "job.group.completed",
  failed: "job.group.failed",
  stopped: "job.group.stopped",
} as const;

interface ByStepProps {
  job: JobDetail;
  /** The group that the address asks for. */
  wanted: string | null;
}

/** Who is where: a table for each step, then those whose way has ended, then those who have no workflow. */
export function ByStep({ job, wanted }: ByStepProps) {
  const { progress, people, stages, scores, names } = usePeople(job.id);
  const stepName = useStepNames(stages);
  const [chosen, setChosen] = useChosen();
  const groups = groupsOf(people, stages);
  const nameOf = ({ id, stage }: Group) => (stage === null ? endName(id) : stepName(stage));
  const shown = groups.filter(({ id }) => id === wanted);
  if (progress.isPending) return <Waiting />;
  return (
    <>
      {progress.isError && <Failure error={progress.error} onRetry={() => void progress.refetch()} />}
      {groups.length > 1 && (
        <GroupLinks groups={groups} job={job} nameOf={nameOf} wanted={shown.length > 0 ? wanted : null} />
      )}
      {people.length > 0 && <CompareHint />}
      {progress.isSuccess && people.length === 0 && job.interviewId === null && <Nobody />}
      {(shown.length > 0 ? shown : groups).map((group) => (
        <StepGroup
          chosen={chosen}
          group={group}
          isAlone={shown.length > 0 || groups.length === 1}
          isNamed={!names.isPending}
          key={group.id}
          names={names.data}
          onChoose={setChosen}
          scores={scores}
          title={nameOf(group)}
        />
      ))}
      {progress.hasNextPage && (
        <div className={styles.more}>
          <p className={styles.quiet}>{counted("job.newest", people.length)}</p>
          <MoreButton pages={progress} />
        </div>
      )}
      {shown.length === 0 && job.interviewId !== null && (
        <WithoutWorkflow
          chosen={chosen}
          interviewId={job.interviewId}
          isAlone={people.length === 0}
          onChoose={setChosen}
        />
      )}
      <CompareBar count={chosen.size} ids={comparedOf(people, chosen)} onClear={() => setChosen(new Set())} />
    </>
  );
}

/** The people who are enrolled, as far as they are read, with their names and scores. */
function usePeople(jobId: string) {
  const queries = useQueryClient();
  const progress = useInfiniteQuery(progressOptions(jobId));
  const completed = useQuery(jobScoresOptions(jobId)).data;
  const enrollments = useMemo(
    () => progress.data?.pages.flatMap((page) => page.enrollments) ?? [],
    [progress.data],
  );
  const scores = useMemo(() => scoresOf(completed ?? []), [completed]);
  const names = useQuery({
    ...candidateNamesOptions(unnamedOf(enrollments), queries),
    enabled: progress.isSuccess,
  });
  const stages = useMemo(() => stagesOf(enrollments), [enrollments]);
  const people = useMemo(() => enrollments.map((each) => personOf(each, scores)), [enrollments, scores]);
  return { progress, people, stages, scores, names };
}

/** The candidate interviews of who is chosen. Of those without an enrollment they are what is chosen itself. */
function comparedOf(people: readonly Person[], chosen: ReadonlySet<string>): string[] {
  const enrolled = people.filter(({ id }) => chosen.has(id));
  const others = [...chosen].filter((id) => !enrolled.some((person) => person.id === id));
  return [...comparable(enrolled), ...others];
}

interface GroupLinksProps {
  job: JobDetail;
  groups: readonly Group[];
  nameOf: (group: Group) => string;
  wanted: string | null;
}

function GroupLinks({ job, groups, nameOf, wanted }: GroupLinksProps) {
  const all = { name: phrase("job.group.all"), to: jobAddress(job.id), isChosen: wanted === null };
  const each = groups.map((group) => ({
    name: phrase("job.group.count", { name: nameOf(group), count: group.people.length }),
    to: jobAddress(job.id, { step: group.id }),
    isChosen: group.id === wanted,
  }));
  return <LinkList choices={[all, ...each]} label={phrase("job.groups")} />;
}

function Nobody() {
  return (
    <Card>
      <EmptyState advice={phrase("job.nobody.advice")} icon={CandidatesIcon} title={phrase("job.nobody")} />
    </Card>
  );
}

function Waiting() {
  return (
    <Card>
      <p className="visually-hidden">{phrase("list.loading")}</p>
      <Skeleton lines={8} />
    </Card>
  );
}

function endName(id: string): string {
  return id in END_NAMES ? phrase(END_NAMES[id as keyof typeof END_NAMES]) : id;
}
