/** A team's interviews at the service: what they answer, and what is sent to change them. */

import { HttpResponse } from "msw";
import type { Interview, ListedInterview, ScoreCardTemplate, Topic } from "../service/records";
import { anInterview, aTeam, aUser, TEAM } from "./records";
import { envelope, http, META, refusal, service } from "./service";
import type { Sent } from "./team";

const TIME = "2026-03-01T10:00:00.000Z";
const ONE = "/qsi/gather/interviews/{interviewId}";
const common = {
  createdAt: TIME,
  updatedAt: TIME,
  organizationId: "0190a0b0-c0d0-7123-8456-0000000000a0",
  teamId: TEAM,
  createdById: null,
  archivedAt: null,
};

export function aListedInterview(title: string, change: Partial<ListedInterview> = {}): ListedInterview {
  const { id, displayName } = anInterview(title);
  return {
    ...common,
    id,
    title,
    displayName,
    interviewType: "standard",
    status: 0,
    description: null,
    descriptionUrl: null,
    descriptionFileName: null,
    language: "en",
    resume: false,
    webOnly: false,
    messageGroupId: null,
    narratorId: null,
    ...change,
  };
}

export function aTopic(topic: string, weight: number): Topic {
  return { topic, weight, description: null, lookingFor: null, scoreDescriptions: null };
}

function aScorecard(topics: Topic[]): ScoreCardTemplate {
  return {
    id: "scorecard",
    createdAt: TIME,
    updatedAt: TIME,
    interviewId: "interview",
    topics,
    version: 1,
    isActive: true,
  };
}

interface Served {
  interview?: Partial<Interview>;
  topics?: Topic[];
}

/** Answers for one interview and all that it can be made of. Returns what is sent, as it comes. */
export function serveInterview({ interview: change = {}, topics = [] }: Served = {}): Sent[] {
  const sent: Sent[] = [];
  let interview: Interview = { ...anInterview("Support interview"), ...change };
  let state = 1;
  let scorecard: ScoreCardTemplate | null = topics.length === 0 ? null : aScorecard(topics);
  const marked = () => ({ headers: { etag: `"${state}"` } });
  const note = async (what: string, request: Request) => {
    const body: unknown = await request.clone().json();
    sent.push({ what, body });
    return body;
  };

  service.use(
    http.get(ONE, ({ response }) => response(200).json(envelope({ interview }), marked())),
    http.patch(ONE, async ({ request, response }) => {
      await note(`interview ${request.headers.get("if-match") ?? ""}`, request);
      if (request.headers.get("if-match") !== `"${state}"`) {
        return response.untyped(
          HttpResponse.json(refusal("PRECONDITION_FAILED", "changed"), { status: 412 }),
        );
      }
      state += 1;
      interview = { ...interview, ...((await request.json()) as Partial<Interview>) };
      return response(200).json(envelope({ interview }), marked());
    }),
    http.post("/qsi/gather/interviews", async ({ request, response }) => {
      await note("new interview", request);
      interview = { ...interview, ...((await request.json()) as Partial<Interview>) };
      return response(201).json(envelope({ interview }), marked());
    }),
    http.get(`${ONE}/score-card-template`, ({ response }) =>
      scorecard === null
        ? response.untyped(HttpResponse.json(refusal("NOT_FOUND", "none"), { status: 404 }))
        : response(200).json(envelope({ scoreCardTemplate: scorecard }), { headers: { etag: '"1"' } }),
    ),
    http.post(`${ONE}/score-card-template`, async ({ request, response }) => {
      const body = (await note("new scorecard", request)) as { topics: Topic[] };
      scorecard = aScorecard(body.topics);
      return response(201).json(envelope({ scoreCardTemplate: scorecard }));
    }),
    http.patch(`${ONE}/score-card-template`, async ({ request, response }) => {
      const body = (await note("scorecard", request)) as { topics: Topic[] };
      scorecard = aScorecard(body.topics);
      return response(200).json(envelope({ scoreCardTemplate: scorecard }));
    }),
    ...questionsOf(note),
    ...choices(),
    http.post("/qsi/gather/score-card-templates/suggest-topics", async ({ request, response }) => {
      await note("suggest", request);
      return response(200).json(envelope({ topics: [aTopic("Calm", 60), aTopic("Teamwork", 40)] }));
    }),
    http.patch("/qsi/gather/jobs/{id}/interview", async ({ request, response }) => {
      await note("job", request);
      return response.untyped(HttpResponse.json(envelope({ job: {} })));
    }),
  );
  return sent;
}

