import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { phrase } from "../../language/catalogue";
import { mayDo } from "../../session/roles";
import { useSession } from "../../session/use-session";
import { Shortcuts } from "../shortcuts/Shortcuts";
import { ArrivalContext } from "./ScreenHeading";
import { Navigation } from "./Navigation";
import { entryOf } from "./navigation";
import { RefusedScreen } from "./RefusedScreen";
import styles from "./Shell.module.css";
import { useLostFocus } from "./use-lost-focus";

/** What surrounds every screen: the way to the others, the person and the team. */
export function Shell({ children }: { children: ReactNode }) {
  const { user, teamId } = useSession();
  const [address] = useLocation();
  const main = useRef<HTMLElement>(null);
  const hasArrived = useRef(false);
  const arrive = useCallback(() => {
    const hadArrived = hasArrived.current;
    hasArrived.current = true;
    return hadArrived;
  }, []);
  const entry = entryOf(address);
  const isRefused = entry?.action !== undefined && !mayDo(user.role, entry.action);
  useLostFocus(main);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [address]);
  return (
    <Shortcuts>
      <ArrivalContext value={arrive}>
        <div className={styles.shell}>
          <a
            className={styles.skip}
            href="#main"
            onClick={(event) => {
              event.preventDefault();
              main.current?.focus();
            }}
          >
            {phrase("shell.skip")}
          </a>
          <Navigation />
          <main className={styles.main} id="main" key={teamId} ref={main} tabIndex={-1}>
            {isRefused ? <RefusedScreen entry={entry} /> : children}
          </main>
        </div>
      </ArrivalContext>
    </Shortcuts>
  );
}
