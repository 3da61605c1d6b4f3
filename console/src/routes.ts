/** Address to screen, each loaded when it is needed. The first view has its own, the review queue, with it. */

import type { ComponentType } from "react";
import {
  ADDRESSES,
  COMPARE_ADDRESS,
  NEW_IMPORT_ADDRESS,
  NEW_INTERVIEW_ADDRESS,
  NEW_JOB_ADDRESS,
  NEW_MEETING_ADDRESS,
  NEW_WORKFLOW_ADDRESS,
  candidateAddress,
  editJobAddress,
  importAddress,
  interviewAddress,
  jobAddress,
  meetingAddress,
  meetingEditAddress,
  webhookDeliveryAddress,
  workflowAddress,
  workflowEditAddress,
} from "./addresses";
import { loadOtherPhrases } from "./language/catalogue";

type Load = () => Promise<{ default: ComponentType }>;

export const ROUTES = [
  route(ADDRESSES.candidates, () => import("./screens/candidates/Candidates")),
  route(candidateAddress(":candidateId"), () => import("./screens/candidate/Candidate")),
  route(ADDRESSES.jobs, () => import("./screens/jobs/Jobs")),
  route(NEW_JOB_ADDRESS, () => import("./screens/job-form/NewJob")),
  route(jobAddress(":jobId"), () => import("./screens/job/Job")),
  route(COMPARE_ADDRESS, () => import("./screens/compare/Compare")),
  route(editJobAddress(":jobId"), () => import("./screens/job-form/EditJob")),
  route(ADDRESSES.interviews, () => import("./screens/interviews/Interviews")),
  route(NEW_INTERVIEW_ADDRESS, () => import("./screens/interview/NewInterview")),
  route(interviewAddress(":interviewId"), () => import("./screens/interview/Interview")),
  route(ADDRESSES.workflows, () => import("./screens/workflows/Workflows")),
  route(NEW_WORKFLOW_ADDRESS, () => import("./screens/workflows/WorkflowEditor")),
  route(workflowAddress(":workflowId"), () => import("./screens/workflows/Workflow")),
  route(workflowEditAddress(":workflowId"), () => import("./screens/workflows/WorkflowEditor")),
  route(ADDRESSES.meetings, () => import("./screens/meetings/Meetings")),
  route(NEW_MEETING_ADDRESS, () => import("./screens/meetings/MeetingEditor")),
  route(meetingAddress(":meetingId"), () => import("./screens/meetings/Meeting")),
  route(meetingEditAddress(":meetingId"), () => import("./screens/meetings/MeetingEditor")),
  route(ADDRESSES.imports, () => import("./screens/imports/Imports")),
  route(NEW_IMPORT_ADDRESS, () => import("./screens/imports/NewImport")),
  route(importAddress(":importId"), () => import("./screens/imports/OneImport")),
  route(ADDRESSES.webhooks, () => import("./screens/webhooks/Webhooks")),
  route(webhookDeliveryAddress(":deliveryId"), () => import("./screens/webhooks/Delivery")),
  route(ADDRESSES.people, () => import("./screens/people/People")),
  route(ADDRESSES.settings, () => import("./screens/settings/Settings")),
] as const;

/** Reads the code of the screen at an address before it is shown. */
export function prepareScreen(address: string): void {
  const parts = address.replace(/[?#].*/, "").split("/");
  const found = ROUTES.find(({ path }) => {
    const pattern = path.split("/");
    return (
      pattern.length === parts.length &&
      pattern.every((part, at) => part.startsWith(":") || part === parts[at])
    );
  });
  // Whether it can be read is told when the screen is shown.
  found?.load().catch(() => undefined);
}

/** A screen comes with what it says; the first view's phrases are there before. */
function route(path: string, loadScreen: Load) {
  const load: Load = async () => {
    const [screen] = await Promise.all([loadScreen(), loadOtherPhrases()]);
    return screen;
  };
  return { path, load };
}
