import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { candidatesAddress } from "../../addresses";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { InterviewsIcon } from "../../design/icons";
import { MoreButton } from "../../design/MoreButton";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { counted, phrase } from "../../language/catalogue";
import { InviteButton } from "../../dialogs/invite/InviteButton";
import { type InterviewFilter, teamInterviewsOptions } from "../../service/candidate-interviews";
import type { CandidateInterview } from "../../service/records";
import styles from "./Candidates.module.css";
import { CompareLink } from "./CompareLink";
import { InterviewFilters } from "./InterviewFilters";
import { InterviewTable } from "./InterviewTable";
import { interviewFilterOf, interviewQueryOf } from "./query";
import { SelectionBar } from "./SelectionBar";
import { SendAgain } from "./SendAgain";
import { useChosen } from "./use-chosen";
import { useTakers } from "./use-takers";
import { ViewLinks } from "./ViewLinks";
import { INTERVIEWS_VIEW } from "./views";

/** Who has not begun, who is done, and with what score. */
export function Progress() {
  const filter = interviewFilterOf(useSearch());
  const [, navigate] = useLocation();
  const list = useInfiniteQuery(teamInterviewsOptions(filter));
  const pages = list.data?.pages.map((page) => page.interviews) ?? [];
  const interviews = pages.flat();
  const takers = useTakers(pages);
  const chosen = useChosen<CandidateInterview>(({ id }) => id, interviews);
  const change = (next: Partial<Record<keyof InterviewFilter, unknown>>) =>
    navigate(candidatesAddress(interviewQueryOf(filter, next)), { replace: true });
  return (
    <>
      <Heading count={list.isSuccess ? interviews.length : null} filter={filter} hasMore={list.hasNextPage} />
      <ViewLinks current={INTERVIEWS_VIEW} />
      <InterviewFilters filter={filter} onChange={change} />
      {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && interviews.length === 0 && <Nothing filter={filter} />}
      {(list.isPending || interviews.length > 0) && (
        <InterviewTable
          footer={list.hasNextPage ? <MoreButton pages={list} /> : null}
          interviews={interviews}
          isPending={list.isPending}
          isRanking={filter.sort === "-score"}
          selection={chosen.selection(({ id }) => takers.get(id)?.name ?? phrase("candidate.loading"))}
          takers={takers}
        />
      )}
      <SelectionBar count={chosen.rows.length} label={phrase("candidates.chosen")} onClear={chosen.clear}>
        <SendAgain chosen={chosen.rows} />
        <CompareLink chosen={chosen.rows} />
      </SelectionBar>
    </>
  );
}

interface HeadingProps {
  count: number | null;
  hasMore: boolean;
  filter: InterviewFilter;
}

function Heading({ count, hasMore, filter: { jobId, interviewId } }: HeadingProps) {
  return (
    <ScreenHeading
      actions={
        <InviteButton
          {...(jobId === undefined ? {} : { jobId })}
          {...(interviewId === undefined ? {} : { interviewId })}
          look="primary"
        />
      }
      below={
        <p className={styles.summary} role="status">
          {count !== null && counted(hasMore ? "progress.shown.more" : "progress.shown", count)}
        </p>
      }
      title={phrase("screen.candidates")}
    />
  );
}

function Nothing({ filter }: { filter: InterviewFilter }) {
  const [, navigate] = useLocation();
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <Card>
      <EmptyState
        advice={phrase(isNarrowed ? "progress.nothing.advice" : "progress.none.advice")}
        icon={InterviewsIcon}
        title={phrase(isNarrowed ? "progress.nothing" : "progress.none")}
      >
        {isNarrowed && (
          <Button onPress={() => navigate(candidatesAddress({ view: INTERVIEWS_VIEW }), { replace: true })}>
            {phrase("progress.nothing.all")}
          </Button>
        )}
      </EmptyState>
    </Card>
  );
}
