import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useParams, useSearch } from "wouter";
import { ADDRESSES, meetingEditAddress } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { ConfirmedButton } from "../../design/ConfirmedButton";
import { EmptyState } from "../../design/EmptyState";
import { Facts } from "../../design/Facts";
import { Failure } from "../../design/Failure";
import { MeetingsIcon } from "../../design/icons";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Skeleton } from "../../design/Skeleton";
import { Status } from "../../design/Status";
import { SetMeetingButton } from "../../dialogs/meeting/SetMeetingButton";
import { counted, phrase } from "../../language/catalogue";
import { formatZone } from "../../language/zones";
import { isNotFound } from "../../service/errors";
import { archiveMeetingOptions, meetingOptions } from "../../service/meetings";
import type { Meeting as MeetingRecord } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import { AskAgain } from "./AskAgain";
import { MeetingGuests } from "./MeetingGuests";
import { MeetingTimes } from "./MeetingTimes";

/** One meeting: its times with their bookings, and who is invited. */
export default function Meeting() {
  const { meetingId } = useParams<{ meetingId: string }>();
  const meeting = useQuery(meetingOptions(meetingId));
  const query = new URLSearchParams(useSearch());
  const again = query.get("again");
  if (isNotFound(meeting.error)) return <NoMeeting />;
  if (meeting.data === undefined) {
    return (
      <>
        <ScreenHeading title={phrase("meetings.one")} />
        {meeting.isError ? (
          <Failure error={meeting.error} onRetry={() => void meeting.refetch()} />
        ) : (
          <Card>
            <Skeleton lines={8} />
          </Card>
        )}
      </>
    );
  }
  const { record } = meeting.data;
  return (
    <>
      <Head meeting={record} />
      {again !== null && <AskAgain name={query.get("name") ?? ""} stepId={again} />}
      <About meeting={record} />
      <Card title={phrase("meetings.times")}>
        <MeetingTimes meeting={record} />
      </Card>
      <MeetingGuests meetingId={record.id} />
    </>
  );
}

function Head({ meeting }: { meeting: MeetingRecord }) {
  const [, navigate] = useLocation();
  const mayManage = useMayDo("manageMeetings");
  const isArchived = meeting.archivedAt !== null;
  return (
    <ScreenHeading
      actions={
        mayManage &&
        !isArchived && (
          <>
            <SetMeetingButton look="primary" meeting={meeting} />
            <Button onPress={() => navigate(meetingEditAddress(meeting.id))}>{phrase("shared.edit")}</Button>
            <ArchiveMeeting meeting={meeting} />
          </>
        )
      }
      below={isArchived && <Status>{phrase("status.archived")}</Status>}
      title={meeting.title}
    />
  );
}

function ArchiveMeeting({ meeting }: { meeting: MeetingRecord }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [, navigate] = useLocation();
  const archiving = useMutation(archiveMeetingOptions(meeting.id, queries));
  const archive = () =>
    archiving.mutate(undefined, {
      onSuccess: () => {
        announce(phrase("meetings.archived", { title: meeting.title }));
        navigate(ADDRESSES.meetings);
      },
    });
  return (
    <ConfirmedButton
      error={archiving.error}
      isPending={archiving.isPending}
      name={phrase("meetings.archive")}
      onConfirm={archive}
      title={phrase("meetings.archive.title", { title: meeting.title })}
      words={phrase("meetings.archive.words")}
    />
  );
}

function About({ meeting }: { meeting: MeetingRecord }) {
  const { description, place, url, durationMinutes, timezone, slots, bookingClosesHours } = meeting;
  const facts: [string, string][] = [
    [phrase("meetings.length"), counted("meetings.length.minutes", durationMinutes)],
    ...(place === null ? [] : ([[phrase("meetings.column.where"), place]] as [string, string][])),
    ...(timezone === null
      ? []
      : ([[phrase("meetings.zone"), `${timezone} · ${formatZone(timezone)}`]] as [string, string][])),
    ...(slots.length === 0
      ? []
      : ([[phrase("meetings.closing"), counted("meetings.closing.hours", bookingClosesHours)]] as [
          string,
          string,
        ][])),
  ];
  return (
    <Card title={phrase("meetings.about")}>
      {description !== null && <p dir="auto">{description}</p>}
      <Facts facts={facts} />
      {url !== null && (
        <a href={url} rel="noreferrer" target="_blank">
          {phrase("meetings.url.open")}
        </a>
      )}
    </Card>
  );
}

function NoMeeting() {
  return (
    <>
      <ScreenHeading title={phrase("meetings.notFound")} />
      <EmptyState
        advice={phrase("meetings.notFound.advice")}
        icon={MeetingsIcon}
        title={phrase("meetings.notFound")}
      />
    </>
  );
}
