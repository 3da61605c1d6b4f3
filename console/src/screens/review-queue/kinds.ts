/** The words and the drawing for each kind of item. */

import {
  ApprovalIcon,
  ClockIcon,
  DecisionIcon,
  GateIcon,
  type Icon,
  MeetingsIcon,
  QuestionIcon,
} from "../../design/icons";
import type { PhraseName } from "../../language/catalogue";
import type { ReviewKind } from "../../service/records";

interface Kind {
  /** Of several, as a heading and a filter. */
  plural: PhraseName;
  /** What waits, in words. */
  reason: PhraseName;
  icon: Icon;
}

export const KINDS: Readonly<Record<ReviewKind, Kind>> = {
  request: { plural: "queue.request", reason: "queue.request.reason", icon: QuestionIcon },
  gate: { plural: "queue.gate", reason: "queue.gate.reason", icon: GateIcon },
  decision: { plural: "queue.decision", reason: "queue.decision.reason", icon: DecisionIcon },
  meeting: { plural: "queue.meeting", reason: "queue.meeting.reason", icon: MeetingsIcon },
  approval: { plural: "queue.approval", reason: "queue.approval.reason", icon: ApprovalIcon },
  invite: { plural: "queue.invite", reason: "queue.invite.reason", icon: ClockIcon },
};
