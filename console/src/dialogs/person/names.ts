/** What members of a person's record are called. */

import type { PhraseName } from "../../language/catalogue";
import type { User } from "../../service/records";
import type { Role } from "../../session/roles";

type Notifications = User["notifications"];

/** What people of a role do, to choose by. */
export const ROLE_WORDS: Readonly<Record<Role, PhraseName>> = {
  reviewer: "people.role.reviewer",
  manager: "people.role.manager",
  administrator: "people.role.administrator",
};

export const NOTIFICATIONS: readonly Notifications[] = ["each", "daily", "none"];

export const NOTIFICATION_NAMES: Readonly<Record<Notifications, PhraseName>> = {
  each: "people.notifications.each",
  daily: "people.notifications.daily",
  none: "people.notifications.none",
};
