/** A team with workflows, and what they can lead to. */

import type { WorkflowDetail } from "../service/records";
import { aMeeting, anInterview, aWorkflow } from "./records";
import { envelope, http, service } from "./service";
import { type Sent, serveTeam } from "./team";

/** Answers for the team. Returns what is sent to it, as it comes. */
export function serveWorkflows(workflows: WorkflowDetail[]): Sent[] {
  serveTeam([]);
  const sent: Sent[] = [];
  const all = new Map(workflows.map((workflow) => [workflow.id, workflow]));
  const { title, language, startsAt, durationMinutes, place, ...common } = aMeeting("Meet the team");
  const { createdAt, updatedAt, organizationId, teamId } = common;
  const shared = { createdAt, updatedAt, organizationId, teamId, createdById: null };
  service.use(
    http.get("/qsi/gather/workflow-templates", ({ response }) =>
      response(200).json(envelope({ workflowTemplates: [...all.values()] })),
    ),
    http.get("/qsi/gather/workflow-templates/{id}", ({ params, response }) =>
      response(200).json(envelope({ workflowTemplate: all.get(params.id) ?? aWorkflow("Unknown") }), {
        headers: { ETag: '"3"' },
      }),
    ),
    http.get("/qsi/gather/workflow-resources", ({ response }) =>
      response(200).json(
        envelope({
          interviews: [{ ...anInterview("Support interview"), interviewType: "ai_interviewer" }],
          meetings: [
            {
              ...shared,
              id: common.id,
              archivedAt: null,
              title,
              language,
              startsAt,
              place,
              minutes: durationMinutes,
            },
          ],
          messageGroups: [],
          jobs: [
            {
              ...shared,
              id: "job",
              archivedAt: null,
              title: "Night shift",
              type: "requisition",
              status: "active",
              department: null,
              externalId: null,
            },
          ],
          jobFamilies: [{ ...shared, id: "family", displayName: "Shifts", description: null }],
        }),
      ),
    ),
    http.post("/qsi/gather/workflow-templates", async ({ request, response }) => {
      const body = await request.json();
      sent.push({ what: "new", body });
      const made = aWorkflow(body.name);
      all.set(made.id, made);
      return response(201).json(envelope({ workflowTemplate: made }));
    }),
    http.patch("/qsi/gather/workflow-templates/{id}", async ({ params, request, response }) => {
      const body = await request.json();
      sent.push({ what: `change ${request.headers.get("if-match") ?? ""}`, body });
      return response(200).json(envelope({ workflowTemplate: all.get(params.id) ?? aWorkflow("Unknown") }));
    }),
    http.post("/qsi/gather/workflow-templates/{id}/apply", async ({ request, response }) => {
      const body = await request.json();
      sent.push({ what: "apply", body });
      return response(201).json(envelope({ assignments: [] }));
    }),
    http.delete("/qsi/gather/workflow-template-assignments/{id}", ({ params, response }) => {
      sent.push({ what: `end ${params.id}`, body: null });
      const [assignment] = workflows.flatMap(({ assignments }) => assignments);
      if (assignment === undefined) throw new Error("no such assignment");
      return response(200).json(envelope({ assignment }));
    }),
  );
  return sent;
}
