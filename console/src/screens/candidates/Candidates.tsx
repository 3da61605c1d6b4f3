import { useSearch } from "wouter";
import { Everybody } from "./Everybody";
import { Progress } from "./Progress";
import { INTERVIEWS_VIEW, viewOf } from "./views";

/** The team's candidates; or, as another view, how far they are with their interviews. */
export default function Candidates() {
  const view = viewOf(useSearch());
  return view === INTERVIEWS_VIEW ? <Progress /> : <Everybody />;
}
