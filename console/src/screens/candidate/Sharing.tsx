import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { Field } from "../../design/Field";
import { phrase } from "../../language/catalogue";
import { endShareLinkOptions, shareResultsOptions } from "../../service/candidate-interviews";
import type { Results } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import styles from "./Sharing.module.css";

/** The page with the results for people without an account. */
export function Sharing({ results }: { results: Results }) {
  const { candidateInterviewId, shareLink } = results;
  const queries = useQueryClient();
  const announce = useAnnounce();
  const mayShare = useMayDo("shareResults");
  const sharing = useMutation(shareResultsOptions(candidateInterviewId, queries));
  const ending = useMutation(endShareLinkOptions(candidateInterviewId, queries));
  const copying = useMutation({ mutationFn: (address: string) => navigator.clipboard.writeText(address) });
  if (!mayShare) return null;
  const share = () => sharing.mutate(undefined, { onSuccess: () => announce(phrase("share.made")) });
  const end = () => ending.mutate(undefined, { onSuccess: () => announce(phrase("share.ended")) });
  const copy = (address: string) =>
    copying.mutate(address, { onSuccess: () => announce(phrase("share.copied")) });
  return (
    <Card title={phrase("share.title")}>
      <p className={styles.words}>{phrase("share.words")}</p>
      {shareLink !== null && <Field isReadOnly label={phrase("share.address")} value={shareLink} />}
      <div className={styles.buttons}>
        {shareLink === null ? (
          <Button isPending={sharing.isPending} onPress={share} size="small">
            {phrase("share.make")}
          </Button>
        ) : (
          <>
            <Button onPress={() => copy(shareLink)} size="small">
              {phrase(copying.isSuccess ? "share.copied" : "share.copy")}
            </Button>
            <Button isPending={ending.isPending} look="danger" onPress={end} size="small">
              {phrase("share.end")}
            </Button>
          </>
        )}
      </div>
      {sharing.isError && <Failure error={sharing.error} />}
      {ending.isError && <Failure error={ending.error} />}
    </Card>
  );
}
