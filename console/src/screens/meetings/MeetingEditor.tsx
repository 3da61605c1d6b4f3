import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams, useSearch } from "wouter";
import { ADDRESSES, meetingAddress } from "../../addresses";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { RefusedScreen } from "../../design/shell/RefusedScreen";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Skeleton } from "../../design/Skeleton";
import { MeetingFormBody } from "../../dialogs/meeting/MeetingFormBody";
import { phrase } from "../../language/catalogue";
import { meetingOptions } from "../../service/meetings";
import type { Meeting } from "../../service/records";
import type { Stored } from "../../service/stored";
import { useMayDo } from "../../session/use-session";
import { MEETINGS_ENTRY } from "./entry";

/** Makes a meeting, or changes one. */
export default function MeetingEditor() {
  const { meetingId } = useParams<{ meetingId?: string }>();
  const mayManage = useMayDo("manageMeetings");
  if (!mayManage) return <RefusedScreen entry={MEETINGS_ENTRY} />;
  return meetingId === undefined ? <Editor stored={null} /> : <Existing meetingId={meetingId} />;
}

function Existing({ meetingId }: { meetingId: string }) {
  const meeting = useQuery({
    ...meetingOptions(meetingId),
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });
  if (meeting.data !== undefined) {
    return (
      <Editor key={meeting.dataUpdatedAt} onReload={() => void meeting.refetch()} stored={meeting.data} />
    );
  }
  return (
    <>
      <ScreenHeading title={phrase("meetings.edit")} />
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

interface EditorProps {
  stored: Stored<Meeting> | null;
  /** Reads the meeting again, without what was entered. */
  onReload?: () => void;
}

function Editor({ stored, onReload }: EditorProps) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const query = search === "" ? "" : `?${search}`;
  const title =
    stored === null ? phrase("meetings.new") : phrase("meetings.edit.of", { title: stored.record.title });
  const back = stored === null ? ADDRESSES.meetings : meetingAddress(stored.record.id);
  return (
    <>
      <ScreenHeading title={title} />
      <Card>
        <MeetingFormBody
          action={phrase("shared.save")}
          onSaved={(meeting) => navigate(`${meetingAddress(meeting.id)}${query}`)}
          stored={stored}
        >
          <Button onPress={() => navigate(back)}>{phrase("shared.cancel")}</Button>
          {onReload !== undefined && (
            <Button look="quiet" onPress={onReload}>
              {phrase("meetings.reload")}
            </Button>
          )}
        </MeetingFormBody>
      </Card>
    </>
  );
}