export const AUDIO_QUESTION = {
  ...common,
  id: "audio-1",
  title: "Experience",
  description: null,
  audioURL: null,
  narratorId: "voice-ada",
  questionScript: "How do you stay calm?",
};

function anAiTextQuestion(questionText: string) {
  return { ...common, id: "ai-1", title: questionText, description: null, questionText };
}

type Note = (what: string, request: Request) => Promise<unknown>;

function questionsOf(note: Note) {
  let made = 0;
  return [
    http.get("/qsi/gather/questions/interview/{id}", ({ response }) =>
      response(200).json(envelope({ questions: [AUDIO_QUESTION] })),
    ),
    http.get("/qsi/gather/questions", ({ response }) =>
      response(200).json({
        data: {
          questions: [{ ...AUDIO_QUESTION, id: "audio-9", questionScript: "Why us?" }],
          pagination: null,
        },
        meta: { ...META, nextCursor: null },
      }),
    ),
    http.post("/qsi/gather/questions", async ({ request, response }) => {
      const body = (await note("new question", request)) as { questionScript: string };
      made += 1;
      return response(201).json(
        envelope({ question: { ...AUDIO_QUESTION, ...body, id: `new-${made}`, audioURL: null } }),
      );
    }),
    http.patch("/qsi/gather/questions/{questionId}", async ({ request, params, response }) => {
      const body = (await note(`question ${params.questionId}`, request)) as object;
      return response(200).json(
        envelope({ question: { ...AUDIO_QUESTION, ...body, id: params.questionId } }),
      );
    }),
    http.get("/qsi/gather/ai-text-questions", ({ response }) =>
      response(200).json(
        envelope({ aiTextQuestions: [anAiTextQuestion("How do you stay awake?")], pagination: null }),
      ),
    ),
    http.post("/qsi/gather/ai-text-questions", async ({ request, response }) => {
      const { questionText } = (await note("new AI question", request)) as { questionText: string };
      return response(201).json(envelope({ aiTextQuestion: anAiTextQuestion(questionText) }));
    }),
  ];
}

function choices() {
  return [
    http.get("/qsi/gather/jobs", ({ response }) =>
      response(200).json(envelope({ jobs: [], pagination: null })),
    ),
    http.get("/qsi/gather/teams", ({ response }) =>
      response(200).json(envelope({ teams: [aTeam(TEAM, "Shop")] })),
    ),
    http.get("/qsi/gather/users", ({ response }) =>
      response(200).json(envelope({ users: [aUser("user-max", "Max", "Manager")] })),
    ),
    http.get("/qsi/gather/narrators", ({ response }) =>
      response(200).json(
        envelope({
          narrators: [
            { id: "voice-carla", name: "Carla", language: "es-ES", gender: "female", description: "" },
            { id: "voice-ada", name: "Ada", language: "en-US", gender: "female", description: "" },
          ],
        }),
      ),
    ),
    http.get("/qsi/gather/replicas", ({ response }) =>
      response(200).json(
        envelope({
          replicas: [
            {
              ...common,
              id: "replica-robin",
              name: "Robin",
              photoUrl: "https://example.com/r",
              replicaId: null,
            },
          ],
        }),
      ),
    ),
    http.get("/qsi/gather/message-groups", ({ response }) =>
      response(200).json(envelope({ messageGroups: [] })),
    ),
    http.get("/qsi/gather/knowledge-bases", ({ response }) =>
      response(200).json(envelope({ knowledgeBases: [], pagination: null })),
    ),
  ];
}
