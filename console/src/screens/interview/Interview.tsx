import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "wouter";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { InterviewsIcon } from "../../design/icons";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Skeleton } from "../../design/Skeleton";
import { phrase } from "../../language/catalogue";
import { isNotFound } from "../../service/errors";
import { storedInterviewOptions } from "../../service/interviews";
import { questionsOfInterviewOptions } from "../../service/questions";
import type { Interview as InterviewRecord } from "../../service/records";
import { scorecardOptions } from "../../service/scorecards";
import type { Stored } from "../../service/stored";
import { useMayDo } from "../../session/use-session";
import { EditorScreen } from "./EditorScreen";
import { formOf } from "./form";
import { ReadInterview } from "./ReadInterview";

/** One interview: what candidates are asked, and how their answers are scored. */
export default function Interview() {
  const { interviewId } = useParams<{ interviewId: string }>();
  const [reading, setReading] = useState(0);
  return (
    <OneInterview
      interviewId={interviewId}
      key={`${interviewId} ${reading}`}
      onReadAgain={() => setReading(reading + 1)}
    />
  );
}

interface OneInterviewProps {
  interviewId: string;
  /** Drops what the screen has, and reads the interview as others have left it. */
  onReadAgain: () => void;
}

function OneInterview({ interviewId, onReadAgain }: OneInterviewProps) {
  const interview = useQuery(storedInterviewOptions(interviewId));
  const scorecard = useQuery(scorecardOptions(interviewId));
  const title = interview.data?.record.title;
  if (isNotFound(interview.error)) return <NoInterview />;
  const failed = [interview, scorecard].find((each) => each.isError);
  if (failed !== undefined) {
    return (
      <>
        <ScreenHeading title={title ?? phrase("interview.loading")} />
        <Failure error={failed.error} onRetry={() => void failed.refetch()} />
      </>
    );
  }
  if (interview.data === undefined || scorecard.data === undefined) return <Loading title={title} />;
  return <WithQuestions interview={interview.data} onReadAgain={onReadAgain} scorecard={scorecard.data} />;
}

interface WithQuestionsProps {
  interview: Stored<InterviewRecord>;
  scorecard: Parameters<typeof formOf>[2];
  onReadAgain: () => void;
}

function WithQuestions({ interview, scorecard, onReadAgain }: WithQuestionsProps) {
  // What was there when the screen opened; the form has what becomes of it.
  const [opened] = useState(interview);
  const questions = useQuery(questionsOfInterviewOptions(opened.record));
  const mayManage = useMayDo("manageInterviews");
  if (questions.isError) {
    return (
      <>
        <ScreenHeading title={opened.record.title} />
        <Failure error={questions.error} onRetry={() => void questions.refetch()} />
      </>
    );
  }
  if (questions.data === undefined) return <Loading title={opened.record.title} />;
  const form = formOf(opened, questions.data, scorecard);
  if (!mayManage || opened.record.archivedAt !== null) {
    return <ReadInterview form={form} interview={opened.record} />;
  }
  return <EditorScreen form={form} onReadAgain={onReadAgain} stored={form} />;
}

function Loading({ title = phrase("interview.loading") }: { title?: string | undefined }) {
  return (
    <>
      <ScreenHeading title={title} />
      <Card>
        <p className="visually-hidden">{phrase("list.loading")}</p>
        <Skeleton lines={6} />
      </Card>
      <Card>
        <Skeleton lines={8} />
      </Card>
    </>
  );
}

function NoInterview() {
  return (
    <>
      <ScreenHeading title={phrase("interview.notFound")} />
      <EmptyState
        advice={phrase("interview.notFound.advice")}
        icon={InterviewsIcon}
        title={phrase("interview.notFound")}
      />
    </>
  );
}
