import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { phrase } from "../../language/catalogue";
import { resendStepOptions } from "../../service/meetings";
import { useMayDo } from "../../session/use-session";

interface AskAgainProps {
  /** The step of the candidate's enrollment. */
  stepId: string;
  name: string;
}

/** Asks a candidate again whom no time suited, now that there may be others. */
export function AskAgain({ stepId, name }: AskAgainProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const mayInvite = useMayDo("inviteCandidates");
  const sending = useMutation(resendStepOptions(queries));
  const send = () =>
    sending.mutate(stepId, { onSuccess: () => announce(phrase("meetings.again.done", { name })) });
  if (!mayInvite) return null;
  return (
    // Anew when it is sent, so that the focus does not go with the button.
    <Card key={String(sending.isSuccess)} takesFocus title={phrase("meetings.again", { name })}>
      {sending.isSuccess ? (
        <p>{phrase("meetings.again.done", { name })}</p>
      ) : (
        <>
          <p>{phrase("meetings.again.words")}</p>
          <div>
            <Button isPending={sending.isPending} look="primary" onPress={send}>
              {phrase("meetings.again.send")}
            </Button>
          </div>
        </>
      )}
      {sending.isError && <Failure error={sending.error} />}
    </Card>
  );
}
