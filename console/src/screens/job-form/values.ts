/** What stands in the fields of a job, and the members of the record that it becomes. */

import type { ChangeJob, CreateJob, JobDetail, JobType } from "../../service/records";

export interface JobValues {
  title: string;
  type: JobType;
  /** Only of a new job. */
  status: NonNullable<CreateJob["status"]>;
  department: string;
  /** A place in each line. */
  locations: string;
  workModel: string;
  summary: string;
  description: string;
  requirements: string;
  /** With commas between them. */
  tags: string;
  familyIds: readonly string[];
  recruiterId: string;
  /** Only of a new job, as the workflow is: those of others are changed on their screen. */
  interviewId: string;
  workflowId: string;
}

export const EMPTY_JOB: JobValues = {
  title: "",
  type: "requisition",
  status: "draft",
  department: "",
  locations: "",
  workModel: "",
  summary: "",
  description: "",
  requirements: "",
  tags: "",
  familyIds: [],
  recruiterId: "",
  interviewId: "",
  workflowId: "",
};

/** The fields by the members that the service may refuse. */
export const FIELDS_BY_MEMBER: Readonly<Record<string, keyof JobValues>> = {
  title: "title",
  type: "type",
  status: "status",
  department: "department",
  location: "locations",
  workModel: "workModel",
  shortDescription: "summary",
  description: "description",
  requirements: "requirements",
  tags: "tags",
  jobFamilyIds: "familyIds",
  assignedRecruiterId: "recruiterId",
  interviewId: "interviewId",
};

export function valuesOf(job: JobDetail): JobValues {
  return {
    ...EMPTY_JOB,
    title: job.title,
    type: job.type,
    department: job.department ?? "",
    locations: job.location.join("\n"),
    workModel: job.workModel ?? "",
    summary: job.shortDescription ?? "",
    description: job.description ?? "",
    requirements: job.requirements ?? "",
    tags: job.tags.join(", "),
    familyIds: job.jobFamilyIds,
    recruiterId: job.assignedRecruiterId ?? "",
  };
}

/** What a job of its own and a change have in common. */
export function membersOf(values: JobValues) {
  return {
    title: values.title.trim(),
    type: values.type,
    department: orNull(values.department),
    location: listOf(values.locations, "\n"),
    workModel: orNull(values.workModel),
    shortDescription: orNull(values.summary),
    description: orNull(values.description),
    requirements: orNull(values.requirements),
    tags: listOf(values.tags, ","),
    jobFamilyIds: [...values.familyIds],
    assignedRecruiterId: orNull(values.recruiterId),
  } satisfies ChangeJob;
}

export function newJobOf(values: JobValues): CreateJob {
  return { ...membersOf(values), status: values.status, interviewId: orNull(values.interviewId) };
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

function listOf(text: string, separator: string): string[] {
  const parts = text.split(separator).map((part) => part.trim());
  return [...new Set(parts)].filter((part) => part !== "");
}
