/** A team with meetings, and the workflows that lead to them. */

import type { components } from "talent-screening";
import type { Meeting, ReviewItem, WorkflowDetail } from "../service/records";
import { aMeeting, aReviewQueue, aWorkflow } from "./records";
import { envelope, http, service } from "./service";
import { type Sent, serveTeam } from "./team";

type Enrollment = components["schemas"]["Enrollment"];

interface Team {
  meetings?: Meeting[];
  workflows?: WorkflowDetail[];
  answers?: ReviewItem[];
  enrollments?: Enrollment[];
}

/** Answers for the team. Returns what is sent to it, as it comes. */
export function serveMeetings({
  meetings = [],
  workflows = [],
  answers = [],
  enrollments = [],
}: Team): Sent[] {
  serveTeam([]);
  const sent: Sent[] = [];
  const all = new Map(meetings.map((meeting) => [meeting.id, meeting]));
  service.use(
    http.get("/qsi/gather/review-queue", ({ response }) =>
      response(200).json(envelope(aReviewQueue(answers))),
    ),
    http.get("/qsi/gather/meetings", ({ response }) =>
      response(200).json(envelope({ meetings: [...all.values()] })),
    ),
    http.get("/qsi/gather/meetings/{id}", ({ params, response }) =>
      response(200).json(envelope({ meeting: all.get(params.id) ?? aMeeting("Unknown") }), {
        headers: { ETag: '"7"' },
      }),
    ),
    http.post("/qsi/gather/meetings", async ({ request, response }) => {
      const body = await request.json();
      sent.push({ what: "new", body });
      const made = { ...aMeeting(body.title), timezone: body.timezone };
      all.set(made.id, made);
      return response(201).json(envelope({ meeting: made }));
    }),
    http.patch("/qsi/gather/meetings/{id}", async ({ params, request, response }) => {
      const body = await request.json();
      sent.push({ what: `change ${request.headers.get("if-match") ?? ""}`, body });
      return response(200).json(envelope({ meeting: all.get(params.id) ?? aMeeting("Unknown") }));
    }),
    http.get("/qsi/gather/workflow-templates", ({ response }) =>
      response(200).json(envelope({ workflowTemplates: workflows })),
    ),
    http.get("/qsi/gather/workflow-templates/{id}", ({ params, response }) =>
      response(200).json(
        envelope({ workflowTemplate: workflows.find(({ id }) => id === params.id) ?? aWorkflow("Unknown") }),
      ),
    ),
    http.get("/qsi/gather/jobs/{jobId}/workflow-progress", ({ response }) =>
      response(200).json(envelope({ enrollments })),
    ),
    http.post("/qsi/gather/workflow-enrollment-steps/{id}/resend-invite", ({ params, response }) => {
      sent.push({ what: `again ${params.id}`, body: null });
      const step = enrollments.flatMap(({ steps }) => steps).find(({ id }) => id === params.id);
      if (step === undefined) throw new Error("no such step");
      return response(200).json(envelope({ enrollmentStep: step }));
    }),
  );
  return sent;
}
