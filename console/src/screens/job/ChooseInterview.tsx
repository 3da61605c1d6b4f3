import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { ConfirmDialog } from "../../design/ConfirmDialog";
import { FormSelect } from "../../design/FormSelect";
import { phrase } from "../../language/catalogue";
import { interviewChoicesOptions, interviewOptions } from "../../service/interviews";
import { attachInterviewOptions, attachQuestionnaireOptions } from "../../service/jobs";
import type { JobDetail } from "../../service/records";

interface ChooseInterviewProps {
  job: JobDetail;
  kind: "interview" | "questionnaire";
  onClose: () => void;
}

export function ChooseInterview({ job, kind, onClose }: ChooseInterviewProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const isInterview = kind === "interview";
  const present = (isInterview ? job.interviewId : job.screeningQuestionnaireId) ?? "";
  const choices = useChoices(kind, present);
  const [chosen, setChosen] = useState(present);
  const attachingInterview = useMutation(attachInterviewOptions(job.id, queries));
  const attachingQuestionnaire = useMutation(attachQuestionnaireOptions(job.id, queries));
  const attaching = isInterview ? attachingInterview : attachingQuestionnaire;
  const save = () => {
    if (chosen === present) {
      onClose();
      return;
    }
    attaching.mutate(chosen, {
      onSuccess: () => {
        announce(phrase("job.interview.changed"));
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      action={phrase("shared.save")}
      error={attaching.error}
      isOpen
      isPending={attaching.isPending}
      onClose={onClose}
      onConfirm={save}
      title={phrase(isInterview ? "job.interview.change" : "job.questionnaire.change")}
      words={phrase(isInterview ? "job.interview.words" : "job.questionnaire.words")}
    >
      <FormSelect
        choices={choices}
        label={phrase(isInterview ? "job.interview" : "job.questionnaire")}
        onChange={setChosen}
        value={chosen}
      />
    </ConfirmDialog>
  );
}

/** The newest interviews of the kind, and the present one. A job that has none may stay so. */
function useChoices(kind: "interview" | "questionnaire", present: string) {
  const newest = useQuery(interviewChoicesOptions()).data ?? [];
  const own = useQuery({ ...interviewOptions(present), enabled: present !== "" }).data;
  const fitting = newest.filter(
    ({ interviewType }) => (interviewType === "questionnaire") === (kind === "questionnaire"),
  );
  const all = own === undefined || fitting.some(({ id }) => id === own.id) ? fitting : [own, ...fitting];
  const none = present === "" ? [{ id: "", name: phrase("job.interview.choose") }] : [];
  return [...none, ...all.map(({ id, title }) => ({ id, name: title }))];
}
