import type { PhraseName } from "../../language/catalogue";
import type { Role } from "../../session/roles";

export const ROLE_NAMES: Readonly<Record<Role, PhraseName>> = {
  reviewer: "role.reviewer",
  manager: "role.manager",
  administrator: "role.administrator",
};
