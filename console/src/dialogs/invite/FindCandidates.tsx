import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Failure } from "../../design/Failure";
import { Field } from "../../design/Field";
import { CloseIcon } from "../../design/icons";
import { Skeleton } from "../../design/Skeleton";
import { phrase } from "../../language/catalogue";
import { candidateSearchOptions } from "../../service/invites";
import type { Candidate } from "../../service/records";
import styles from "./Invite.module.css";
import type { Whom } from "./use-whom";

interface FindCandidatesProps {
  whom: Whom;
  wasSent: boolean;
}

/** How long somebody pauses who has typed what they search for. */
const PAUSE_MS = 250;

export function FindCandidates({ whom, wasSent }: FindCandidatesProps) {
  const { found, setFound } = whom;
  const announce = useAnnounce();
  const [search, setSearch] = useState("");
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const add = ({ id, firstName, lastName }: Candidate) => {
    const name = `${firstName} ${lastName}`;
    setFound([...found, { key: id, name, invitee: { candidateId: id } }]);
    setSearch("");
    announce(phrase("invite.find.added", { name }));
    field.current?.focus();
  };
  const remove = (key: string) => {
    setFound(found.filter((each) => each.key !== key));
    field.current?.focus();
  };
  return (
    <>
      <Field
        error={wasSent && found.length === 0 ? phrase("invite.find.missing") : undefined}
        inputRef={field}
        label={phrase("invite.find")}
        onChange={setSearch}
        type="search"
        value={search}
      />
      {search.trim() !== "" && (
        <Found chosen={new Set(found.map(({ key }) => key))} onAdd={add} search={search.trim()} />
      )}
      {found.length > 0 && (
        <ul aria-label={phrase("invite.find.chosen")} className={styles.chosen}>
          {found.map(({ key, name }) => (
            <li className={styles.person} key={key}>
              <span dir="auto">{name}</span>
              <Button
                aria-label={phrase("invite.find.remove", { name })}
                look="quiet"
                onPress={() => remove(key)}
                size="icon"
              >
                <CloseIcon />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface FoundProps {
  search: string;
  chosen: ReadonlySet<string>;
  onAdd: (candidate: Candidate) => void;
}

function Found({ search, chosen, onAdd }: FoundProps) {
  const paused = usePaused(search);
  const candidates = useQuery(candidateSearchOptions(paused));
  const left = candidates.data?.filter(({ id }) => !chosen.has(id));
  if (candidates.isError)
    return <Failure error={candidates.error} onRetry={() => void candidates.refetch()} />;
  const isOfEarlierWords = candidates.isPlaceholderData && left?.length === 0;
  if (left === undefined || isOfEarlierWords) return <Skeleton lines={2} />;
  if (left.length === 0) return <p role="status">{phrase("invite.find.nobody")}</p>;
  return (
    <ul className={styles.found}>
      {left.map((candidate) => (
        <li key={candidate.id}>
          <Button className={styles.candidate} look="quiet" onPress={() => onAdd(candidate)}>
            <span dir="auto">{`${candidate.firstName} ${candidate.lastName}`}</span>
            <span className={styles.quiet}>{candidate.email ?? candidate.phone}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return paused;
}
