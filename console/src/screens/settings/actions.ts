/** The actions of the audit log in words. */

import type { PhraseName } from "../../language/catalogue";
import type { AuditEntry } from "../../service/records";

export const ACTION_NAMES: Readonly<Record<AuditEntry["action"], PhraseName>> = {
  "credential.created": "settings.audit.keyMade",
  "credential.revoked": "settings.audit.keyEnded",
  "user.created": "settings.audit.userAdded",
  "user.updated": "settings.audit.userChanged",
  "user.archived": "settings.audit.userArchived",
  "session.created": "settings.audit.signedIn",
  "session.ended": "settings.audit.signedOut",
  "job.approved": "settings.audit.jobApproved",
  "webhook.created": "settings.audit.webhookAdded",
  "webhook.updated": "settings.audit.webhookChanged",
  "webhook.deleted": "settings.audit.webhookDeleted",
  "webhook.secret_rotated": "settings.audit.secretChanged",
  "results.changed": "settings.audit.resultsChanged",
  "share_link.created": "settings.audit.shared",
  "share_link.ended": "settings.audit.shareEnded",
  "candidate_interview.decided": "settings.audit.decided",
  "candidate.exported": "settings.audit.exported",
  "candidate.erased": "settings.audit.erased",
  "integration.created": "settings.audit.integrationAdded",
  "integration.updated": "settings.audit.integrationChanged",
  "integration.deleted": "settings.audit.integrationDeleted",
  "organization.changed": "settings.audit.organizationChanged",
};
