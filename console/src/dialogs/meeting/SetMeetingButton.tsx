import { lazy, useState } from "react";
import { Loaded } from "../../design/Loaded";
import { Button, type ButtonProps } from "../../design/Button";
import { phrase } from "../../language/catalogue";
import { useMayDo } from "../../session/use-session";
import type { SetMeetingProps } from "./SetMeetingDialog";

const SetMeetingDialog = lazy(() => import("./SetMeetingDialog"));

type SetMeetingButtonProps = Omit<SetMeetingProps, "onClose"> & Pick<ButtonProps, "look" | "size">;

/** Opens the dialog that invites a candidate to a meeting; people who may not do it do not see it. */
export function SetMeetingButton({ look = "plain", size = "normal", ...rest }: SetMeetingButtonProps) {
  const maySet = useMayDo("manageMeetings");
  const [isOpen, setOpen] = useState(false);
  if (!maySet) return null;
  return (
    <>
      <Button look={look} onPress={() => setOpen(true)} size={size}>
        {phrase(rest.candidate === undefined ? "meetings.set.from" : "meetings.set")}
      </Button>
      {isOpen && (
        <Loaded onClose={() => setOpen(false)}>
          <SetMeetingDialog {...rest} onClose={() => setOpen(false)} />
        </Loaded>
      )}
    </>
  );
}
