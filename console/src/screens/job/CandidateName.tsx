import { candidateAddress, candidateInterviewAddress } from "../../addresses";
import { ScreenLink } from "../../design/ScreenLink";
import { Skeleton } from "../../design/Skeleton";
import { phrase } from "../../language/catalogue";

interface CandidateNameProps {
  candidateId: string;
  candidateInterviewId?: string | null | undefined;
  /** Not there before it is read, or where the candidate is no longer there. */
  name: string | undefined;
  isNamed: boolean;
}

/** Leads to the candidate, with the interview that it is about. */
export function CandidateName({ candidateId, candidateInterviewId, name, isNamed }: CandidateNameProps) {
  if (name === undefined && !isNamed) return <Skeleton />;
  const to =
    candidateInterviewId == null
      ? candidateAddress(candidateId)
      : candidateInterviewAddress(candidateId, candidateInterviewId);
  return (
    <ScreenLink to={to} way={name === undefined ? {} : { candidateName: name }}>
      <span dir="auto">{name ?? phrase("job.person.unknown")}</span>
    </ScreenLink>
  );
}
