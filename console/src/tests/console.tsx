import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "../App";
import { beginConsole } from "../begin";
import { loadOtherPhrases } from "../language/catalogue";
import type { CreatedSession } from "../service/records";
import type { Configuration } from "../session/configuration";

export const CONFIGURATION: Configuration = {
  issuer: {
    authorizationEndpoint: "https://issuer.example.com/authorize",
    clientId: "console",
    endSessionEndpoint: null,
    scope: "openid email profile",
  },
  language: "en",
};

/** Opens the console at an address, as somebody whose session the tab has already. */
export async function openConsole(address: string, session?: CreatedSession) {
  if (session !== undefined) {
    const [teamId] = session.user.teamIds;
    sessionStorage.setItem("console-session", JSON.stringify({ ...session, teamId }));
  }
  history.replaceState(null, "", address);
  const { configuration, isReady, queries } = beginConsole(CONFIGURATION);
  await isReady;
  // Screens that an earlier test has loaded do not wait for the phrases, which begin anew with each console.
  await loadOtherPhrases();
  render(<App configuration={configuration} queries={queries} />);
  return userEvent.setup({ delay: null });
}
