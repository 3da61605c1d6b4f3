/** A client of the Talent Screening Service. */

export { type ClientOptions, createTalentScreening, type TalentScreening } from "./client.js";
export { ApiError, dataOf, everyRecord } from "./answers.js";
export type { components, operations, paths } from "./schema.js";
export { type VerifiedEvent, verifyWebhook, WebhookRejected } from "./webhooks.js";
