import { ButtonLink } from "../../design/ButtonLink";
import { compareAddress } from "../../addresses";
import { phrase } from "../../language/catalogue";
import type { CandidateInterview } from "../../service/records";
import styles from "./Candidates.module.css";

const FEWEST = 2;
const MOST = 6;

/** Leads to those who are chosen beside each other; where that cannot be, says why. */
export function CompareLink({ chosen }: { chosen: readonly CandidateInterview[] }) {
  const isOneInterview = new Set(chosen.map(({ interviewId }) => interviewId)).size <= 1;
  if (chosen.length < FEWEST || chosen.length > MOST)
    return <span className={styles.soft}>{phrase("progress.compare.count")}</span>;
  if (!isOneInterview) return <span className={styles.soft}>{phrase("progress.compare.mixed")}</span>;
  return (
    <ButtonLink to={compareAddress(chosen.map(({ id }) => id))}>{phrase("progress.compare")}</ButtonLink>
  );
}
