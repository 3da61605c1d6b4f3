import { lazy, Suspense } from "react";
import { Route, Switch, useLocation } from "wouter";
import { ADDRESSES } from "./addresses";
import { Boundary } from "./design/Boundary";
import { Shell } from "./design/shell/Shell";
import { ROUTES } from "./routes";
import { NotFound } from "./screens/not-found/NotFound";
import ReviewQueue from "./screens/review-queue/ReviewQueue";
import { SignIn } from "./screens/sign-in/SignIn";
import { useSessionState } from "./session/use-session";

const SCREENS = ROUTES.map(({ path, load }) => ({ path, Screen: lazy(load) }));

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
            <Route component={ReviewQueue} path={ADDRESSES.reviewQueue} />
            {SCREENS.map(({ path, Screen }) => (
              <Route component={Screen} key={path} path={path} />
            ))}
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </Boundary>
    </Shell>
  );
}
