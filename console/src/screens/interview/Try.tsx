import { useMutation } from "@tanstack/react-query";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Failure } from "../../design/Failure";
import { PlayIcon } from "../../design/icons";
import { phrase } from "../../language/catalogue";
import { makeTrial } from "../../service/trial";
import { useSession } from "../../session/use-session";
import styles from "./Editor.module.css";
import type { Editor } from "./use-editor";

interface TryProps {
  interviewId: string;
  editor: Editor;
  save: () => Promise<boolean>;
}

/** Opens the interview as a candidate sees it, as it stands in the form: what is not saved is saved first. */
export function Try({ interviewId, editor, save }: TryProps) {
  const { user } = useSession();
  const announce = useAnnounce();
  const trying = useMutation({
    mutationFn: async (page: Window | null) => {
      if (editor.isDirty && !(await save())) {
        page?.close();
        return null;
      }
      const address = await makeTrial(interviewId, user);
      if (page !== null) page.location.replace(address);
      return address;
    },
    onSuccess: (address) => {
      if (address !== null) announce(phrase("interview.try.opened"));
    },
    onError: (_, page) => page?.close(),
  });
  return (
    <>
      {/* A page that opens after a while would be blocked, so that it opens at once and is led on. */}
      <Button isPending={trying.isPending} onPress={() => trying.mutate(openPage())}>
        <PlayIcon />
        {phrase("interview.try")}
      </Button>
      {trying.isError && <Failure error={trying.error} />}
      {trying.data && (
        <p className={styles.quiet}>
          <a href={trying.data} rel="noreferrer" target="_blank">
            {phrase("interview.try.again")}
          </a>
        </p>
      )}
    </>
  );
}

/** An empty page, which knows nothing of the console. */
function openPage(): Window | null {
  const page = window.open("", "_blank");
  if (page !== null) page.opener = null;
  return page;
}
