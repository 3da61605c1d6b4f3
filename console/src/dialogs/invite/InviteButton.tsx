import { useState } from "react";
import { Button, type ButtonProps } from "../../design/Button";
import { phrase } from "../../language/catalogue";
import { useMayDo } from "../../session/use-session";
import type { InviteDialogProps } from "./InviteDialog";
import { LazyInviteDialog } from "./LazyInviteDialog";

type InviteButtonProps = Omit<InviteDialogProps, "isOpen" | "onClose"> & Pick<ButtonProps, "look" | "size">;

/** Opens the dialog that invites; people who may not invite do not see it. */
export function InviteButton({ look = "plain", size = "normal", ...rest }: InviteButtonProps) {
  const mayInvite = useMayDo("inviteCandidates");
  const [isOpen, setOpen] = useState(false);
  if (!mayInvite) return null;
  return (
    <>
      <Button look={look} onPress={() => setOpen(true)} size={size}>
        {phrase("invite.button")}
      </Button>
      <LazyInviteDialog {...rest} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
