import { phrase } from "../../language/catalogue";
import { Dialog } from "../Dialog";
import { Account } from "./Account";
import { NavigationLink } from "./NavigationLink";
import type { NavigationEntry } from "./navigation";
import { TeamChoice } from "./TeamChoice";

interface MoreSheetProps {
  entries: readonly NavigationEntry[];
  onClose: () => void;
}

/** What a phone's bar has no room for. */
export default function MoreSheet({ entries, onClose }: MoreSheetProps) {
  return (
    <Dialog isOpen onClose={onClose} title={phrase("navigation.more")}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.to}>
            <NavigationLink entry={entry} isInSheet onFollow={onClose} />
          </li>
        ))}
      </ul>
      <TeamChoice />
      <Account />
    </Dialog>
  );
}
