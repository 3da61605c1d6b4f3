import { FieldPair } from "../../design/FieldPair";
import { useQuery } from "@tanstack/react-query";
import { Card } from "../../design/Card";
import { FormSelect } from "../../design/FormSelect";
import { NumberField } from "../../design/NumberField";
import { phrase } from "../../language/catalogue";
import { interviewChoicesOptions } from "../../service/interviews";
import { jobChoicesOptions } from "../../service/jobs";
import { isDaysWrong, type Plan } from "./plan";

interface PlanChoiceProps {
  plan: Plan;
  onChange: (plan: Plan) => void;
}

const CHANNELS = [
  ["email", "invite.channel.email"],
  ["sms", "invite.channel.sms"],
  ["both", "imports.channels.both"],
] as const;

const DUPLICATES = [
  ["skip", "imports.duplicates.skip"],
  ["update", "imports.duplicates.update"],
  ["create", "imports.duplicates.create"],
] as const;

/** Whom to invite to what, and what is done with people who are there already. */
export function PlanChoice({ plan, onChange }: PlanChoiceProps) {
  const targets = useTargets();
  return (
    <Card title={phrase("imports.plan")}>
      <FormSelect
        choices={[{ id: "", name: phrase("imports.target.none") }, ...targets]}
        description={phrase("imports.target.words")}
        label={phrase("imports.target")}
        onChange={(target) => onChange({ ...plan, target })}
        value={plan.target}
      />
      {plan.target.startsWith("interview:") && (
        <FieldPair>
          <FormSelect
            choices={CHANNELS.map(([id, name]) => ({ id, name: phrase(name) }))}
            label={phrase("invite.channel")}
            onChange={(id) =>
              onChange({ ...plan, channels: CHANNELS.find(([each]) => each === id)?.[0] ?? "email" })
            }
            value={plan.channels}
          />
          <NumberField
            description={phrase("invite.days.words")}
            error={isDaysWrong(plan) ? phrase("invite.days.wrong") : undefined}
            label={phrase("invite.days")}
            onChange={(expiryDays) => onChange({ ...plan, expiryDays })}
            value={plan.expiryDays}
          />
        </FieldPair>
      )}
      <FormSelect
        choices={DUPLICATES.map(([id, name]) => ({ id, name: phrase(name) }))}
        description={phrase("imports.duplicates.words")}
        label={phrase("imports.duplicates")}
        onChange={(id) =>
          onChange({ ...plan, duplicates: DUPLICATES.find(([each]) => each === id)?.[0] ?? "skip" })
        }
        value={plan.duplicates}
      />
    </Card>
  );
}

function useTargets() {
  const jobs = useQuery(jobChoicesOptions());
  const interviews = useQuery(interviewChoicesOptions());
  return [
    ...(jobs.data ?? []).map(({ id, title }) => ({
      id: `job:${id}`,
      name: phrase("invite.target.job", { title }),
    })),
    ...(interviews.data ?? []).map(({ id, title }) => ({
      id: `interview:${id}`,
      name: phrase("invite.target.interview", { title }),
    })),
  ];
}
