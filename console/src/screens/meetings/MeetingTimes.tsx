import { Status } from "../../design/Status";
import { type Column, Table } from "../../design/Table";
import { TimeInZones } from "../../design/TimeInZones";
import { phrase } from "../../language/catalogue";
import type { Meeting, MeetingSlot } from "../../service/records";
import { hasBegun, isBookable } from "../../dialogs/meeting/times";

/** When the meeting is, and how many places of each time are taken. */
export function MeetingTimes({ meeting }: { meeting: Meeting }) {
  const { slots, startsAt, timezone } = meeting;
  if (slots.length > 0) {
    const rows = slots.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
    return (
      <Table
        columns={columnsOf(meeting)}
        keyOf={({ id }) => id}
        label={phrase("meetings.times")}
        rows={rows}
      />
    );
  }
  if (startsAt === null) return <p>{phrase("meetings.noTime.words")}</p>;
  return <TimeInZones time={startsAt} zone={timezone} />;
}

function columnsOf(meeting: Meeting): readonly Column<MeetingSlot>[] {
  return [
    {
      id: "begins",
      title: phrase("meetings.column.when"),
      isRowHeader: true,
      cell: ({ startsAt }) => <TimeInZones time={startsAt} zone={meeting.timezone} />,
    },
    {
      id: "booked",
      title: phrase("meetings.column.booked"),
      cell: ({ booked, capacity }) => phrase("meetings.booked", { booked: booked, places: capacity }),
    },
    {
      id: "state",
      title: phrase("meetings.column.state"),
      cell: (slot) => <SlotState meeting={meeting} slot={slot} />,
    },
  ];
}

function SlotState({ meeting, slot }: { meeting: Meeting; slot: MeetingSlot }) {
  if (hasBegun(slot.startsAt)) return <Status>{phrase("meetings.slot.past")}</Status>;
  if (slot.booked >= slot.capacity) return <Status tone="good">{phrase("meetings.slot.full")}</Status>;
  if (!isBookable(meeting, slot.startsAt))
    return <Status tone="caution">{phrase("meetings.slot.closed")}</Status>;
  return <Status tone="accent">{phrase("meetings.slot.free")}</Status>;
}
