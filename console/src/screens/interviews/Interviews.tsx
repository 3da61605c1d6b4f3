import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { interviewAddress, interviewsAddress, newInterviewAddress } from "../../addresses";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { InterviewsIcon } from "../../design/icons";
import { MoreButton } from "../../design/MoreButton";
import { ScreenLink } from "../../design/ScreenLink";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Status } from "../../design/Status";
import { type Column, Table } from "../../design/Table";
import { phrase } from "../../language/catalogue";
import { formatAgo } from "../../language/format";
import { type InterviewFilter, interviewsOptions } from "../../service/interviews";
import type { ListedInterview } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import { INTERVIEW_STATUSES, INTERVIEW_TYPE_NAMES } from "../interview/interview-words";
import { languageName } from "../interview/languages";
import { filterOf } from "./filter";
import { InterviewFilters } from "./InterviewFilters";

/** The team's interviews. */
export default function Interviews() {
  const filter = filterOf(useSearch());
  const [, navigate] = useLocation();
  const mayManage = useMayDo("manageInterviews");
  const interviews = useInfiniteQuery(interviewsOptions(filter));
  const rows = interviews.data?.pages.flatMap((page) => page.interviews) ?? [];
  const changeFilter = (next: InterviewFilter) => navigate(interviewsAddress(next), { replace: true });
  return (
    <>
      <ScreenHeading
        actions={
          mayManage ? (
            <Button look="primary" onPress={() => navigate(newInterviewAddress(null))}>
              {phrase("interviews.new")}
            </Button>
          ) : undefined
        }
        title={phrase("screen.interviews")}
      />
      <InterviewFilters filter={filter} onChange={changeFilter} />
      {interviews.isError && <Failure error={interviews.error} onRetry={() => void interviews.refetch()} />}
      {interviews.isSuccess && rows.length === 0 ? (
        <Empty
          isFiltered={Object.keys(filter).length > 0}
          mayManage={mayManage}
          onClear={() => changeFilter({})}
        />
      ) : (
        !interviews.isError && (
          <Table
            columns={columns()}
            footer={interviews.hasNextPage ? <MoreButton pages={interviews} /> : undefined}
            isPending={interviews.isPending}
            keyOf={({ id }) => id}
            label={phrase("screen.interviews")}
            rows={rows}
          />
        )
      )}
    </>
  );
}

function columns(): Column<ListedInterview>[] {
  return [
    {
      id: "title",
      title: phrase("interviews.column.title"),
      isRowHeader: true,
      cell: ({ id, title }) => (
        <ScreenLink to={interviewAddress(id)}>
          <span dir="auto">{title}</span>
        </ScreenLink>
      ),
    },
    {
      id: "type",
      title: phrase("interviews.type"),
      cell: ({ interviewType }) => phrase(INTERVIEW_TYPE_NAMES[interviewType]),
    },
    { id: "status", title: phrase("interviews.status"), cell: (row) => <StatusCell interview={row} /> },
    { id: "language", title: phrase("interviews.language"), cell: ({ language }) => languageName(language) },
    { id: "updated", title: phrase("interviews.updated"), cell: ({ updatedAt }) => formatAgo(updatedAt) },
  ];
}

function StatusCell({ interview }: { interview: ListedInterview }) {
  const words = INTERVIEW_STATUSES[interview.status];
  return words === undefined ? null : <Status tone={words.tone}>{phrase(words.name)}</Status>;
}

interface EmptyProps {
  isFiltered: boolean;
  mayManage: boolean;
  onClear: () => void;
}

function Empty({ isFiltered, mayManage, onClear }: EmptyProps) {
  if (isFiltered) {
    return (
      <Card>
        <EmptyState
          advice={phrase("interviews.noneFound.advice")}
          icon={InterviewsIcon}
          title={phrase("interviews.noneFound")}
        >
          <Button onPress={onClear}>{phrase("interviews.clear")}</Button>
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState
        advice={phrase(mayManage ? "interviews.none.advice" : "interviews.none.reviewer")}
        icon={InterviewsIcon}
        title={phrase("interviews.none")}
      />
    </Card>
  );
}
