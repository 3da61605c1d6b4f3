import { useMutation } from "@tanstack/react-query";
import { Button } from "../../design/Button";
import { Failure } from "../../design/Failure";
import { phrase } from "../../language/catalogue";
import type { CandidateImport } from "../../service/records";
import { downloadFaults } from "./faults";

/** Saves the rows with problems, to be corrected and imported again. */
export function FaultsButton({ made }: { made: CandidateImport }) {
  const saving = useMutation({ mutationFn: () => downloadFaults(made.id) });
  if (made.counts.failed === 0) return null;
  return (
    <div>
      <Button isPending={saving.isPending} onPress={() => saving.mutate()} size="small">
        {phrase("imports.faults.save")}
      </Button>
      {saving.isError && <Failure error={saving.error} />}
    </div>
  );
}
