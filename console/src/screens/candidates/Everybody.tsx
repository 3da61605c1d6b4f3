import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { candidatesAddress } from "../../addresses";
import { Failure } from "../../design/Failure";
import { MoreButton } from "../../design/MoreButton";
import { phrase } from "../../language/catalogue";
import { InviteButton } from "../../dialogs/invite/InviteButton";
import { type CandidateFilter, candidatesOptions } from "../../service/candidates";
import type { Candidate } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import { CandidateFilters } from "./CandidateFilters";
import { CandidatesHeading } from "./CandidatesHeading";
import { CandidateTable } from "./CandidateTable";
import { NobodyFound } from "./NobodyFound";
import { candidateFilterOf, queryOf } from "./query";
import { SelectionBar } from "./SelectionBar";
import { useChosen } from "./use-chosen";
import { ViewLinks } from "./ViewLinks";

/** Everybody whom the team has, to be found, added and invited. */
export function Everybody() {
  const filter = candidateFilterOf(useSearch());
  const [, navigate] = useLocation();
  const mayInvite = useMayDo("inviteCandidates");
  const list = useInfiniteQuery(candidatesOptions(filter));
  const candidates = list.data?.pages.flatMap((page) => page.candidates) ?? [];
  const chosen = useChosen<Candidate>(({ id }) => id, candidates);
  const focusOnRow = useRowFocus();
  const change = (next: Partial<Record<keyof CandidateFilter, unknown>>) =>
    navigate(candidatesAddress(queryOf(filter, next)), { replace: true });
  return (
    <>
      <CandidatesHeading
        count={list.isSuccess ? candidates.length : null}
        hasChosen={chosen.rows.length > 0}
        hasMore={list.hasNextPage}
        onAdded={({ id }) => {
          navigate(candidatesAddress({}), { replace: true });
          focusOnRow(id);
        }}
      />
      <ViewLinks current={null} />
      <CandidateFilters filter={filter} onChange={change} />
      {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && candidates.length === 0 && <NobodyFound filter={filter} onChange={change} />}
      {(list.isPending || candidates.length > 0) && (
        <CandidateTable
          candidates={candidates}
          footer={list.hasNextPage ? <MoreButton pages={list} /> : null}
          isPending={list.isPending}
          onChanged={({ id }) => focusOnRow(id)}
          selection={mayInvite ? chosen.selection(nameOf) : undefined}
        />
      )}
      <SelectionBar count={chosen.rows.length} label={phrase("candidates.chosen")} onClear={chosen.clear}>
        <InviteButton candidates={chosen.rows} look="primary" />
      </SelectionBar>
    </>
  );
}

/** Puts the focus into a row as soon as it is there. */
function useRowFocus(): (id: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    const link = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted)}"] a`);
    if (link === null) return;
    // After the dialog has given the focus back to what had opened it.
    const wait = setTimeout(() => {
      link.focus();
      setWanted(null);
    }, 100);
    return () => clearTimeout(wait);
  });
  return setWanted;
}

function nameOf({ firstName, lastName }: Candidate): string {
  return `${firstName} ${lastName}`;
}
