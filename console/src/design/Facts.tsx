import styles from "./Facts.module.css";

interface FactsProps {
  /** What each is, and what it is here. */
  facts: readonly (readonly [string, string])[];
}

/** A few facts, each with its name. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div className={styles.fact} key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
