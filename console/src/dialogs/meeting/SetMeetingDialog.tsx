import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { meetingAddress } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { CopyField } from "../../design/CopyField";
import { Dialog } from "../../design/Dialog";
import { Failure } from "../../design/Failure";
import { FormSelect } from "../../design/FormSelect";
import { ScreenLink } from "../../design/ScreenLink";
import { phrase } from "../../language/catalogue";
import { formatTimeOf, ownZone } from "../../language/zones";
import type { InviteOutcome } from "../../service/invites";
import { setMeetingOptions } from "../../service/meeting-invites";
import { meetingsOptions } from "../../service/meetings";
import type { Candidate, Meeting } from "../../service/records";
import { nextOf, stateOf } from "./times";
import { FindCandidates } from "../invite/FindCandidates";
import { useWhom } from "../invite/use-whom";
import styles from "./Meeting.module.css";
import { MeetingFormBody } from "./MeetingFormBody";

export interface SetMeetingProps {
  /** Who is invited; without it the dialog asks. */
  candidate?: Pick<Candidate, "id" | "firstName" | "lastName" | "timezone">;
  /** The meeting; without it the dialog asks, or makes one. */
  meeting?: Meeting;
  onClose: () => void;
}

/** Invites a candidate to a meeting that there is, or to a new one. */
export default function SetMeetingDialog({ onClose, ...rest }: SetMeetingProps) {
  return (
    <Dialog isOpen onClose={onClose} title={phrase("meetings.set")}>
      <Content onClose={onClose} {...rest} />
    </Dialog>
  );
}

interface Set {
  meeting: Meeting;
  outcome: InviteOutcome;
}

function Content({ candidate, meeting, onClose }: SetMeetingProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const setting = useMutation(setMeetingOptions(queries));
  const [done, setDone] = useState<Set | null>(null);
  const [made, setMade] = useState<Meeting | undefined>(meeting);
  const set = (to: Meeting, candidateId: string) => {
    // What was made once is used by the next attempt.
    setMade(to);
    setting.mutate(
      { meeting: to, candidateId },
      {
        onSuccess: (outcome) => {
          setDone({ meeting: to, outcome });
          announce(phrase(outcome.wasInvited ? "meetings.set.already" : "meetings.set.done"));
        },
      },
    );
  };
  if (done !== null) return <Done onClose={onClose} set={done} />;
  return (
    <>
      {candidate === undefined && made !== undefined && (
        <AskWho isPending={setting.isPending} onChosen={(id) => set(made, id)} />
      )}
      {candidate !== undefined && (
        <AskWhich candidate={candidate} first={made} isPending={setting.isPending} onChosen={set} />
      )}
      {setting.isError && <Failure error={setting.error} />}
    </>
  );
}

function AskWho({ isPending, onChosen }: { isPending: boolean; onChosen: (candidateId: string) => void }) {
  const whom = useWhom([]);
  const [wasSent, setSent] = useState(false);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(true);
    const [person] = whom.found;
    if (person !== undefined) onChosen(person.key);
  };
  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <FindCandidates
        wasSent={wasSent}
        whom={{ ...whom, setFound: (found) => whom.setFound(found.slice(-1)) }}
      />
      <Button isPending={isPending} look="primary" type="submit">
        {phrase("invite.send")}
      </Button>
    </form>
  );
}

const NEW = "new";

interface AskWhichProps {
  candidate: NonNullable<SetMeetingProps["candidate"]>;
  first: Meeting | undefined;
  isPending: boolean;
  onChosen: (meeting: Meeting, candidateId: string) => void;
}

function AskWhich({ candidate, first, isPending, onChosen }: AskWhichProps) {
  const meetings = useInfiniteQuery(meetingsOptions());
  const listed = meetings.data?.pages.flatMap((page) => page.meetings) ?? [];
  const coming = listed.filter((each) => stateOf(each) !== "past" && each.id !== first?.id);
  const all = first === undefined ? coming : [first, ...coming];
  const [chosen, setChosen] = useState(first?.id ?? NEW);
  const meeting = all.find(({ id }) => id === chosen);
  const name = `${candidate.firstName} ${candidate.lastName}`;
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (meeting !== undefined) onChosen(meeting, candidate.id);
  };
  const choices = [{ id: NEW, name: phrase("meetings.set.new") }, ...all.map(choiceOf)];
  return (
    <div className={styles.form}>
      <p className={styles.quiet}>{phrase("meetings.set.words", { name })}</p>
      <FormSelect
        choices={choices}
        label={phrase("meetings.set.which")}
        onChange={setChosen}
        value={chosen}
      />
      {meeting === undefined ? (
        <MeetingFormBody
          action={phrase("invite.send")}
          onSaved={(saved) => {
            setChosen(saved.id);
            onChosen(saved, candidate.id);
          }}
          stored={null}
        />
      ) : (
        <form noValidate onSubmit={send}>
          <Button isPending={isPending} look="primary" type="submit">
            {phrase("invite.send")}
          </Button>
        </form>
      )}
    </div>
  );
}

function choiceOf(meeting: Meeting) {
  const next = nextOf(meeting);
  const zone = meeting.timezone ?? ownZone();
  const when = next === null ? phrase("meetings.noTime") : formatTimeOf(next, zone);
  return { id: meeting.id, name: phrase("meetings.set.choice", { title: meeting.title, when }) };
}

function Done({ set, onClose }: { set: Set; onClose: () => void }) {
  const { meeting, outcome } = set;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <p>{phrase(outcome.wasInvited ? "meetings.set.already" : "meetings.set.done")}</p>
      {outcome.link !== null && <CopyField label={phrase("meetings.set.link")} value={outcome.link} />}
      <p>
        <ScreenLink to={meetingAddress(meeting.id)}>
          <span dir="auto">{meeting.title}</span>
        </ScreenLink>
      </p>
      <div className={styles.buttons}>
        <Button look="primary" onPress={onClose} ref={button}>
          {phrase("invite.results.done")}
        </Button>
      </div>
    </>
  );
}
