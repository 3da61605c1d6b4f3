/** Records to begin with, of which a test names what it is about. */

import type {
  Candidate,
  CandidateInterview,
  CreatedSession,
  Enrollment,
  EnrollmentStep,
  Interview,
  JobDetail,
  Meeting,
  Response,
  Results,
  ReviewItem,
  ReviewKind,
  ReviewQueue,
  Team,
  TopicScore,
  User,
  Webhook,
  WebhookDeliveryDetail,
  WorkflowDetail,
  WorkflowStep,
} from "../service/records";
import type { Role } from "../session/roles";

export const TEAM = "0190a0b0-c0d0-7123-8456-0000000000a1";
export const OTHER_TEAM = "0190a0b0-c0d0-7123-8456-0000000000a2";
const ORGANIZATION = "0190a0b0-c0d0-7123-8456-0000000000a0";
const TIME = "2026-03-01T10:00:00.000Z";

const common = { createdAt: TIME, updatedAt: TIME, organizationId: ORGANIZATION, teamId: TEAM };

export function aSession(role: Role = "reviewer", change: Partial<CreatedSession> = {}): CreatedSession {
  return {
    token: `token-of-${role}`,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    user: {
      id: "user-rita",
      firstName: "Rita",
      lastName: "Reviewer",
      email: "rita@example.com",
      role,
      organizationId: ORGANIZATION,
      teamIds: [TEAM],
    },
    ...change,
  };
}

export function aReviewItem(
  kind: ReviewKind,
  candidateName: string,
  change: Partial<ReviewItem> = {},
): ReviewItem {
  const name = candidateName.toLowerCase().replaceAll(" ", "-");
  return {
    kind,
    candidateInterviewId: `interview-of-${name}`,
    candidateId: name,
    candidateName,
    jobId: null,
    title: "Night shift",
    since: TIME,
    score: kind === "decision" || kind === "gate" ? 70 : null,
    ...change,
  };
}

export function aReviewQueue(items: ReviewItem[], nextCursor: string | null = null): ReviewQueue {
  const counts = { request: 0, gate: 0, decision: 0, meeting: 0, approval: 0, invite: 0 };
  for (const { kind } of items) counts[kind] += 1;
  return { items, counts, nextCursor };
}

export function aCandidate(firstName: string, lastName: string, change: Partial<Candidate> = {}): Candidate {
  return {
    ...common,
    id: `${firstName} ${lastName}`.toLowerCase().replaceAll(" ", "-"),
    createdById: null,
    archivedAt: null,
    firstName,
    lastName,
    email: `${firstName}@example.com`.toLowerCase(),
    phone: null,
    resumeUrl: null,
    externalId: null,
    linkedInURL: null,
    source: "api",
    timezone: null,
    smsOptIn: false,
    tags: [],
    metadata: {},
    ...change,
  };
}

export function aCandidateInterview(
  candidate: Candidate,
  change: Partial<CandidateInterview> = {},
): CandidateInterview {
  return {
    id: `interview-of-${candidate.id}`,
    createdAt: TIME,
    updatedAt: TIME,
    candidateId: candidate.id,
    interviewId: "interview",
    status: "new_response",
    inviteToken: "invite",
    expiry: "2026-03-15T10:00:00.000Z",
    inviteSentAt: TIME,
    externalId: null,
    externalRedirectUri: null,
    webhookUrl: null,
    completedAt: TIME,
    score: 70,
    jobId: null,
    ...change,
  };
}

export function anInterview(title: string): Interview {
  return {
    ...common,
    id: "interview",
    createdById: null,
    archivedAt: null,
    title,
    displayName: title,
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
    questionIds: [],
    surveyQuestions: [],
    aiTextQuestionIds: [],
    keywords: [],
    notificationSubscribers: [],
    audioMessageId: null,
    audioMessageURL: null,
    audioMessageTitle: null,
    jobDescriptionText: null,
    welcomeInfo: null,
    knowledgeBaseIds: [],
  };
}

export function aTopicScore(topic: string, score: number, change: Partial<TopicScore> = {}): TopicScore {
  return {
    topic,
    weight: 50,
    score,
    confidence: 0.6,
    explanation: `Why ${topic} is so.`,
    evidence: [],
    scoredBy: "ai",
    loweredBy: [],
    askNext: null,
    evidencePlaces: [],
    ...change,
  };
}

export function aResponse(
  questionText: string,
  transcription: string,
  change: Partial<Response> = {},
): Response {
  return {
    questionId: "question",
    questionTitle: questionText,
    questionText,
    transcription,
    machineTranscribed: false,
    audioUrl: null,
    ...change,
  };
}

export function theResults(candidateInterview: CandidateInterview, change: Partial<Results> = {}): Results {
  return {
    candidateInterviewId: candidateInterview.id,
    status: candidateInterview.status,
    takenAt: candidateInterview.completedAt,
    transcription: null,
    audioUrl: null,
    score: 70,
    averageRating: "3.5",
    summary: "Calm with customers.",
    engineSummary: null,
    summaryStatus: "complete",
    scoreCard: {
      overallScore: 70,
      overallExplanation: "Half of each topic.",
      evaluationType: "ai_generated",
      topicScores: [aTopicScore("Calm", 80), aTopicScore("Teamwork", 60)],
    },
    responses: [aResponse("How do you stay calm?", "I listen. 🎧 Then I answer.")],
    resume: null,
    shareLink: null,
    provenance: null,
    transcriptRemovedAt: null,
    ...change,
  };
}

