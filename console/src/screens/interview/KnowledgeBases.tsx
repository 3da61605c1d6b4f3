import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "../../design/Checkbox";
import { phrase } from "../../language/catalogue";
import { knowledgeBaseChoicesOptions } from "../../service/interview-choices";
import { CheckGroup } from "./CheckGroup";
import { toggled } from "./toggled";
import type { Editor } from "./use-editor";

/** What the interviewer answers from, besides the job's text. */
export function KnowledgeBases({ editor }: { editor: Editor }) {
  const { form, set } = editor;
  const bases = useQuery(knowledgeBaseChoicesOptions());
  if (bases.data === undefined || bases.data.length === 0) return null;
  return (
    <CheckGroup name={phrase("interview.knowledge")}>
      {bases.data.map(({ id, title }) => (
        <Checkbox
          isSelected={form.knowledgeBaseIds.includes(id)}
          key={id}
          label={title}
          onChange={(isOn) => set({ knowledgeBaseIds: toggled(form.knowledgeBaseIds, id, isOn) })}
        />
      ))}
    </CheckGroup>
  );
}
