/** What the service tells the page: who signs people in, and the language that the browser accepts. */

export interface Issuer {
  authorizationEndpoint: string;
  clientId: string;
  endSessionEndpoint: string | null;
  scope: string;
}

export interface Configuration {
  /** Null where the deployment has nobody who signs people in, or they cannot be reached. */
  issuer: Issuer | null;
  /** The language that the browser accepts. */
  language: string;
}

export const NO_CONFIGURATION: Configuration = { issuer: null, language: "en" };

export function readConfiguration(): Configuration {
  const text = document.getElementById("configuration")?.textContent ?? "{}";
  return { ...NO_CONFIGURATION, ...(JSON.parse(text) as Partial<Configuration>) };
}
