import { useEffect, useRef } from "react";
import { candidateAddress } from "../../addresses";
import { Button } from "../../design/Button";
import { CopyField } from "../../design/CopyField";
import { ScreenLink } from "../../design/ScreenLink";
import { Status, type Tone } from "../../design/Status";
import { phrase, type PhraseName } from "../../language/catalogue";
import styles from "./Invite.module.css";
import type { Result } from "./use-sending";

interface InviteResultsProps {
  results: readonly Result[];
  onBack: () => void;
  onClose: () => void;
}

/** What became of each invite, with the link to hand over. */
export function InviteResults({ results, onBack, onClose }: InviteResultsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  const hasFailed = results.some(({ outcome }) => outcome === null);
  return (
    <>
      {/* The outcome is what the person goes on with. */}
      <ul aria-label={phrase("invite.results")} className={styles.results} ref={list} tabIndex={-1}>
        {results.map((result) => (
          <li className={styles.result} key={result.person.key}>
            <OneResult result={result} />
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        {hasFailed && <Button onPress={onBack}>{phrase("invite.results.back")}</Button>}
        <Button look="primary" onPress={onClose}>
          {phrase("invite.results.done")}
        </Button>
      </div>
    </>
  );
}

function OneResult({ result }: { result: Result }) {
  const { person, outcome, reason } = result;
  const [words, tone] = wordsOf(result);
  const link = outcome?.link ?? null;
  return (
    <>
      <p className={styles.outcome}>
        {outcome === null ? (
          <strong dir="auto">{person.name}</strong>
        ) : (
          <ScreenLink to={candidateAddress(outcome.candidateId)}>{person.name}</ScreenLink>
        )}
        <Status tone={tone}>{phrase(words)}</Status>
      </p>
      {reason !== null && <p className={styles.wrong}>{reason}</p>}
      {link !== null && (
        <CopyField label={phrase("invite.results.link", { name: person.name })} value={link} />
      )}
    </>
  );
}

function wordsOf({ outcome }: Result): readonly [PhraseName, Tone] {
  if (outcome === null) return ["invite.result.refused", "bad"];
  return outcome.wasInvited ? ["invite.result.already", "neutral"] : ["invite.result.invited", "good"];
}
