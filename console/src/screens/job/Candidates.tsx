import { useSearch } from "wouter";
import { jobAddress } from "../../addresses";
import { LinkList } from "../../design/LinkList";
import { phrase } from "../../language/catalogue";
import type { JobDetail } from "../../service/records";
import { ByStep } from "./ByStep";
import styles from "./Candidates.module.css";
import { Ranking } from "./Ranking";

/** The candidates of the job: who is at which step, or who has the highest scores. */
export function Candidates({ job }: { job: JobDetail }) {
  const query = new URLSearchParams(useSearch());
  const isRanking = query.get("view") === "ranking";
  const views = [
    { name: phrase("job.view.steps"), to: jobAddress(job.id), isChosen: !isRanking },
    { name: phrase("job.view.ranking"), to: jobAddress(job.id, { view: "ranking" }), isChosen: isRanking },
  ];
  return (
    <section className={styles.candidates}>
      <div className={styles.head}>
        <h2 className={styles.title}>{phrase("job.candidates")}</h2>
        <LinkList choices={views} label={phrase("job.view")} />
      </div>
      {isRanking ? (
        <Ranking job={job} wanted={query.get("interview")} />
      ) : (
        <ByStep job={job} wanted={query.get("step")} />
      )}
    </section>
  );
}
