import { Suspense } from "react";
import { Route, Switch, useLocation } from "wouter";
import { Boundary } from "./design/Boundary";
import { Shell } from "./design/shell/Shell";
import { ROUTES } from "./routes";
import { NotFound } from "./screens/not-found/NotFound";
import { SignIn } from "./screens/sign-in/SignIn";
import { useSessionState } from "./session/use-session";

/** The sign-in for everybody who has no session; the screens for the others. */
export function Console() {
  const { session, problem } = useSessionState();
  const [address] = useLocation();
  if (session === null) return <SignIn problem={problem} />;
  return (
    <Shell key={session.user.id}>
      <Boundary key={address}>
        <Suspense>
          <Switch>
            {ROUTES.map(({ path, Screen }) => (
              <Route component={Screen} key={path} path={path} />
            ))}
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </Boundary>
    </Shell>
  );
}
