import { FieldPair } from "../../design/FieldPair";
import { useQuery } from "@tanstack/react-query";
import { Card } from "../../design/Card";
import { Checkbox } from "../../design/Checkbox";
import { FormSelect } from "../../design/FormSelect";
import { phrase } from "../../language/catalogue";
import { messageGroupsOptions } from "../../service/message-groups";
import { usersOptions } from "../../service/people";
import { CheckGroup } from "./CheckGroup";
import styles from "./Editor.module.css";
import { INTERVIEW_STATUSES, NEXT_STATUSES } from "./interview-words";
import { toggled } from "./toggled";
import type { Editor } from "./use-editor";

/** Messages, who is told, and what candidates need. */
export function Settings({ editor }: { editor: Editor }) {
  const { form, set } = editor;
  return (
    <Card title={phrase("interview.settings")}>
      <FieldPair>
        {form.interviewId !== null && <StatusChoice editor={editor} />}
        <MessagesChoice editor={editor} />
      </FieldPair>
      <div className={styles.checks}>
        <Checkbox
          isSelected={form.asksForResume}
          label={phrase("interview.resume")}
          onChange={(asksForResume) => set({ asksForResume })}
        />
        <Checkbox
          isSelected={form.isWebOnly}
          label={phrase("interview.webOnly")}
          onChange={(isWebOnly) => set({ isWebOnly })}
        />
      </div>
      <Subscribers editor={editor} />
    </Card>
  );
}

function StatusChoice({ editor }: { editor: Editor }) {
  const { form, stored, set } = editor;
  const next = NEXT_STATUSES[stored.status] ?? [stored.status];
  const choices = next.flatMap((status) => {
    const words = INTERVIEW_STATUSES[status];
    return words === undefined ? [] : [{ id: String(status), name: phrase(words.name) }];
  });
  return (
    <FormSelect
      choices={choices}
      description={phrase("interview.status.words")}
      label={phrase("interview.status")}
      onChange={(id) => set({ status: Number(id) })}
      value={String(form.status)}
    />
  );
}

const USUAL = "";

function MessagesChoice({ editor }: { editor: Editor }) {
  const { form, set, faults } = editor;
  const groups = useQuery(messageGroupsOptions());
  const choices = [
    { id: USUAL, name: phrase("interview.messages.usual") },
    ...(groups.data ?? []).map(({ id, title }) => ({ id, name: title })),
  ];
  return (
    <FormSelect
      choices={choices}
      description={phrase("interview.messages.words")}
      error={faults.messageGroupId}
      label={phrase("interview.messages")}
      onChange={(id) => set({ messageGroupId: id === USUAL ? null : id })}
      value={form.messageGroupId ?? USUAL}
    />
  );
}

/** People with an account, since others have no mail from here. */
function Subscribers({ editor }: { editor: Editor }) {
  const { form, set } = editor;
  const users = useQuery(usersOptions());
  const people = (users.data ?? []).filter(
    ({ id, isApiUser }) => !isApiUser || form.subscribers.includes(id),
  );
  if (people.length === 0) return null;
  return (
    <CheckGroup name={phrase("interview.subscribers")}>
      {people.map(({ id, firstName, lastName }) => (
        <Checkbox
          isSelected={form.subscribers.includes(id)}
          key={id}
          label={`${firstName} ${lastName}`}
          onChange={(isOn) => set({ subscribers: toggled(form.subscribers, id, isOn) })}
        />
      ))}
    </CheckGroup>
  );
}
