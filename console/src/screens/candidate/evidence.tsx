/** Quotations lead to their place in the answers, and play the voice from there. */

import { createContext, type ReactNode, use, useMemo, useRef, useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { phrase } from "../../language/catalogue";
import { formatClock } from "../../language/format";
import type { EvidencePlace, Results } from "../../service/records";
import { evidenceKey } from "./marks";

/** A recording that can be played from a second on. */
export interface Playable {
  playFrom: (seconds: number) => void;
  pause: () => void;
}

interface Evidence {
  /** The quotation that was chosen last. */
  shownKey: string | null;
  show: (key: string, place: EvidencePlace) => void;
  /** Recordings are known by their question, in a conversation by their turn. */
  register: (recordingId: string, recording: Playable) => () => void;
  /** Stops every recording but one. */
  pauseOthers: (recordingId: string) => void;
  /** The places of all quotations, by their key. */
  places: ReadonlyMap<string, EvidencePlace>;
}

const EvidenceContext = createContext<Evidence | null>(null);

export function EvidenceProvider({ results, children }: { results: Results; children: ReactNode }) {
  const recordings = useRef(new Map<string, Playable>());
  const [shownKey, setShownKey] = useState<string | null>(null);
  const announce = useAnnounce();
  const places = useMemo(() => placesOf(results), [results]);
  const evidence: Evidence = {
    shownKey,
    places,
    show: (key, place) => {
      setShownKey(key);
      scrollTo(key);
      if (place.seconds === null) return;
      const recording = recordings.current.get(recordingOf(place));
      if (recording === undefined) return;
      recording.playFrom(place.seconds);
      announce(phrase("evidence.playing", { time: formatClock(place.seconds) }));
    },
    register: (recordingId, recording) => {
      recordings.current.set(recordingId, recording);
      return () => recordings.current.delete(recordingId);
    },
    pauseOthers: (recordingId) => {
      for (const [id, recording] of recordings.current) if (id !== recordingId) recording.pause();
    },
  };
  return <EvidenceContext value={evidence}>{children}</EvidenceContext>;
}

export function useEvidence(): Evidence {
  const evidence = use(EvidenceContext);
  if (evidence === null) throw new Error("evidence stands within its provider alone");
  return evidence;
}

function recordingOf(place: EvidencePlace): string {
  return place.turnId ?? place.questionId;
}

function placesOf(results: Results): ReadonlyMap<string, EvidencePlace> {
  const topics = results.scoreCard?.topicScores ?? [];
  return new Map(
    topics.flatMap(({ topic, evidencePlaces }) =>
      evidencePlaces.map((place, number) => [evidenceKey(topic, number), place] as const),
    ),
  );
}

function scrollTo(key: string): void {
  const marks = [...document.querySelectorAll<HTMLElement>("mark[data-evidence]")];
  const found = marks.find((mark) => mark.dataset.evidence?.split("\n").includes(key));
  found?.scrollIntoView({ block: "center", behavior: "smooth" });
}
