import { Card } from "../../design/Card";
import { Disclosure } from "../../design/Disclosure";
import { FileIcon } from "../../design/icons";
import { phrase } from "../../language/catalogue";
import { formatDate } from "../../language/format";
import type { Results } from "../../service/records";
import { Answer } from "./Answer";
import styles from "./Answers.module.css";
import { TurnList } from "./TurnList";

interface AnswersProps {
  results: Results;
  /** Whether the marks of the machine's evidence are left out. */
  isBlind: boolean;
}

/** What the candidate said and wrote, question by question. */
export function Answers({ results, isBlind }: AnswersProps) {
  const { responses, conversation, transcriptRemovedAt, resume } = results;
  return (
    <Card title={phrase("answers.title")}>
      {transcriptRemovedAt !== null && (
        <p>{phrase("answers.removed", { date: formatDate(transcriptRemovedAt) })}</p>
      )}
      {responses.length === 0 && <p className={styles.quiet}>{phrase("answers.none")}</p>}
      <ol className={styles.answers}>
        {responses.map((response, at) => (
          <Answer isBlind={isBlind} key={response.questionId} number={at + 1} response={response} />
        ))}
      </ol>
      {resume !== null && (
        <a className={styles.resume} download={resume.fileName} href={resume.url}>
          <FileIcon />
          {resume.fileName}
        </a>
      )}
      {conversation && conversation.length > 0 && (
        <Disclosure level={3} title={phrase("answers.conversation")}>
          <TurnList turns={conversation} />
        </Disclosure>
      )}
    </Card>
  );
}
