import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { PlusIcon } from "../../design/icons";
import { Reorderable } from "../../design/Reorderable";
import { counted, phrase } from "../../language/catalogue";
import { suggestTopicsOptions } from "../../service/scorecards";
import styles from "./Editor.module.css";
import { focusWithin } from "./focus-within";
import { type InterviewForm, newTopic, withSuggestions } from "./form";
import { LazyPreview } from "./LazyDialogs";
import { TopicFields } from "./TopicFields";
import type { Editor } from "./use-editor";

const MOST_TOPICS = 50;
const LONGEST_BASIS = 2_000;

/** What answers are scored by. */
export function Scorecard({ editor }: { editor: Editor }) {
  const { form, change, stored, isDirty } = editor;
  const { topics } = form;
  const [isPreviewing, setPreviewing] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = () => {
    const topic = newTopic();
    change((before) => ({ ...before, topics: [...before.topics, topic] }));
    focusWithin(part, topic.key);
  };
  return (
    <Card title={phrase("interview.scorecard")}>
      <div className={styles.part} ref={part}>
        <p className={styles.quiet}>{weightWords(form)}</p>
        <Reorderable
          focusAfterLast={() => addButton.current?.focus()}
          items={topics}
          keyOf={({ key }) => key}
          nameOf={({ topic }, at) => topic.trim() || phrase("interview.topic.number", { number: at + 1 })}
          onChange={(next) => change((before) => ({ ...before, topics: next }))}
        >
          {(topic, at) => <TopicFields at={at} editor={editor} topic={topic} />}
        </Reorderable>
        <div className={styles.buttons}>
          <Button isDisabled={topics.length >= MOST_TOPICS} onPress={add} ref={addButton}>
            <PlusIcon />
            {phrase("interview.topic.add")}
          </Button>
          <Suggest editor={editor} />
          {stored.hasScorecard && !isDirty && (
            <Button look="quiet" onPress={() => setPreviewing(true)}>
              {phrase("interview.preview.open")}
            </Button>
          )}
        </div>
      </div>
      {isPreviewing && stored.interviewId !== null && (
        <LazyPreview interviewId={stored.interviewId} onClose={() => setPreviewing(false)} />
      )}
    </Card>
  );
}

function weightWords({ topics }: InterviewForm): string {
  if (topics.length === 0) return phrase("interview.scorecard.empty");
  const sum = topics.reduce((total, { weight }) => total + (weight ?? 0), 0);
  if (sum === 0) return phrase("interview.scorecard.weigh");
  return sum === 100 ? phrase("interview.scorecard.whole") : phrase("interview.scorecard.sum", { sum: sum });
}

/** Suggests topics from the job's text and the questions; those that are there stay. */
function Suggest({ editor }: { editor: Editor }) {
  const { form, change } = editor;
  const announce = useAnnounce();
  const suggesting = useMutation(suggestTopicsOptions());
  const questions = form.questions.map(({ text }) => text.trim().slice(0, LONGEST_BASIS)).filter(Boolean);
  const hasBasis = questions.length > 0 || form.jobText.trim() !== "";
  const suggest = () =>
    suggesting.mutate(
      { jobDescriptionText: form.jobText.trim() || null, questions },
      {
        onSuccess: (suggested) => {
          const added = withSuggestions(form.topics, suggested).length - form.topics.length;
          change((before) => ({
            ...before,
            topics: withSuggestions(before.topics, suggested).slice(0, MOST_TOPICS),
          }));
          announce(counted("interview.suggested", Math.max(added, 0)));
        },
      },
    );
  return (
    <>
      <Button isDisabled={!hasBasis} isPending={suggesting.isPending} look="quiet" onPress={suggest}>
        {phrase("interview.suggest")}
      </Button>
      {!hasBasis && <p className={styles.quiet}>{phrase("interview.suggest.noBasis")}</p>}
      {suggesting.isError && <Failure error={suggesting.error} />}
    </>
  );
}
