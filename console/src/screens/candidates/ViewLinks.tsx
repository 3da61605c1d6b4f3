import { candidatesAddress } from "../../addresses";
import { ScreenLink } from "../../design/ScreenLink";
import { phrase } from "../../language/catalogue";
import { INTERVIEWS_VIEW } from "./views";
import styles from "./ViewLinks.module.css";

/** From one view of the screen to the other. */
export function ViewLinks({ current }: { current: typeof INTERVIEWS_VIEW | null }) {
  return (
    <nav aria-label={phrase("candidates.views")} className={styles.views}>
      <ScreenLink
        className={styles.view}
        current={current === null ? "page" : undefined}
        to={candidatesAddress({})}
      >
        {phrase("candidates.view.everybody")}
      </ScreenLink>
      <ScreenLink
        className={styles.view}
        current={current === INTERVIEWS_VIEW ? "page" : undefined}
        to={candidatesAddress({ view: INTERVIEWS_VIEW })}
      >
        {phrase("candidates.view.interviews")}
      </ScreenLink>
    </nav>
  );
}
