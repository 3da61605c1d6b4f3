import { lazy, useState } from "react";
import { Loaded } from "../Loaded";
import { phrase } from "../../language/catalogue";
import { mayDo } from "../../session/roles";
import { useSession } from "../../session/use-session";
import { Button } from "../Button";
import { classes } from "../classes";
import { KeyboardIcon, MoreIcon } from "../icons";
import { useShortcutList } from "../shortcuts/registry";
import { Account } from "./Account";
import { ENTRIES_IN_BAR, NAVIGATION } from "./navigation";
import styles from "./Navigation.module.css";
import { NavigationLink } from "./NavigationLink";
import { TeamChoice } from "./TeamChoice";

const MoreSheet = lazy(() => import("./MoreSheet"));

/** The way to the screens: at the side, on a phone a bar with the first of them and the others behind `More`. */
export function Navigation() {
  const { role } = useSession().user;
  const [isMoreOpen, setMoreOpen] = useState(false);
  const openShortcuts = useShortcutList();
  const entries = NAVIGATION.filter(({ action }) => action === undefined || mayDo(role, action));
  return (
    <header className={styles.side}>
      <div className={styles.team}>
        <TeamChoice />
      </div>
      <nav aria-label={phrase("navigation.label")} className={styles.navigation}>
        <ul className={styles.list}>
          {entries.map((entry, position) => (
            <li className={classes(position >= ENTRIES_IN_BAR && styles.further)} key={entry.to}>
              <NavigationLink entry={entry} />
            </li>
          ))}
          <li className={styles.more}>
            <Button className={styles.moreButton} look="quiet" onPress={() => setMoreOpen(true)}>
              <MoreIcon />
              {phrase("navigation.more")}
            </Button>
          </li>
        </ul>
      </nav>
      <div className={styles.person}>
        <Account />
        <Button
          keyShortcuts="?"
          className={styles.shortcuts}
          look="quiet"
          onPress={openShortcuts}
          size="small"
        >
          <KeyboardIcon />
          {phrase("shortcuts.title")}
        </Button>
      </div>
      {isMoreOpen && (
        <Loaded onClose={() => setMoreOpen(false)}>
          <MoreSheet entries={entries.slice(ENTRIES_IN_BAR)} onClose={() => setMoreOpen(false)} />
        </Loaded>
      )}
    </header>
  );
}
