import type { ReactNode } from "react";
import { phrase } from "../language/catalogue";
import { type Action, leastRoleFor } from "../session/roles";
import { useMayDo } from "../session/use-session";
import { Card } from "./Card";
import { EmptyState } from "./EmptyState";
import { PeopleIcon } from "./icons";
import { ROLE_NAMES } from "./shell/role-names";

interface NeedsRoleProps {
  action: Action;
  children: ReactNode;
}

/** What is for some roles alone; the others are told which, and nothing is asked of the service. */
export function NeedsRole({ action, children }: NeedsRoleProps) {
  const role = phrase(ROLE_NAMES[leastRoleFor(action)]);
  if (useMayDo(action)) return children;
  return (
    <Card>
      <EmptyState
        advice={phrase("refused.advice", { role })}
        icon={PeopleIcon}
        title={phrase("refused.title")}
      />
    </Card>
  );
}
