import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "../../design/Checkbox";
import { phrase } from "../../language/catalogue";
import { jobFamiliesOptions } from "../../service/jobs";
import styles from "./FamilyChoice.module.css";

interface FamilyChoiceProps {
  chosen: readonly string[];
  onChange: (familyIds: readonly string[]) => void;
}

/** The families that a job belongs to. Where the team has none there is nothing to choose. */
export function FamilyChoice({ chosen, onChange }: FamilyChoiceProps) {
  const families = useQuery(jobFamiliesOptions()).data ?? [];
  if (families.length === 0) return null;
  const choose = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <fieldset className={styles.families}>
      <legend className={styles.legend}>{phrase("jobForm.families")}</legend>
      {families.map(({ id, displayName }) => (
        <Checkbox
          isSelected={chosen.includes(id)}
          key={id}
          label={displayName}
          onChange={(isChosen) => choose(id, isChosen)}
        />
      ))}
    </fieldset>
  );
}