export function aTeam(id: string, displayName: string): Team {
  return {
    ...common,
    id,
    name: displayName,
    displayName,
    description: null,
    logoUrl: null,
    accentColor: null,
    buttonColor: null,
    backgroundImage: null,
    archivedAt: null,
  };
}

export function aUser(id: string, firstName: string, lastName: string): User {
  return {
    ...common,
    id,
    firstName,
    lastName,
    email: `${firstName}@example.com`.toLowerCase(),
    phone: null,
    isApiUser: false,
    role: "reviewer",
    notifications: "each",
    timezone: null,
    archivedAt: null,
  };
}

export function aMeeting(title: string, change: Partial<Meeting> = {}): Meeting {
  return {
    ...common,
    id: title.toLowerCase().replaceAll(" ", "-"),
    createdById: null,
    archivedAt: null,
    title,
    description: null,
    place: null,
    url: null,
    durationMinutes: 60,
    timezone: "Europe/Berlin",
    slots: [],
    bookingClosesHours: 2,
    language: "en",
    startsAt: null,
    ...change,
  };
}

export function aWorkflowStep(
  stepType: WorkflowStep["stepType"],
  artifactId: string,
  change: Partial<WorkflowStep> = {},
): WorkflowStep {
  return {
    id: `step-to-${artifactId}`,
    position: 1,
    stepType,
    artifactId,
    scoreThreshold: null,
    sendDelayMinutes: null,
    createdAt: TIME,
    updatedAt: TIME,
    ...change,
  };
}

export function aWorkflow(name: string, change: Partial<WorkflowDetail> = {}): WorkflowDetail {
  return {
    ...common,
    id: name.toLowerCase().replaceAll(" ", "-"),
    createdById: null,
    archivedAt: null,
    name,
    description: null,
    messageGroupId: null,
    isTemplate: true,
    rejectionDelayMinutes: null,
    steps: [],
    assignments: [],
    ...change,
  };
}

export function aJob(title: string, change: Partial<JobDetail> = {}): JobDetail {
  return {
    ...common,
    id: title.toLowerCase().replaceAll(" ", "-"),
    createdById: null,
    archivedAt: null,
    title,
    type: "requisition",
    department: null,
    location: [],
    workModel: null,
    description: null,
    shortDescription: null,
    descriptionJson: null,
    requirements: null,
    requirementsJson: null,
    status: "active",
    tags: [],
    applyAction: null,
    interviewId: null,
    meetingId: null,
    screeningQuestionnaireId: null,
    assignedRecruiterId: null,
    externalId: null,
    importSource: null,
    ats: null,
    knowledgeBaseIds: [],
    jobFamilyIds: [],
    ...change,
  };
}

/** Somebody at the only step of a job's workflow, an interview whose gate asks for 50. */
export function anEnrollment(
  candidate: Candidate,
  step: Partial<EnrollmentStep> = {},
  change: Partial<Enrollment> = {},
): Enrollment {
  const id = `step-of-${candidate.id}`;
  return {
    id: `enrollment-of-${candidate.id}`,
    createdAt: TIME,
    updatedAt: TIME,
    jobId: "job",
    candidateId: candidate.id,
    templateId: "workflow",
    assignmentId: null,
    status: "active",
    currentStepId: id,
    completedAt: null,
    steps: [
      {
        id,
        stepId: "step",
        position: 1,
        stepType: "standard_interview",
        artifactId: "interview",
        status: "invited",
        candidateInterviewId: `interview-of-${candidate.id}`,
        inviteSentAt: TIME,
        score: null,
        scoreThreshold: 50,
        completedAt: null,
        ...step,
      },
    ],
    ...change,
  };
}

export function aWebhook(description: string, change: Partial<Webhook> = {}): Webhook {
  return {
    ...common,
    id: description.toLowerCase().replaceAll(" ", "-"),
    description,
    urls: ["https://hooks.example.com/talent"],
    events: ["candidate_interview.completed"],
    isActive: true,
    ...change,
  };
}

export function aDelivery(
  id: string,
  status: WebhookDeliveryDetail["status"],
  change: Partial<WebhookDeliveryDetail> = {},
): WebhookDeliveryDetail {
  return {
    id,
    createdAt: TIME,
    updatedAt: TIME,
    webhookConfigurationId: "payroll",
    eventType: "candidate_interview.completed",
    status,
    attempts: 1,
    payload: { candidateInterviewId: "interview-of-ada-example" },
    response: null,
    errorResponse: null,
    eventId: `event-of-${id}`,
    url: "https://hooks.example.com/talent",
    attemptHistory: [],
    isTest: false,
    redeliveryOf: null,
    ...change,
  };
}
