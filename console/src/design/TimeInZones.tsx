import { phrase } from "../language/catalogue";
import { agree, formatTimeOf, formatZone, ownZone } from "../language/zones";
import styles from "./TimeInZones.module.css";

interface TimeInZonesProps {
  time: string;
  /** The zone that the time was set in; null for the reader's own. */
  zone: string | null;
  /** Another person's zone, which is shown where their clock shows something else; null where it is not known. */
  other?: { zone: string | null; name: string } | undefined;
}

/** A time by the clock where it was set, and by those of the reader and of another person where they differ. */
export function TimeInZones({ time, zone, other }: TimeInZonesProps) {
  const own = ownZone();
  const shown = zone ?? own;
  const theirs = other?.zone ?? null;
  return (
    <span className={styles.times}>
      <time dateTime={time}>{formatTimeOf(time, shown)}</time>
      <span className={styles.zone}>{formatZone(shown, time)}</span>
      {!agree(shown, own, time) && (
        <span className={styles.zone}>{phrase("time.own", { time: formatTimeOf(time, own) })}</span>
      )}
      {other !== undefined && theirs !== null && !agree(shown, theirs, time) && (
        <span className={styles.zone}>
          {phrase("time.theirs", { name: other.name, time: formatTimeOf(time, theirs) })}
        </span>
      )}
    </span>
  );
}
