import { useLocation } from "wouter";
import { phrase } from "../../language/catalogue";
import { classes } from "../classes";
import { ScreenLink } from "../ScreenLink";
import { entryOf, type NavigationEntry } from "./navigation";
import styles from "./NavigationLink.module.css";

interface NavigationLinkProps {
  entry: NavigationEntry;
  isInSheet?: boolean;
  onFollow?: () => void;
}

export function NavigationLink({ entry, isInSheet = false, onFollow }: NavigationLinkProps) {
  const [address] = useLocation();
  const { to, title, short, icon: Drawing } = entry;
  return (
    <ScreenLink
      className={classes(styles.link, isInSheet && styles.inSheet)}
      current={entryOf(address) === entry ? "page" : undefined}
      onClick={onFollow}
      to={to}
    >
      <Drawing />
      <span className={classes(short && styles.title)}>{phrase(title)}</span>
      {short && <span className={styles.short}>{phrase(short)}</span>}
    </ScreenLink>
  );
}
