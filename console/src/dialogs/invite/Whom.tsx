import { Segments } from "../../design/Segments";
import { phrase } from "../../language/catalogue";
import { FindCandidates } from "./FindCandidates";
import { NewCandidate } from "./NewCandidate";
import { SeveralCandidates } from "./SeveralCandidates";
import type { Whom as WhomState } from "./use-whom";

interface WhomProps {
  whom: WhomState;
  wasSent: boolean;
}

/** Asks whom to invite, in one of three ways. */
export function Whom({ whom, wasSent }: WhomProps) {
  return (
    <>
      <Segments
        choices={[
          { id: "find", name: phrase("invite.whom.find") },
          { id: "new", name: phrase("invite.whom.new") },
          { id: "several", name: phrase("invite.whom.several") },
        ]}
        label={phrase("invite.whom")}
        onChange={whom.setMode}
        value={whom.mode}
      />
      {whom.mode === "find" && <FindCandidates whom={whom} wasSent={wasSent} />}
      {whom.mode === "new" && <NewCandidate whom={whom} wasSent={wasSent} />}
      {whom.mode === "several" && <SeveralCandidates whom={whom} wasSent={wasSent} />}
    </>
  );
}
