import { phrase } from "../language/catalogue";
import { failureWords } from "../service/errors";
import { Button } from "./Button";
import styles from "./Failure.module.css";

interface FailureProps {
  error: unknown;
  /** Tries again what failed. Left out where the person presses the same button again. */
  onRetry?: () => void;
}

/** What went wrong and what to do. It is told at once to people who do not see it. */
export function Failure({ error, onRetry }: FailureProps) {
  const { title, advice } = failureWords(error);
  return (
    <div className={styles.failure} role="alert">
      <p>
        <strong>{title}</strong> {advice}
      </p>
      {onRetry !== undefined && (
        <Button onPress={onRetry} size="small">
          {phrase("failure.retry")}
        </Button>
      )}
    </div>
  );
}
