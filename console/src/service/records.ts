/** The records of the service, under the names that the console has for them. */

import type { components } from "talent-screening";

type Schemas = components["schemas"];

export type Candidate = Schemas["Candidate"];
export type CandidateInterview = Schemas["CandidateInterview"];
export type CandidateRequest = Schemas["CandidateRequest"];
export type Comment = Schemas["Comment"];
export type CreatedSession = Schemas["CreatedSession"];
export type CreateSession = Schemas["CreateSession"];
export type Decision = Schemas["Decision"];
export type EvidencePlace = Schemas["EvidencePlace"];
export type Export = Schemas["Export"];
export type Interview = Schemas["InterviewDetail"];
export type Job = Schemas["Job"];
export type Provenance = Schemas["Provenance"];
export type Response = Schemas["CandidateResponse"];
export type Results = Schemas["CandidateInterviewResults"];
export type ReviewItem = Schemas["ReviewItem"];
export type ReviewQueue = Schemas["ReviewQueue"];
export type ScoreCard = Schemas["ScoreCard"];
export type ScoreChange = Schemas["ScoreChange"];
export type Team = Schemas["Team"];
export type TopicScore = Schemas["TopicScore"];
export type Turn = Schemas["ResponseTurn"];
export type User = Schemas["ListedUser"];

export type DecisionWord = Decision["decision"];
export type ReviewKind = ReviewItem["kind"];
export type CandidateInterviewStatus = CandidateInterview["status"];
