import { FieldPair } from "../../design/FieldPair";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { newInterviewAddress } from "../../addresses";
import { Card } from "../../design/Card";
import { Field } from "../../design/Field";
import { FormSelect } from "../../design/FormSelect";
import { phrase } from "../../language/catalogue";
import { jobChoicesOptions, jobRecordOptions } from "../../service/jobs";
import { LONGEST_NAME, LONGEST_TEXT, withJob } from "./form";
import { languageChoices } from "./languages";
import { TypeChoice } from "./TypeChoice";
import type { Editor } from "./use-editor";
import { ReplicaChoice, VoiceChoice } from "./VoiceChoice";

/** What the interview is called, of what kind it is, and who speaks in it. */
export function Basics({ editor }: { editor: Editor }) {
  const { form, set, faults } = editor;
  const isNew = form.interviewId === null;
  return (
    <Card title={phrase("interview.basics")}>
      {isNew && <JobChoice editor={editor} />}
      <FieldPair>
        <Field
          error={faults.title}
          label={phrase("interview.title")}
          maxLength={LONGEST_NAME}
          onChange={(title) => set({ title })}
          value={form.title}
        />
        <Field
          description={phrase("interview.displayName.words")}
          error={faults.displayName}
          label={phrase("interview.displayName")}
          maxLength={LONGEST_NAME}
          onChange={(displayName) => set({ displayName })}
          value={form.displayName}
        />
      </FieldPair>
      {isNew && <TypeChoice editor={editor} />}
      <FieldPair>
        <FormSelect
          choices={languageChoices(form.language)}
          error={faults.language}
          label={phrase("interview.language")}
          onChange={(language) => set(isNew ? { language, narratorId: null } : { language })}
          value={form.language}
        />
        {form.interviewType === "standard" && <VoiceChoice editor={editor} />}
        {form.interviewType === "ai_interviewer" && <ReplicaChoice editor={editor} />}
      </FieldPair>
      <Field
        description={phrase("interview.description.words")}
        error={faults.description}
        label={phrase("interview.description")}
        maxLength={LONGEST_TEXT}
        onChange={(description) => set({ description })}
        rows={2}
        value={form.description}
      />
    </Card>
  );
}

const NO_JOB = "";

/** The job that the interview is made for; its text is a beginning. The address keeps the choice. */
function JobChoice({ editor }: { editor: Editor }) {
  const { form, change } = editor;
  const jobs = useQuery(jobChoicesOptions());
  const chosen = useQuery({ ...jobRecordOptions(form.jobId ?? ""), enabled: form.jobId !== null });
  const [, navigate] = useLocation();
  const listed = (jobs.data ?? []).map(({ id, title }) => ({ id, name: title }));
  const own = chosen.data === undefined ? [] : [{ id: chosen.data.id, name: chosen.data.title }];
  const choices = [
    { id: NO_JOB, name: phrase("interview.job.none") },
    ...listed,
    ...own.filter(({ id }) => listed.every((each) => each.id !== id)),
  ];
  const choose = (id: string) => {
    const job = jobs.data?.find((each) => each.id === id);
    change((before) => (job === undefined ? { ...before, jobId: null } : withJob(before, job)));
    navigate(newInterviewAddress(id === NO_JOB ? null : id), { replace: true });
  };
  return (
    <FormSelect
      choices={choices}
      description={phrase("interview.job.words")}
      label={phrase("interview.job")}
      onChange={choose}
      value={form.jobId ?? NO_JOB}
    />
  );
}
