import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../design/Button";
import { FormSelect } from "../../design/FormSelect";
import { phrase } from "../../language/catalogue";
import { narratorsOptions, replicasOptions } from "../../service/interview-choices";
import { usualVoice, voicesFor } from "./defaults";
import styles from "./Editor.module.css";
import { languageName } from "./languages";
import { LazyNewReplica } from "./LazyDialogs";
import type { Editor } from "./use-editor";

/** The voice that speaks the questions: those of the interview's language, where there are any. */
export function VoiceChoice({ editor }: { editor: Editor }) {
  const { form, set, faults } = editor;
  const narrators = useQuery(narratorsOptions());
  const all = narrators.data ?? [];
  const fitting = voicesFor(all, form.language);
  const chosen = form.narratorId ?? usualVoice(all, form) ?? "";
  const isFitting = fitting.some(({ id }) => id === chosen);
  const offered = isFitting ? fitting : [...fitting, ...all.filter((each) => !fitting.includes(each))];
  return (
    <FormSelect
      choices={offered.map(({ id, name, language }) => ({
        id,
        name: phrase("interview.voice.choice", { name, language: languageName(language) }),
      }))}
      description={voiceAdvice(form.interviewId === null, narrators.isSuccess && !isFitting)}
      error={faults.narratorId}
      label={phrase("interview.voice")}
      onChange={(narratorId) => set({ narratorId })}
      value={chosen}
    />
  );
}

function voiceAdvice(isNew: boolean, isOther: boolean): string | undefined {
  if (isOther) return phrase("interview.voice.other");
  return isNew ? undefined : phrase("interview.voice.words");
}

/** The interviewer whom candidates meet. */
export function ReplicaChoice({ editor }: { editor: Editor }) {
  const { form, set, faults } = editor;
  const replicas = useQuery(replicasOptions());
  const [isMaking, setMaking] = useState(false);
  const all = replicas.data ?? [];
  return (
    <div className={styles.withButton}>
      <FormSelect
        choices={all.map(({ id, name }) => ({ id, name }))}
        description={replicas.data?.length === 0 ? phrase("interview.replica.none") : undefined}
        error={faults.replicaId}
        label={phrase("interview.replica")}
        onChange={(replicaId) => set({ replicaId })}
        value={form.replicaId ?? all[0]?.id ?? ""}
      />
      <Button look="quiet" onPress={() => setMaking(true)} size="small">
        {phrase("interview.replica.new")}
      </Button>
      {isMaking && (
        <LazyNewReplica onClose={() => setMaking(false)} onMade={(replicaId) => set({ replicaId })} />
      )}
    </div>
  );
}
