import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useBlindness } from "../../design/blindness";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { Skeleton } from "../../design/Skeleton";
import { phrase } from "../../language/catalogue";
import { resultsOptions, scoreChangesOptions } from "../../service/candidate-interviews";
import type { CandidateInterview, Results, ScoreChange } from "../../service/records";
import type { QueueFilter } from "../../service/review-queue";
import { useSession } from "../../session/use-session";
import { Answers } from "./Answers";
import { Comments } from "./Comments";
import { DecisionPanel } from "./DecisionPanel";
import { EvidenceProvider } from "./evidence";
import { Invitation } from "./Invitation";
import { Overview } from "./Overview";
import { OwnScores } from "./OwnScores";
import { Requests } from "./Requests";
import styles from "./Review.module.css";
import { Scorecard } from "./Scorecard";
import { ScoringRecord } from "./ScoringRecord";
import { Sharing } from "./Sharing";

interface ReviewProps {
  candidateInterview: CandidateInterview;
  candidateName: string;
  /** The queue that is gone on with after the decision. */
  queue: QueueFilter;
}

/** One interview of the candidate: the answers beside what people decide of them. */
export function Review({ candidateInterview, candidateName, queue }: ReviewProps) {
  const { id, completedAt } = candidateInterview;
  const results = useQuery(resultsOptions(id));
  return (
    <div className={styles.review}>
      <div className={styles.told}>
        <Requests candidateInterview={candidateInterview} candidateName={candidateName} />
        {results.isPending && <ReviewSkeleton />}
        {results.isError && <Failure error={results.error} onRetry={() => void results.refetch()} />}
        {results.data !== undefined && <Told results={results.data} />}
      </div>
      <div className={styles.people}>
        <DecisionPanel candidateInterviewId={id} isCompleted={completedAt !== null} queue={queue} />
        <Comments candidateInterviewId={id} />
        <Invitation candidateInterview={candidateInterview} />
        {completedAt !== null && results.data !== undefined && <Sharing results={results.data} />}
      </div>
    </div>
  );
}

/** What the candidate said, and how it was scored. */
function Told({ results }: { results: Results }) {
  const { candidateInterviewId } = results;
  const [isBlind, setBlind] = useBlindness();
  const changes = useQuery(scoreChangesOptions(candidateInterviewId));
  const toScore = useTopicsToScore(results, changes.data ?? []);
  const [hasScored, setScored] = useState(false);
  const isHidden = isBlind && toScore.length > 0;
  return (
    <EvidenceProvider results={results}>
      <Overview isBlind={isBlind} isHidden={isHidden} onBlindChange={setBlind} results={results} />
      {isHidden && changes.isPending && <ReviewSkeleton />}
      {isHidden && !changes.isPending && (
        <OwnScores
          candidateInterviewId={candidateInterviewId}
          onSaved={() => setScored(true)}
          topics={toScore}
        />
      )}
      {!isHidden && <Scorecard changes={changes.data ?? []} results={results} takesFocus={hasScored} />}
      <Answers isBlind={isHidden} results={results} />
      {!isHidden && <ScoringRecord changes={changes.data ?? []} provenance={results.provenance} />}
    </EvidenceProvider>
  );
}

/** The topics to which the person has given no score of their own. */
function useTopicsToScore(results: Results, changes: readonly ScoreChange[]): string[] {
  const { user } = useSession();
  const scored = new Set(changes.filter(({ userId }) => userId === user.id).map(({ topic }) => topic));
  const topics = results.scoreCard?.topicScores ?? [];
  return topics.map(({ topic }) => topic).filter((topic) => !scored.has(topic));
}

export function ReviewSkeleton() {
  return (
    <Card>
      <p className="visually-hidden">{phrase("list.loading")}</p>
      <Skeleton lines={12} />
    </Card>
  );
}
