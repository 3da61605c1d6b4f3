import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { StrictMode } from "react";
import { Console } from "./Console";
import { Announcer } from "./design/Announcer";
import { currentLocale } from "./language/catalogue";
import type { Configuration } from "./session/configuration";
import { ConfigurationContext } from "./session/configuration-context";

interface AppProps {
  configuration: Configuration;
  queries: QueryClient;
}

/** The console with all that its parts share. */
export function App({ configuration, queries }: AppProps) {
  return (
    <StrictMode>
      <I18nProvider locale={currentLocale()}>
        <ConfigurationContext value={configuration}>
          <QueryClientProvider client={queries}>
            <Announcer>
              <Console />
            </Announcer>
          </QueryClientProvider>
        </ConfigurationContext>
      </I18nProvider>
    </StrictMode>
  );
}
