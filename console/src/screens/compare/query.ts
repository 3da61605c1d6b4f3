import { MOST_COMPARED } from "../../service/comparison";
import { type Order, ORDERS } from "./rows";

interface Ids {
  ids: string[];
  /** Whether the address names more than can stand beside each other. */
  isCut: boolean;
}

/** The candidate interviews that an address names, each once. */
export function idsOf(query: URLSearchParams): Ids {
  const parts = query.getAll("ids").flatMap((each) => each.split(","));
  const all = [...new Set(parts.map((id) => id.trim()).filter((id) => id !== ""))];
  return { ids: all.slice(0, MOST_COMPARED), isCut: all.length > MOST_COMPARED };
}

export function orderOf(query: URLSearchParams): Order {
  return ORDERS.find((each) => each === query.get("order")) ?? "difference";
}
