import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useBlindness } from "../../design/blindness";
import { Card } from "../../design/Card";
import { Bars } from "../../design/charts/Bars";
import { FEWEST_PEOPLE } from "../../design/charts/Chart";
import { Funnel } from "../../design/charts/Funnel";
import { medianOf } from "../../design/charts/median";
import { StripPlot } from "../../design/charts/StripPlot";
import { counted, phrase } from "../../language/catalogue";
import { formatDuration } from "../../language/format";
import { progressOptions } from "../../service/job-workflows";
import { jobScoresOptions, MOST_SCORES } from "../../service/job-scores";
import type { CandidateInterview, Enrollment } from "../../service/records";
import styles from "./Pictures.module.css";
import { lengthsOf, reachedOf, type Stage, stagesOf } from "./progress";
import { useStepNames } from "./step-names";

/** The job as a whole: how far people come, how long it takes, how they are scored. */
export default function Pictures({ jobId }: { jobId: string }) {
  const [isBlind] = useBlindness();
  const progress = useInfiniteQuery(progressOptions(jobId));
  const completed = useQuery(jobScoresOptions(jobId)).data ?? [];
  const enrollments = progress.data?.pages.flatMap((page) => page.enrollments) ?? [];
  const stages = stagesOf(enrollments);
  const nameOf = useStepNames(stages);
  if (enrollments.length === 0) return null;
  const basis = progress.hasNextPage ? counted("job.newest", enrollments.length) : undefined;
  return (
    <Card title={phrase("job.pictures")}>
      <div className={styles.pictures}>
        <Way basis={basis} enrollments={enrollments} nameOf={nameOf} stages={stages} />
        <Lengths basis={basis} enrollments={enrollments} nameOf={nameOf} stages={stages} />
        {!isBlind &&
          stages
            .filter(({ stepType }) => stepType !== "meeting")
            .map((stage) => (
              <Scores completed={completed} key={stage.id} name={nameOf(stage)} stage={stage} />
            ))}
      </div>
    </Card>
  );
}

interface PictureProps {
  enrollments: readonly Enrollment[];
  stages: readonly Stage[];
  nameOf: (stage: Stage) => string;
  basis: string | undefined;
}

function Way({ enrollments, stages, nameOf, basis }: PictureProps) {
  const done = enrollments.filter(({ status }) => status === "completed").length;
  const all = [
    { id: "all", name: phrase("job.funnel.enrolled"), count: enrollments.length },
    ...stages.map((stage) => ({ id: stage.id, name: nameOf(stage), count: reachedOf(enrollments, stage) })),
    { id: "done", name: phrase("job.group.completed"), count: done },
  ];
  return (
    <Funnel
      basis={basis}
      people={enrollments.length}
      stages={all}
      summary={phrase("job.funnel.summary", {
        all: enrollments.length,
        done: done,
      })}
      title={phrase("job.funnel")}
    />
  );
}

function Lengths({ enrollments, stages, nameOf, basis }: PictureProps) {
  const bars = stages.map((stage) => {
    const lengths = lengthsOf(enrollments, stage);
    const value = lengths.length < FEWEST_PEOPLE ? null : medianOf(lengths);
    return { id: stage.id, name: nameOf(stage), value, people: lengths.length };
  });
  return (
    <Bars
      bars={bars}
      basis={basis}
      format={formatDuration}
      people={Math.max(...bars.map(({ people }) => people), 0)}
      summary={phrase("job.lengths.summary")}
      title={phrase("job.lengths")}
      valueTitle={phrase("job.lengths.value")}
    />
  );
}

interface ScoresProps {
  stage: Stage;
  name: string;
  completed: readonly CandidateInterview[];
}

function Scores({ stage, name, completed }: ScoresProps) {
  const dots = completed
    .filter(({ interviewId }) => interviewId === stage.artifactId)
    .flatMap(({ id, score }) => (score === null ? [] : [{ id, value: score }]));
  const values = dots.map(({ value }) => value);
  return (
    <StripPlot
      basis={completed.length === MOST_SCORES ? counted("job.scores.basis", MOST_SCORES) : undefined}
      dots={dots.map((dot, at) => ({ ...dot, name: phrase("job.scores.person", { number: at + 1 }) }))}
      people={dots.length}
      summary={phrase("job.scores.summary", {
        least: Math.min(...values),
        median: medianOf(values) ?? "",
        most: Math.max(...values),
        people: dots.length,
      })}
      title={phrase("job.scores", { interview: name })}
      valueTitle={phrase("job.column.score")}
    />
  );
}
