import { Card } from "../../design/Card";
import { Bars } from "../../design/charts/Bars";
import { phrase } from "../../language/catalogue";
import type { Medians } from "../../service/comparison";
import styles from "./AgainstMedian.module.css";
import { type Side, type TopicRow } from "./rows";

interface AgainstMedianProps {
  sides: readonly Side[];
  rows: readonly TopicRow[];
  basis: Medians;
}

/** The topics of each against what is usual. */
export default function AgainstMedian({ sides, rows, basis }: AgainstMedianProps) {
  return (
    <Card title={phrase("compare.against")}>
      <div className={styles.pictures}>
        {sides.map(
          ({ interview, name, results }, at) =>
            results?.scoreCard && (
              <Bars
                bars={rows.map(({ topic, scores, median }) => ({
                  id: topic,
                  mark: median,
                  name: topic,
                  value: scores[at]?.score ?? null,
                }))}
                key={interview.id}
                markTitle={phrase("compare.median")}
                most={100}
                people={basis.people}
                summary={phrase("compare.against.summary", { name, people: basis.people })}
                title={name}
                valueTitle={phrase("compare.overall")}
              />
            ),
        )}
      </div>
    </Card>
  );
}
