import { useQuery } from "@tanstack/react-query";
import { ADDRESSES, meetingAddress, workflowEditAddress } from "../../addresses";
import { Card } from "../../design/Card";
import { ArrowDownIcon } from "../../design/icons";
import { ScreenLink } from "../../design/ScreenLink";
import { STEP_TYPES } from "../../design/step-types";
import { counted, phrase } from "../../language/catalogue";
import { formatNumber } from "../../language/format";
import type { WorkflowDetail, WorkflowStep } from "../../service/records";
import { workflowResourcesOptions } from "../../service/workflows";
import { DAY_MINUTES, delayOf, HOUR_MINUTES } from "./delay";
import styles from "./StepDrawing.module.css";
import { gateOf, whenOf } from "./steps";
import { titlesOf } from "./titles";

/** The way of a candidate, step by step, as one would tell it. */
export function StepDrawing({ workflow }: { workflow: WorkflowDetail }) {
  const resources = useQuery(workflowResourcesOptions());
  const titles = titlesOf(resources.data);
  const messages = resources.data?.messageGroups.find(({ id }) => id === workflow.messageGroupId);
  return (
    <Card title={phrase("workflows.steps")}>
      {workflow.steps.length === 0 && (
        <ScreenLink to={workflowEditAddress(workflow.id)}>{phrase("workflows.step.add")}</ScreenLink>
      )}
      <ol className={styles.steps}>
        {workflow.steps.map((step, at) => (
          <li className={styles.step} key={step.id}>
            <span aria-hidden="true" className={styles.number}>
              {formatNumber(at + 1)}
            </span>
            <div className={styles.words}>
              <Destination step={step} title={titles.get(step.artifactId)} />
              <p>{whenOf(at, step.sendDelayMinutes)}</p>
              <p className={styles.gate}>
                <ArrowDownIcon /> {gateOf(step, at === workflow.steps.length - 1)}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <p className={styles.quiet}>{rejectionOf(workflow.rejectionDelayMinutes)}</p>
      {messages !== undefined && (
        <p className={styles.quiet}>{phrase("workflows.messages.of", { title: messages.title })}</p>
      )}
    </Card>
  );
}

function Destination({ step, title }: { step: WorkflowStep; title: string | undefined }) {
  const { stepType, artifactId } = step;
  const to = stepType === "meeting" ? meetingAddress(artifactId) : `${ADDRESSES.interviews}/${artifactId}`;
  return (
    <p>
      <ScreenLink className={styles.title} to={to}>
        <span dir="auto">{title ?? phrase(STEP_TYPES[stepType])}</span>
      </ScreenLink>{" "}
      <span className={styles.quiet}>{phrase(STEP_TYPES[stepType])}</span>
    </p>
  );
}

/** What candidates who fail a gate are told. */
function rejectionOf(minutes: number | null): string {
  if (minutes === null) return phrase("workflows.rejection.none");
  if (minutes === 0) return phrase("workflows.rejection.atOnce");
  const { amount, unit } = delayOf(minutes);
  if (unit === DAY_MINUTES) return counted("workflows.rejection.days", amount);
  return unit === HOUR_MINUTES
    ? counted("workflows.rejection.hours", amount)
    : counted("workflows.rejection.minutes", amount);
}
