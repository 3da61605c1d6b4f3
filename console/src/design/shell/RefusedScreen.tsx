import { phrase } from "../../language/catalogue";
import { leastRoleFor } from "../../session/roles";
import { EmptyState } from "../EmptyState";
import type { NavigationEntry } from "./navigation";
import { ROLE_NAMES } from "./role-names";
import { ScreenHeading } from "./ScreenHeading";

/** A screen that the person's role may not use. It asks the service for nothing. */
export function RefusedScreen({ entry }: { entry: NavigationEntry }) {
  const role = entry.action === undefined ? "" : phrase(ROLE_NAMES[leastRoleFor(entry.action)]);
  return (
    <>
      <ScreenHeading title={phrase(entry.title)} />
      <EmptyState
        advice={phrase("refused.advice", { role })}
        icon={entry.icon}
        title={phrase("refused.title")}
      />
    </>
  );
}
