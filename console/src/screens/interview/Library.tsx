import { FieldPair } from "../../design/FieldPair";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../design/Button";
import { Checkbox } from "../../design/Checkbox";
import { Dialog } from "../../design/Dialog";
import { Failure } from "../../design/Failure";
import { FormSelect } from "../../design/FormSelect";
import { MoreButton } from "../../design/MoreButton";
import { SearchField } from "../../design/SearchField";
import { Skeleton } from "../../design/Skeleton";
import { counted, phrase, type PhraseName } from "../../language/catalogue";
import type { InterviewType } from "../../service/interviews";
import { libraryOptions, type Question, type QuestionKind } from "../../service/questions";
import styles from "./Editor.module.css";
import { type QuestionItem, questionItem } from "./form";

export interface LibraryProps {
  interviewType: InterviewType;
  /** The questions that the interview has already. */
  taken: readonly QuestionItem[];
  onChoose: (questions: QuestionItem[]) => void;
  onClose: () => void;
}

const KINDS: Readonly<Record<InterviewType, readonly QuestionKind[]>> = {
  standard: ["audio", "survey"],
  ai_interviewer: ["ai_text", "audio", "survey"],
  questionnaire: ["survey"],
};
const KIND_NAMES: Readonly<Record<QuestionKind, PhraseName>> = {
  audio: "answerKind.audio",
  ai_text: "answerKind.ai_text",
  survey: "interview.library.survey",
};

/** The team's questions, of which some are asked in this interview too. */
export default function Library({ interviewType, taken, onChoose, onClose }: LibraryProps) {
  const kinds = KINDS[interviewType];
  const [kind, setKind] = useState<QuestionKind>(kinds[0] ?? "survey");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<readonly Question[]>([]);
  const takenIds = new Set(taken.map(({ id }) => id));
  const toggle = (question: Question, isIn: boolean) => {
    const others = chosen.filter(({ record }) => record.id !== question.record.id);
    setChosen(isIn ? [...others, question] : others);
  };
  return (
    <Dialog isOpen onClose={onClose} title={phrase("interview.library.open")}>
      <FieldPair>
        <SearchField label={phrase("interview.library.search")} onChange={setSearch} value={search} />
        {kinds.length > 1 && (
          <FormSelect
            choices={kinds.map((each) => ({ id: each, name: phrase(KIND_NAMES[each]) }))}
            label={phrase("interview.library.kind")}
            onChange={(id) => setKind(kinds.find((each) => each === id) ?? kind)}
            value={kind}
          />
        )}
      </FieldPair>
      <Found chosen={chosen} kind={kind} onToggle={toggle} search={search} takenIds={takenIds} />
      <Button
        isDisabled={chosen.length === 0}
        look="primary"
        onPress={() => {
          onChoose(chosen.map((each) => questionItem(each)));
          onClose();
        }}
      >
        {chosen.length === 0
          ? phrase("interview.library.none")
          : counted("interview.library.choose", chosen.length)}
      </Button>
    </Dialog>
  );
}

interface FoundProps {
  kind: QuestionKind;
  search: string;
  chosen: readonly Question[];
  takenIds: ReadonlySet<string | null>;
  onToggle: (question: Question, isIn: boolean) => void;
}

function Found({ kind, search, chosen, takenIds, onToggle }: FoundProps) {
  const questions = useInfiniteQuery(libraryOptions(kind, search));
  const found = questions.data?.pages.flatMap((page) => page.questions) ?? [];
  const free = found.filter(({ record }) => !takenIds.has(record.id));
  if (questions.isPending) return <Skeleton lines={5} />;
  if (questions.isError) {
    return <Failure error={questions.error} onRetry={() => void questions.refetch()} />;
  }
  if (free.length === 0) return <p className={styles.quiet}>{phrase("interview.library.empty")}</p>;
  return (
    <div className={styles.found}>
      {free.map((question) => (
        <Checkbox
          isSelected={chosen.some(({ record }) => record.id === question.record.id)}
          key={question.record.id}
          label={wordsOf(question)}
          onChange={(isIn) => onToggle(question, isIn)}
        />
      ))}
      <MoreButton pages={questions} />
    </div>
  );
}

function wordsOf(question: Question): string {
  if (question.kind === "audio") return question.record.questionScript ?? question.record.title;
  return question.kind === "ai_text" ? question.record.questionText : question.record.title;
}
