/** Starts the console: the language, the session, then the screen of the address. */

import { App } from "./App";
import { loadLanguage } from "./language/catalogue";
import { prepareScreen } from "./routes";
import { createQueryClient, emptyWithSession } from "./service/query-client";
import type { Configuration } from "./session/configuration";
import { finishSignIn, isReturnFromIssuer } from "./session/sign-in";
import { restoreSession } from "./session/store";

export async function startConsole(configuration: Configuration) {
  const language = loadLanguage(configuration.language);
  prepareScreen(location.pathname);
  await Promise.all([language, openSession()]);
  const queries = createQueryClient();
  emptyWithSession(queries);
  return <App configuration={configuration} queries={queries} />;
}

function openSession(): Promise<void> {
  return isReturnFromIssuer() ? finishSignIn() : restoreSession();
}
