import { ADDRESSES } from "../../addresses";
import { MeetingsIcon } from "../../design/icons";
import type { NavigationEntry } from "../../design/shell/navigation";

/** What the screens that change meetings are for; those that show them are for everybody. */
export const MEETINGS_ENTRY: NavigationEntry = {
  to: ADDRESSES.meetings,
  title: "screen.meetings",
  icon: MeetingsIcon,
  action: "manageMeetings",
};
