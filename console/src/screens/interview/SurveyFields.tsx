import { Button } from "../../design/Button";
import { Checkbox } from "../../design/Checkbox";
import { Field } from "../../design/Field";
import { FormSelect } from "../../design/FormSelect";
import { CloseIcon } from "../../design/icons";
import { NumberField } from "../../design/NumberField";
import { phrase } from "../../language/catalogue";
import styles from "./Editor.module.css";
import type { Faults } from "./faults";
import { hasFreeOptions, hasOptions, newOption, type OptionItem, type QuestionItem } from "./form";

interface SurveyFieldsProps {
  question: QuestionItem;
  onChange: (members: Partial<QuestionItem>) => void;
  faults: Faults;
}

/** What belongs to a question that is answered without speaking. */
export function SurveyFields({ question, onChange, faults }: SurveyFieldsProps) {
  const { kind } = question;
  return (
    <>
      {hasOptions(kind) && <Options faults={faults} onChange={onChange} question={question} />}
      {kind === "YES_NO" && <PreferredAnswer onChange={onChange} question={question} />}
      {kind === "FREE_TEXT" && (
        <NumberField
          className={styles.short}
          description={phrase("interview.mostCharacters.words")}
          label={phrase("interview.mostCharacters")}
          onChange={(mostCharacters) => onChange({ mostCharacters })}
          value={question.mostCharacters}
        />
      )}
      <div className={styles.checks}>
        <Checkbox
          isSelected={question.isScored}
          label={phrase("interview.scored")}
          onChange={(isScored) => onChange({ isScored })}
        />
        {kind !== "FREE_TEXT" && (
          <Checkbox
            isSelected={question.isKnockout}
            label={phrase("interview.knockout")}
            onChange={(isKnockout) => onChange({ isKnockout })}
          />
        )}
        {kind === "MULTIPLE_CHOICE_MULTIPLE_ANSWER" && (
          <Checkbox
            isSelected={question.needsAllPreferred}
            label={phrase("interview.allPreferred")}
            onChange={(needsAllPreferred) => onChange({ needsAllPreferred })}
          />
        )}
      </div>
    </>
  );
}

type PartProps = Omit<SurveyFieldsProps, "faults">;

function PreferredAnswer({ question, onChange }: PartProps) {
  const choices = [
    { id: "none" as const, name: phrase("interview.preferred.none") },
    { id: "yes" as const, name: phrase("interview.preferred.yes") },
    { id: "no" as const, name: phrase("interview.preferred.no") },
  ];
  return (
    <FormSelect
      choices={choices}
      className={styles.short}
      label={phrase("interview.preferred")}
      onChange={(id) => onChange({ preferredAnswer: choices.find((each) => each.id === id)?.id ?? "none" })}
      value={question.preferredAnswer}
    />
  );
}

function Options({ question, onChange, faults }: SurveyFieldsProps) {
  const { kind, options } = question;
  const setOptions = (next: OptionItem[]) => onChange({ options: next });
  const isFree = hasFreeOptions(kind);
  return (
    <div className={styles.options}>
      {options.map((option, at) => (
        <OptionFields
          canBeRemoved={isFree && options.length > 2}
          error={faults[`option:${option.key}`]}
          hasPoints={kind === "MULTIPLE_CHOICE_WEIGHTED"}
          key={option.key}
          number={at + 1}
          onChange={(changed) =>
            setOptions(options.map((each) => (each.key === option.key ? { ...each, ...changed } : each)))
          }
          onRemove={() => setOptions(options.filter((each) => each.key !== option.key))}
          option={option}
          pointsError={faults[`points:${option.key}`]}
        />
      ))}
      {isFree && (
        <Button look="quiet" onPress={() => setOptions([...options, newOption()])} size="small">
          {phrase("interview.option.add")}
        </Button>
      )}
    </div>
  );
}

interface OptionFieldsProps {
  option: OptionItem;
  number: number;
  hasPoints: boolean;
  canBeRemoved: boolean;
  error: string | undefined;
  pointsError: string | undefined;
  onChange: (members: Partial<OptionItem>) => void;
  onRemove: () => void;
}

const LONGEST_OPTION = 500;

function OptionFields({ option, number, onChange, onRemove, ...rest }: OptionFieldsProps) {
  const { hasPoints, canBeRemoved, error, pointsError } = rest;
  return (
    <div className={styles.option}>
      <Field
        className={styles.optionName}
        error={error}
        label={phrase("interview.option", { number })}
        maxLength={LONGEST_OPTION}
        onChange={(title) => onChange({ title })}
        value={option.title}
      />
      {hasPoints ? (
        <NumberField
          className={styles.points}
          error={pointsError}
          label={phrase("interview.points", { number })}
          onChange={(weight) => onChange({ weight })}
          takesFractions
          value={option.weight}
        />
      ) : (
        <Checkbox
          isSelected={option.isPreferred}
          label={phrase("interview.option.preferred")}
          onChange={(isPreferred) => onChange({ isPreferred })}
        />
      )}
      {canBeRemoved && (
        <Button look="quiet" onPress={onRemove} size="icon">
          <CloseIcon />
          <span className="visually-hidden">{phrase("interview.option.remove", { number })}</span>
        </Button>
      )}
    </div>
  );
}
