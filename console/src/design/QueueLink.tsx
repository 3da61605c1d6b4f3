import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode, Ref } from "react";
import { candidateAddress, jobAddress } from "../addresses";
import { candidateInterviewsOptions, resultsOptions } from "../service/candidate-interviews";
import { candidateOptions } from "../service/candidates";
import type { ReviewItem } from "../service/records";
import type { QueueFilter } from "../service/review-queue";
import type { Way } from "../way";
import { ScreenLink } from "./ScreenLink";

interface QueueLinkProps {
  item: ReviewItem;
  /** The queue that is gone on with after the item. */
  queue: QueueFilter;
  className?: string | undefined;
  ref?: Ref<HTMLAnchorElement>;
  children: ReactNode;
}

/**
 * Leads to what an item of the queue is about: an approval to the job, everything else to the candidate, of whom
 * the records are read while the person still looks at the link.
 */
export function QueueLink({ item, queue, ...rest }: QueueLinkProps) {
  const prefetch = usePrefetch();
  const { candidateId, candidateInterviewId, candidateName, jobId } = item;
  const to = candidateId === null ? jobAddress(jobId ?? "") : candidateAddress(candidateId);
  const way: Way = {
    queue,
    ...(candidateName === null ? {} : { candidateName }),
    ...(candidateInterviewId === null ? {} : { candidateInterviewId }),
  };
  return <ScreenLink {...rest} onIntent={() => prefetch(item)} to={to} way={way} />;
}

function usePrefetch(): (item: ReviewItem) => void {
  const queries = useQueryClient();
  return ({ candidateId, candidateInterviewId }) => {
    if (candidateId === null || candidateInterviewId === null) return;
    const reads = [
      queries.query(candidateOptions(candidateId)),
      queries.query(candidateInterviewsOptions(candidateId)),
      queries.query(resultsOptions(candidateInterviewId)),
    ];
    // The screen tells what cannot be read, should it be opened.
    void Promise.allSettled(reads);
  };
}
