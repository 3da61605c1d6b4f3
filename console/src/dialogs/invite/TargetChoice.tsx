import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "../../design/Field";
import { type FormChoice, FormSelect } from "../../design/FormSelect";
import { counted, phrase } from "../../language/catalogue";
import { interviewChoicesOptions, interviewOptions } from "../../service/interviews";
import { jobChoicesOptions, jobRecordOptions } from "../../service/jobs";
import styles from "./Invite.module.css";
import type { Target } from "./target";

export interface ChosenTarget {
  kind: "job" | "interview";
  id: string;
}

interface TargetChoiceProps {
  picked: ChosenTarget | null;
  onPick: (picked: ChosenTarget | null) => void;
  target: Target;
  wasSent: boolean;
}

/** From how many jobs or interviews on it is easier to search than to look. */
const MANY = 20;
const ACTIVE = 0;
const ENDED = new Set(["closed", "filled", "cancelled", "archived"]);

export function TargetChoice({ picked, onPick, target, wasSent }: TargetChoiceProps) {
  const [search, setSearch] = useState("");
  const { choices, isMany } = useChoices(search.trim(), picked);
  return (
    <>
      {(isMany || search !== "") && (
        <Field label={phrase("invite.target.search")} onChange={setSearch} value={search} />
      )}
      <FormSelect
        choices={[{ id: "", name: phrase("invite.target.choose") }, ...choices]}
        description={wordsOf(target)}
        error={problemOf(picked, target, wasSent)}
        label={phrase("invite.target")}
        onChange={(value) => onPick(pickedOf(value))}
        value={picked === null ? "" : `${picked.kind} ${picked.id}`}
      />
      {target.isPending && <p className={styles.quiet}>{phrase("list.loading")}</p>}
    </>
  );
}

function useChoices(search: string, picked: ChosenTarget | null) {
  const jobs = useQuery(jobChoicesOptions(search));
  const interviews = useQuery(interviewChoicesOptions(search));
  const first = usePickedName(picked);
  const choices: FormChoice[] = [
    ...(jobs.data ?? [])
      .filter(({ status, type }) => !ENDED.has(status) && type !== "template")
      .map(({ id, title }) => ({ id: `job ${id}`, name: phrase("invite.target.job", { title }) })),
    ...(interviews.data ?? [])
      .filter(({ status }) => status === ACTIVE)
      .map(({ id, title }) => ({
        id: `interview ${id}`,
        name: phrase("invite.target.interview", { title }),
      })),
  ];
  const isMany = Math.max(jobs.data?.length ?? 0, interviews.data?.length ?? 0) > MANY;
  // What is chosen stays in the list, whatever is searched for.
  const isMissing = first !== null && !choices.some(({ id }) => id === first.id);
  return { choices: isMissing ? [first, ...choices] : choices, isMany };
}

function usePickedName(picked: ChosenTarget | null): FormChoice | null {
  const isJob = picked?.kind === "job";
  const job = useQuery({ ...jobRecordOptions(picked?.id ?? ""), enabled: isJob });
  const interview = useQuery({
    ...interviewOptions(picked?.id ?? ""),
    enabled: picked !== null && !isJob,
  });
  if (picked === null) return null;
  const id = `${picked.kind} ${picked.id}`;
  const title = (isJob ? job.data?.title : interview.data?.title) ?? "";
  return { id, name: phrase(isJob ? "invite.target.job" : "invite.target.interview", { title }) };
}

function wordsOf({ kind, steps }: Target): string | undefined {
  return kind === "job" && steps !== null ? counted("invite.target.steps", steps) : undefined;
}

function problemOf(picked: ChosenTarget | null, target: Target, wasSent: boolean): string | undefined {
  if (target.problem !== null) return phrase(target.problem);
  return wasSent && picked === null ? phrase("invite.target.missing") : undefined;
}

function pickedOf(value: string): ChosenTarget | null {
  const [kind, id] = value.split(" ");
  return id !== undefined && (kind === "job" || kind === "interview") ? { kind, id } : null;
}
