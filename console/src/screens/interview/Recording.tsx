import { phrase } from "../../language/catalogue";
import styles from "./Editor.module.css";

interface RecordingProps {
  address: string;
  number: number;
}

/** What candidates hear. A recording at another place than the service's is opened there, not loaded here. */
export function Recording({ address, number }: RecordingProps) {
  if (!address.startsWith(`${location.origin}/`)) {
    return (
      <a href={address} rel="noreferrer" target="_blank">
        {phrase("interview.recording.open", { number })}
      </a>
    );
  }
  return (
    // What it says stands above it.
    // eslint-disable-next-line jsx-a11y/media-has-caption
    <audio
      aria-label={phrase("interview.recording", { number })}
      className={styles.audio}
      controls
      preload="none"
      src={address}
    />
  );
}
