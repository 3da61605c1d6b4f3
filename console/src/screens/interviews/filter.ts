import { INTERVIEW_TYPES, type InterviewFilter } from "../../service/interviews";

/** The filter that an address asks for. What it names wrongly filters nothing. */
export function filterOf(search: string): InterviewFilter {
  const query = new URLSearchParams(search);
  const interviewType = INTERVIEW_TYPES.find((each) => each === query.get("type"));
  const text = query.get("search") ?? "";
  return {
    ...(text === "" ? {} : { search: text }),
    ...(interviewType === undefined ? {} : { interviewType }),
    ...(query.get("archived") === "yes" ? { archived: true } : {}),
  };
}
