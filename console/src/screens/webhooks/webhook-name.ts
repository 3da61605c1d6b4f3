import type { Webhook } from "../../service/records";

/** What a webhook is called: its description, or the host of its first address. */
export function webhookName({ description, urls }: Pick<Webhook, "description" | "urls">): string {
  const words = description?.trim() ?? "";
  return words === "" ? hostOf(urls[0] ?? "") : words;
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
