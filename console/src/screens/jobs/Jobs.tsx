import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useLocation, useSearch } from "wouter";
import { jobsAddress, NEW_JOB_ADDRESS } from "../../addresses";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { JobsIcon } from "../../design/icons";
import { MoreButton } from "../../design/MoreButton";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { phrase } from "../../language/catalogue";
import { type JobFilter, jobListOptions } from "../../service/jobs";
import { useMayDo } from "../../session/use-session";
import { filterOf } from "./filter";
import { JobFilters } from "./JobFilters";
import { JobTable } from "./JobTable";

/** What the team hires for. */
export default function Jobs() {
  const filter = filterOf(useSearch());
  const [, navigate] = useLocation();
  const mayManage = useMayDo("manageJobs");
  const jobs = useInfiniteQuery(jobListOptions(filter));
  const rows = jobs.data?.pages.flatMap((page) => page.jobs) ?? [];
  const isEmpty = jobs.isSuccess && rows.length === 0 && !jobs.hasNextPage;
  const changeFilter = useCallback(
    (next: JobFilter) => navigate(jobsAddress(next), { replace: true }),
    [navigate],
  );
  const addJob = mayManage && (
    <Button look="primary" onPress={() => navigate(NEW_JOB_ADDRESS)}>
      {phrase("jobs.new")}
    </Button>
  );
  return (
    <>
      <ScreenHeading actions={addJob} title={phrase("screen.jobs")} />
      <JobFilters filter={filter} onChange={changeFilter} />
      {jobs.isError && <Failure error={jobs.error} onRetry={() => void jobs.refetch()} />}
      {isEmpty ? (
        <Empty
          isFiltered={Object.keys(filter).length > 0}
          mayManage={mayManage}
          onClear={() => changeFilter({})}
        />
      ) : (
        !(jobs.isError && rows.length === 0) && (
          <JobTable
            footer={jobs.hasNextPage ? <MoreButton pages={jobs} /> : undefined}
            isPending={jobs.isPending}
            jobs={rows}
          />
        )
      )}
    </>
  );
}

interface EmptyProps {
  isFiltered: boolean;
  mayManage: boolean;
  onClear: () => void;
}

function Empty({ isFiltered, mayManage, onClear }: EmptyProps) {
  const advice = isFiltered
    ? phrase("jobs.empty.filtered.advice")
    : phrase(mayManage ? "jobs.empty.advice" : "jobs.empty.reviewer");
  return (
    <Card>
      <EmptyState
        advice={advice}
        icon={JobsIcon}
        title={phrase(isFiltered ? "jobs.empty.filtered" : "jobs.empty")}
      >
        {isFiltered && <Button onPress={onClear}>{phrase("jobs.clear")}</Button>}
      </EmptyState>
    </Card>
  );
}
