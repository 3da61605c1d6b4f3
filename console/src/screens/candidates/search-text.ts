/** What the field for searching stands for: a telephone number, or a part of a name or an e-mail address. */

import type { CandidateFilter } from "../../service/candidates";

const PHONE = /^(\+|00)?[\d\s()/.-]{7,}$/;

export function searched(text: string): Pick<CandidateFilter, "phone" | "search"> {
  const digits = text.replace(/\D/g, "").replace(/^00/, "");
  if (PHONE.test(text)) return { phone: `+${digits}` };
  return text === "" ? {} : { search: text };
}

export function searchTextOf({ search, phone }: CandidateFilter): string {
  return search ?? phone ?? "";
}
