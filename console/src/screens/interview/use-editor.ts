import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { invalidateInterviews, storedInterviewOptions } from "../../service/interviews";
import { scorecardOptions } from "../../service/scorecards";
import { useSession } from "../../session/use-session";
import { readDefaults } from "./defaults";
import { type Draft, dropDraft, keepDraft, readDraft } from "./draft";
import { type Faults, faultsFrom, faultsOf } from "./faults";
import { type InterviewForm, saysTheSame } from "./form";
import { attempt, SaveFailure, type Saving, saveForm } from "./save";

export interface Editor {
  form: InterviewForm;
  stored: InterviewForm;
  change: (change: (form: InterviewForm) => InterviewForm) => void;
  /** Sets some members. */
  set: (members: Partial<InterviewForm>) => void;
  isDirty: boolean;
  isSaving: boolean;
  /** Whether the form came with changes that were not saved the last time. */
  wasRestored: boolean;
  failure: SaveFailure | null;
  faults: Faults;
  /** Stores the form; null when it could not be. */
  save: () => Promise<InterviewForm | null>;
  /** Stores the person's changes although somebody else has changed the interview meanwhile. */
  overwrite: () => Promise<InterviewForm | null>;
  /** Drops what is not saved. */
  discard: () => void;
}

interface Opened {
  /** What the form shows at first. */
  form: InterviewForm;
  /** What of it is stored. */
  stored: InterviewForm;
  draftName: string;
}

export function useEditor(opened: Opened): Editor {
  const draft = useDraftedForm(opened);
  const { form, stored, setBoth } = draft;
  const [faults, setFaults] = useState<Faults>({});
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (draft: Draft) =>
      saveOrTell(queries, { ...draft, onProgress: (...next) => setBoth(draftOf(...next)) }),
    onSuccess: (outcome) => setFaults(outcome.faults),
    onError: (error) => setFaults(error instanceof SaveFailure ? faultsFrom(error.reason, form) : {}),
    onSettled: () => invalidateInterviews(queries),
  });
  const change: Editor["change"] = (next) => {
    // What is being stored stays as it was sent.
    if (!saving.isPending) setBoth((before) => ({ ...before, form: next(before.form) }));
  };
  const save = (what: Draft) =>
    saving.mutateAsync(what).then(
      ({ saved }) => saved,
      () => null,
    );
  return {
    form,
    stored,
    change,
    set: (members) => change((before) => ({ ...before, ...members })),
    isDirty: draft.isDirty,
    isSaving: saving.isPending,
    wasRestored: draft.wasRestored,
    failure: saving.error instanceof SaveFailure ? saving.error : null,
    faults,
    save: () => save(draftOf(form, stored)),
    overwrite: async () => {
      const current = await attempt("interview", () => currentState(queries, form)).catch(() => null);
      return current === null ? null : save(draftOf({ ...form, ...current }, stored));
    },
    discard: () => {
      saving.reset();
      setFaults({});
      draft.discard();
    },
  };
}

interface Outcome {
  saved: InterviewForm | null;
  faults: Faults;
}

/** Stores the form, unless something is missing. */
async function saveOrTell(queries: QueryClient, saving: Omit<Saving, "defaults">): Promise<Outcome> {
  const { form } = saving;
  const defaults = await attempt("questions", () => readDefaults(queries, form));
  const faults = faultsOf(form, defaults);
  if (Object.keys(faults).length > 0) return { saved: null, faults };
  return { saved: await saveForm({ ...saving, defaults }), faults };
}

/** The marks of the state in which the interview and its scorecard are now. */
async function currentState(queries: QueryClient, { interviewId }: InterviewForm) {
  if (interviewId === null) return null;
  const [interview, scorecard] = await Promise.all([
    queries.query({ ...storedInterviewOptions(interviewId), staleTime: 0 }),
    queries.query({ ...scorecardOptions(interviewId), staleTime: 0 }),
  ]);
  return {
    state: interview.state,
    scorecardState: scorecard?.state ?? null,
    hasScorecard: scorecard !== null,
  };
}

function useDraftedForm({ draftName, ...opened }: Opened) {
  const userId = useSession().user.id;
  const [restored] = useState(() => readDraft(userId, draftName));
  const [both, setBoth] = useState<Draft>(restored ?? draftOf(opened.form, opened.stored));
  const { form, stored } = both;
  const isNew = stored.interviewId === null;
  const isDirty = !saysTheSame(form, isNew ? opened.form : stored);
  useEffect(() => {
    if (isDirty) keepDraft(userId, draftName, both);
    else dropDraft(userId, draftName);
  }, [both, draftName, isDirty, userId]);
  return {
    form,
    stored,
    setBoth,
    isDirty,
    wasRestored: restored !== null && isDirty,
    // Of a new interview, a part may be stored by now: that part stays.
    discard: () => {
      dropDraft(userId, draftName);
      setBoth(isNew ? draftOf(opened.form, opened.stored) : draftOf(stored, stored));
    },
  };
}

function draftOf(form: InterviewForm, stored: InterviewForm): Draft {
  return { form, stored };
}
