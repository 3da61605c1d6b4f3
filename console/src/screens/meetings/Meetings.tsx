import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { ADDRESSES, meetingAddress, NEW_MEETING_ADDRESS } from "../../addresses";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { EmptyState } from "../../design/EmptyState";
import { Failure } from "../../design/Failure";
import { MeetingsIcon } from "../../design/icons";
import { LinkList } from "../../design/LinkList";
import { MoreButton } from "../../design/MoreButton";
import { ScreenLink } from "../../design/ScreenLink";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { type Column, Table } from "../../design/Table";
import { TimeInZones } from "../../design/TimeInZones";
import { counted, phrase, type PhraseName } from "../../language/catalogue";
import { meetingsOptions } from "../../service/meetings";
import type { Meeting } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import { MeetingAnswers } from "./MeetingAnswers";
import { nextOf, stateOf, TIME_FILTERS, type TimeFilter } from "../../dialogs/meeting/times";

const FILTER_NAMES: Readonly<Record<TimeFilter, PhraseName>> = {
  upcoming: "meetings.filter.upcoming",
  open: "meetings.filter.open",
  past: "meetings.filter.past",
};

/** The meetings that candidates are invited to, and the answers that wait for the team. */
export default function Meetings() {
  const [, navigate] = useLocation();
  const show = new URLSearchParams(useSearch()).get("show");
  const filter = TIME_FILTERS.find((each) => each === show);
  const mayManage = useMayDo("manageMeetings");
  const meetings = useInfiniteQuery(meetingsOptions());
  const all = meetings.data?.pages.flatMap((page) => page.meetings) ?? [];
  const shown = all.filter((meeting) => filter === undefined || stateOf(meeting) === filter);
  const isEmpty = meetings.isSuccess && shown.length === 0;
  return (
    <>
      <ScreenHeading
        actions={
          mayManage && (
            <Button look="primary" onPress={() => navigate(NEW_MEETING_ADDRESS)}>
              {phrase("meetings.new")}
            </Button>
          )
        }
        title={phrase("screen.meetings")}
      />
      <MeetingAnswers />
      <LinkList choices={filterChoices(filter)} label={phrase("meetings.filter")} />
      {meetings.isError && <Failure error={meetings.error} onRetry={() => void meetings.refetch()} />}
      {isEmpty && <NoMeetings isFiltered={filter !== undefined} />}
      {!isEmpty && !meetings.isError && (
        <Table
          columns={columns()}
          isPending={meetings.isPending}
          keyOf={({ id }) => id}
          label={phrase("screen.meetings")}
          rows={shown}
        />
      )}
      <MoreButton pages={meetings} />
    </>
  );
}

function filterChoices(filter: TimeFilter | undefined) {
  const others = TIME_FILTERS.map((each) => ({
    to: `${ADDRESSES.meetings}?show=${each}`,
    name: phrase(FILTER_NAMES[each]),
    isChosen: filter === each,
  }));
  return [
    { to: ADDRESSES.meetings, name: phrase("meetings.filter.all"), isChosen: filter === undefined },
    ...others,
  ];
}

function columns(): readonly Column<Meeting>[] {
  return [
    {
      id: "title",
      title: phrase("meetings.column.title"),
      isRowHeader: true,
      cell: ({ id, title }) => (
        <ScreenLink to={meetingAddress(id)}>
          <span dir="auto">{title}</span>
        </ScreenLink>
      ),
    },
    {
      id: "when",
      title: phrase("meetings.column.when"),
      cell: (meeting) => <When meeting={meeting} />,
    },
    {
      id: "booked",
      title: phrase("meetings.column.booked"),
      cell: ({ slots }) => (slots.length === 0 ? null : bookedOf(slots)),
    },
    {
      id: "where",
      title: phrase("meetings.column.where"),
      cell: ({ place, url }) => {
        const where = place ?? url;
        return where === null ? null : <span dir="auto">{where}</span>;
      },
    },
  ];
}

function When({ meeting }: { meeting: Meeting }) {
  const next = nextOf(meeting);
  if (next === null) return phrase("meetings.noTime");
  const others = meeting.slots.length - 1;
  return (
    <>
      <TimeInZones time={next} zone={meeting.timezone} />
      {others > 0 && <span>{counted("meetings.moreTimes", others)}</span>}
    </>
  );
}

function bookedOf(slots: Meeting["slots"]): string {
  const booked = slots.reduce((sum, slot) => sum + slot.booked, 0);
  const places = slots.reduce((sum, slot) => sum + slot.capacity, 0);
  return phrase("meetings.booked", { booked: booked, places: places });
}

function NoMeetings({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Card>
      <EmptyState
        advice={phrase(isFiltered ? "meetings.empty.filtered.advice" : "meetings.empty.advice")}
        icon={MeetingsIcon}
        title={phrase(isFiltered ? "meetings.empty.filtered" : "meetings.empty")}
      />
    </Card>
  );
}
