import { Disclosure } from "../../design/Disclosure";
import { Field } from "../../design/Field";
import { NumberField } from "../../design/NumberField";
import { phrase, type PhraseName } from "../../language/catalogue";
import styles from "./Editor.module.css";
import { type Level, LONGEST_NAME, type TopicItem } from "./form";
import type { Editor } from "./use-editor";

const LONGEST_DESCRIPTION = 2_000;

const LEVEL_NAMES: readonly (readonly [Level, PhraseName])[] = [
  ["level1", "interview.level1"],
  ["level3", "interview.level3"],
  ["level5", "interview.level5"],
];

interface TopicFieldsProps {
  topic: TopicItem;
  at: number;
  editor: Editor;
}

/** A topic with its weight; what makes it clear stands behind its heading. */
export function TopicFields({ topic, at, editor }: TopicFieldsProps) {
  const { change, faults } = editor;
  const set = (members: Partial<TopicItem>) =>
    change((form) => ({
      ...form,
      topics: form.topics.map((each) => (each.key === topic.key ? { ...each, ...members } : each)),
    }));
  return (
    <fieldset className={styles.row}>
      <legend className="visually-hidden">{phrase("interview.topic.number", { number: at + 1 })}</legend>
      <div className={styles.topic}>
        <Field
          className={styles.topicName}
          error={faults[`topic:${topic.key}`]}
          label={phrase("interview.topic")}
          maxLength={LONGEST_NAME}
          onChange={(name) => set({ topic: name })}
          value={topic.topic}
        />
        <NumberField
          className={styles.weight}
          error={faults[`weight:${topic.key}`]}
          label={phrase("interview.weight")}
          onChange={(weight) => set({ weight })}
          takesFractions
          value={topic.weight}
        />
      </div>
      <Disclosure level={3} title={phrase("interview.criteria")}>
        <Criteria onChange={set} topic={topic} />
      </Disclosure>
    </fieldset>
  );
}

interface CriteriaProps {
  topic: TopicItem;
  onChange: (members: Partial<TopicItem>) => void;
}

function Criteria({ topic, onChange }: CriteriaProps) {
  const { description, lookingFor, levels } = topic;
  return (
    <div className={styles.part}>
      <Field
        description={phrase("interview.meaning.words")}
        label={phrase("interview.meaning")}
        maxLength={LONGEST_DESCRIPTION}
        onChange={(text) => onChange({ description: text })}
        rows={2}
        value={description}
      />
      <Field
        description={phrase("interview.signs.words")}
        label={phrase("interview.signs")}
        onChange={(text) => onChange({ lookingFor: text })}
        rows={3}
        value={lookingFor}
      />
      {LEVEL_NAMES.map(([level, name]) => (
        <Field
          key={level}
          label={phrase(name)}
          maxLength={LONGEST_DESCRIPTION}
          onChange={(text) => onChange({ levels: { ...levels, [level]: text } })}
          rows={2}
          value={levels[level]}
        />
      ))}
    </div>
  );
}
