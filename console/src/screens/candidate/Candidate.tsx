import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { Loaded } from "../../design/Loaded";
import { useLocation, useParams, useSearch } from "wouter";
import { candidateInterviewAddress } from "../../addresses";
import { EmptyState } from "../../design/EmptyState";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { CandidatesIcon, InterviewsIcon } from "../../design/icons";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { phrase } from "../../language/catalogue";
import { candidateInterviewsOptions } from "../../service/candidate-interviews";
import { candidateOptions } from "../../service/candidates";
import { isNotFound } from "../../service/errors";
import { useWay } from "../../way";
import { CandidateHead } from "./CandidateHead";
import { chooseInterview } from "./choose-interview";
import { InterviewTabs } from "./InterviewTabs";
import { Review, ReviewSkeleton } from "./Review";

/** It stands at the end of the screen, and most candidates have none. */
const CandidateMeetings = lazy(() => import("./CandidateMeetings"));

/** Who the candidate is, what they said, and what people make of it. */
export default function Candidate() {
  const { candidateId } = useParams<{ candidateId: string }>();
  const { candidateInterviewId = "" } = useWay();
  // Another candidate, or another of their interviews, is another screen.
  return <OneCandidate candidateId={candidateId} key={`${candidateId} ${candidateInterviewId}`} />;
}

function OneCandidate({ candidateId }: { candidateId: string }) {
  const way = useWay();
  const wanted = new URLSearchParams(useSearch()).get("interview") ?? way.candidateInterviewId;
  const [, navigate] = useLocation();
  const candidate = useQuery(candidateOptions(candidateId));
  const interviews = useQuery(candidateInterviewsOptions(candidateId));

  if (isNotFound(candidate.error)) return <NoCandidate />;
  const chosen = chooseInterview(interviews.data ?? [], wanted);
  return (
    <>
      <CandidateHead candidate={candidate.data} nameBefore={way.candidateName} />
      {candidate.isError && <Failure error={candidate.error} onRetry={() => void candidate.refetch()} />}
      {interviews.isError && <Failure error={interviews.error} onRetry={() => void interviews.refetch()} />}
      {interviews.isPending && <ReviewSkeleton />}
      {interviews.data?.length === 0 && <NoInterviews />}
      {chosen !== undefined && (
        <InterviewTabs
          chosen={chosen}
          interviews={interviews.data ?? []}
          onChoose={(id) =>
            navigate(candidateInterviewAddress(candidateId, id), { replace: true, state: way })
          }
        >
          <Review
            candidateInterview={chosen}
            candidateName={candidate.data ? fullName(candidate.data) : ""}
            key={chosen.id}
            queue={way.queue ?? { waitingFor: "you" }}
          />
        </InterviewTabs>
      )}
      {candidate.data !== undefined && (
        <Loaded>
          <CandidateMeetings candidateId={candidateId} />
        </Loaded>
      )}
    </>
  );
}

function NoCandidate() {
  return (
    <>
      <ScreenHeading title={phrase("candidate.notFound")} />
      <EmptyState
        advice={phrase("candidate.notFound.advice")}
        icon={CandidatesIcon}
        title={phrase("candidate.notFound")}
      />
    </>
  );
}

function NoInterviews() {
  return (
    <Card>
      <EmptyState
        advice={phrase("candidate.noInterviews.advice")}
        icon={InterviewsIcon}
        title={phrase("candidate.noInterviews")}
      />
    </Card>
  );
}

function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}
