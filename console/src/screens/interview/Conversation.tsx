import { Card } from "../../design/Card";
import { Checkbox } from "../../design/Checkbox";
import { Field } from "../../design/Field";
import { NumberField } from "../../design/NumberField";
import { phrase, type PhraseName } from "../../language/catalogue";
import styles from "./Editor.module.css";
import { type Behavior, BEHAVIORS, LONGEST_TEXT } from "./form";
import { KnowledgeBases } from "./KnowledgeBases";
import type { Editor } from "./use-editor";

const LONGEST_GREETING = 2_000;

const BEHAVIOR_NAMES: Readonly<Record<Behavior, PhraseName>> = {
  askToElaborate: "behavior.askToElaborate",
  askFollowUpQuestions: "behavior.askFollowUpQuestions",
  digDeeper: "behavior.digDeeper",
  askCandidateQuestions: "behavior.askCandidateQuestions",
  conversationalStyle: "behavior.conversationalStyle",
  friendlyTone: "behavior.friendlyTone",
  professionalTone: "behavior.professionalTone",
  closedCaptions: "behavior.closedCaptions",
  audioOnly: "behavior.audioOnly",
  callRecording: "behavior.callRecording",
};

/** How an AI interviewer goes about it, and what it can tell. */
export function Conversation({ editor }: { editor: Editor }) {
  const { form, set, faults } = editor;
  return (
    <Card title={phrase("interview.conversation")}>
      <div className={styles.checkColumns}>
        {BEHAVIORS.map((behavior) => (
          <Checkbox
            isSelected={form.behaviors[behavior]}
            key={behavior}
            label={phrase(BEHAVIOR_NAMES[behavior])}
            onChange={(isOn) => set({ behaviors: { ...form.behaviors, [behavior]: isOn } })}
          />
        ))}
      </div>
      <Field
        description={phrase("interview.greeting.words")}
        error={faults.greetingMessage}
        label={phrase("interview.greeting")}
        maxLength={LONGEST_GREETING}
        onChange={(greeting) => set({ greeting })}
        rows={2}
        value={form.greeting}
      />
      <Field
        description={phrase("interview.welcome.words")}
        error={faults.welcomeInfo}
        label={phrase("interview.welcome")}
        maxLength={LONGEST_TEXT}
        onChange={(welcomeInfo) => set({ welcomeInfo })}
        rows={2}
        value={form.welcomeInfo}
      />
      <Field
        description={phrase("interview.jobText.words")}
        error={faults.jobDescriptionText}
        label={phrase("interview.jobText")}
        maxLength={LONGEST_TEXT}
        onChange={(jobText) => set({ jobText })}
        rows={4}
        value={form.jobText}
      />
      <KnowledgeBases editor={editor} />
      <NumberField
        className={styles.short}
        description={phrase("interview.timeout.words")}
        error={faults.timeoutSeconds}
        label={phrase("interview.timeout")}
        onChange={(timeoutSeconds) => set({ timeoutSeconds })}
        value={form.timeoutSeconds}
      />
    </Card>
  );
}
