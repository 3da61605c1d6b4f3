import { Card } from "../../design/Card";
import { Facts } from "../../design/Facts";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Status } from "../../design/Status";
import { phrase } from "../../language/catalogue";
import { formatDateTime } from "../../language/format";
import type { Interview } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import { Copy } from "./Actions";
import { ANSWER_KINDS } from "./answer-kinds";
import styles from "./Editor.module.css";
import type { InterviewForm, QuestionItem, TopicItem } from "./form";
import { INTERVIEW_STATUSES, INTERVIEW_TYPE_NAMES } from "./interview-words";
import { languageName } from "./languages";

interface ReadInterviewProps {
  interview: Interview;
  form: InterviewForm;
}

/** An interview for people who do not change it: reviewers, and everybody once it is archived. */
export function ReadInterview({ interview, form }: ReadInterviewProps) {
  const status = INTERVIEW_STATUSES[interview.status];
  const mayManage = useMayDo("manageInterviews");
  return (
    <>
      <ScreenHeading
        actions={mayManage ? <Copy interviewId={interview.id} /> : undefined}
        below={status === undefined ? undefined : <Status tone={status.tone}>{phrase(status.name)}</Status>}
        title={interview.title}
      />
      <Card title={phrase("interview.basics")}>
        <Facts
          facts={[
            [phrase("interview.displayName"), interview.displayName],
            [phrase("interview.type"), phrase(INTERVIEW_TYPE_NAMES[interview.interviewType])],
            [phrase("interview.language"), languageName(interview.language)],
            [phrase("interviews.updated"), formatDateTime(interview.updatedAt)],
          ]}
        />
        {interview.description !== null && <p dir="auto">{interview.description}</p>}
      </Card>
      <Card title={phrase("interview.questions")}>
        {form.questions.length === 0 && (
          <p className={styles.quiet}>{phrase("interview.questions.noneYet")}</p>
        )}
        <ol className={styles.readList}>
          {form.questions.map((question) => (
            <ReadQuestion key={question.key} question={question} />
          ))}
        </ol>
      </Card>
      <Card title={phrase("interview.scorecard")}>
        {form.topics.length === 0 && <p className={styles.quiet}>{phrase("interview.scorecard.noneYet")}</p>}
        <ul className={styles.readList}>
          {form.topics.map((topic) => (
            <ReadTopic key={topic.key} topic={topic} />
          ))}
        </ul>
      </Card>
    </>
  );
}

function ReadQuestion({ question }: { question: QuestionItem }) {
  return (
    <li className={styles.readItem}>
      <p dir="auto">{question.text || question.title}</p>
      <p className={styles.quiet}>{phrase(ANSWER_KINDS[question.kind])}</p>
    </li>
  );
}

function ReadTopic({ topic }: { topic: TopicItem }) {
  return (
    <li className={styles.readItem}>
      <p>
        <strong dir="auto">{topic.topic}</strong>{" "}
        <span className={styles.quiet}>{phrase("scorecard.weight", { weight: topic.weight ?? 0 })}</span>
      </p>
      {topic.description !== "" && <p dir="auto">{topic.description}</p>}
    </li>
  );
}
