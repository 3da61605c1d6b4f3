/** The events in words. */

import { phrase, type PhraseName } from "../../language/catalogue";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../service/webhooks";

const NAMES: Readonly<Record<WebhookEvent, PhraseName>> = {
  "candidate_interview.invited": "webhooks.event.invited",
  "candidate_interview.partially_completed": "webhooks.event.begun",
  "candidate_interview.completed": "webhooks.event.completed",
  "candidate_interview.status_changed": "webhooks.event.statusChanged",
  "candidate_interview.expired": "webhooks.event.expired",
  "workflow.enrollment.created": "webhooks.event.enrolled",
  "workflow.step.invited": "webhooks.event.stepInvited",
  "workflow.step.waiting_for_evaluation": "webhooks.event.stepWaiting",
  "workflow.step.completed": "webhooks.event.stepCompleted",
  "workflow.step.failed": "webhooks.event.stepFailed",
  "workflow.enrollment.completed": "webhooks.event.workflowCompleted",
  "workflow.enrollment.failed": "webhooks.event.workflowFailed",
  "interview.created": "webhooks.event.interviewCreated",
  "interview.updated": "webhooks.event.interviewUpdated",
  "question.audio_generated": "webhooks.event.audioGenerated",
};

/** What an event is called; its own name where it is one that is no longer sent. */
export function eventName(event: string): string {
  const known = WEBHOOK_EVENTS.find((each) => each === event);
  return known === undefined ? event : phrase(NAMES[known]);
}
