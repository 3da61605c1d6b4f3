/**
 * What the console begins with while the browser still reads the code of its screens: the language, the session, and
 * what the screen of the address asks the service for. Nothing here needs React, so that it comes and runs first.
 */

import type { QueryClient } from "@tanstack/react-query";
import { askForScreen } from "./first-requests";
import { loadLanguage } from "./language/catalogue";
import { prepareScreen } from "./routes";
import { createQueryClient, emptyWithSession } from "./service/query-client";
import type { Configuration } from "./session/configuration";
import { finishSignIn, isReturnFromIssuer } from "./session/sign-in";
import { restoreSession } from "./session/store";

export interface Beginning {
  configuration: Configuration;
  queries: QueryClient;
  /** Resolves when the language and the session are there. */
  isReady: Promise<unknown>;
  /** Resolves when what the screen of the address asks for is there, or cannot be read. */
  isAnswered: Promise<unknown>;
}

export function beginConsole(configuration: Configuration): Beginning {
  const queries = createQueryClient();
  const language = loadLanguage(configuration.language);
  prepareScreen(location.pathname);
  const session = openSession(queries);
  return {
    configuration,
    queries,
    isReady: Promise.all([language, session]),
    isAnswered: session.then(() => askForScreen(queries)),
  };
}

async function openSession(queries: QueryClient): Promise<void> {
  if (isReturnFromIssuer()) {
    await finishSignIn();
    prepareScreen(location.pathname);
  } else {
    await restoreSession();
  }
  emptyWithSession(queries);
}
