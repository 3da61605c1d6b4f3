import { ADDRESSES } from "../../addresses";
import { Field } from "../../design/Field";
import { ScreenLink } from "../../design/ScreenLink";
import { counted, phrase } from "../../language/catalogue";
import styles from "./Invite.module.css";
import { type Line, MOST_LINES } from "./people";
import type { Whom } from "./use-whom";

interface SeveralCandidatesProps {
  whom: Whom;
  wasSent: boolean;
}

/** A list that is pasted, a person each line. What cannot be read is told line by line. */
export function SeveralCandidates({ whom, wasSent }: SeveralCandidatesProps) {
  const { lines, text, setText } = whom;
  const wrong = lines.flatMap((line, at) => (line.problem === null ? [] : [{ ...line, at }]));
  const isTooLong = lines.length > MOST_LINES;
  return (
    <>
      <Field
        description={phrase("invite.several.words")}
        error={wasSent ? problemOf(lines) : undefined}
        label={phrase("invite.several")}
        onChange={setText}
        rows={6}
        value={text}
      />
      {lines.length > 0 && (
        <p className={styles.quiet} role="status">
          {counted("invite.several.read", lines.length - wrong.length)}
        </p>
      )}
      {wrong.length > 0 && (
        <ul className={styles.wrong}>
          {wrong.map(({ at, text: line, problem }) => (
            <li key={at}>
              <span dir="auto">{phrase("invite.several.line", { number: at + 1, text: line })}</span>{" "}
              <strong>{problem !== null && phrase(problem)}</strong>
            </li>
          ))}
        </ul>
      )}
      {isTooLong && (
        <p className={styles.wrong} role="alert">
          {counted("invite.several.tooMany", MOST_LINES)}{" "}
          <ScreenLink to={ADDRESSES.imports}>{phrase("screen.imports")}</ScreenLink>
        </p>
      )}
    </>
  );
}

function problemOf(lines: readonly Line[]): string | undefined {
  if (lines.length === 0) return phrase("invite.several.missing");
  return lines.some(({ problem }) => problem !== null) ? phrase("invite.several.wrong") : undefined;
}
