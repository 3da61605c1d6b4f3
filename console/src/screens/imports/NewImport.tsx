import { useState } from "react";
import { useLocation } from "wouter";
import { ADDRESSES, importAddress } from "../../addresses";
import { ScreenLink } from "../../design/ScreenLink";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { phrase } from "../../language/catalogue";
import { doubledOf, guessed, type Meaning, missingOf } from "./columns";
import { ColumnChoice } from "./ColumnChoice";
import { FileChoice } from "./FileChoice";
import { NOBODY, type Plan } from "./plan";
import { PlanChoice } from "./PlanChoice";
import type { List } from "./read-list";
import { StartImport } from "./StartImport";

/** From a file to candidates: choose it, say what its columns mean and what is done with them, check, import. */
export default function NewImport() {
  const [list, setList] = useState<List | null>(null);
  const [meanings, setMeanings] = useState<readonly Meaning[]>([]);
  const [plan, setPlan] = useState<Plan>(NOBODY);
  const [, navigate] = useLocation();
  const isReadable =
    list !== null &&
    (list.columns === null || (missingOf(meanings).length === 0 && doubledOf(meanings).length === 0));
  return (
    <>
      <ScreenHeading title={phrase("imports.new")} />
      <p>
        <ScreenLink to={ADDRESSES.imports}>{phrase("imports.all")}</ScreenLink>
      </p>
      <FileChoice
        list={list}
        onRead={(read) => {
          setList(read);
          setMeanings(guessed(read?.columns ?? []));
        }}
      />
      {list?.columns && <ColumnChoice list={list} meanings={meanings} onChange={setMeanings} />}
      {list !== null && <PlanChoice onChange={setPlan} plan={plan} />}
      {list !== null && (
        <StartImport
          isReadable={isReadable}
          // What was checked counts no longer once something is changed.
          key={JSON.stringify([list.name, list.rows.length, meanings, plan])}
          list={list}
          meanings={meanings}
          onStarted={(importId) => navigate(importAddress(importId))}
          plan={plan}
        />
      )}
    </>
  );
}
