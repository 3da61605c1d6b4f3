import { useState } from "react";
import { DateTimeField } from "../../design/DateTimeField";
import { Disclosure } from "../../design/Disclosure";
import { Field } from "../../design/Field";
import { LazySelect } from "../../design/LazySelect";
import { LinkList } from "../../design/LinkList";
import { phrase } from "../../language/catalogue";
import type { Webhook } from "../../service/records";
import { DELIVERY_STATUSES } from "../../service/webhook-deliveries";
import { WEBHOOK_EVENTS } from "../../service/webhooks";
import styles from "./DeliveryFilters.module.css";
import { STATUS_NAMES } from "./DeliveryState";
import { eventName } from "./events";
import { changed, type LogFilter, webhooksAddress } from "./filter";
import { webhookName } from "./webhook-name";

interface DeliveryFiltersProps {
  filter: LogFilter;
  webhooks: readonly Webhook[];
  onChange: (filter: LogFilter) => void;
}

const ALL = "all";

export function DeliveryFilters({ filter, webhooks, onChange }: DeliveryFiltersProps) {
  const all = { id: ALL, name: phrase("webhooks.filter.all") };
  const events = WEBHOOK_EVENTS.map((id) => ({ id, name: eventName(id) }));
  const named = webhooks.map((each) => ({ id: each.id, name: webhookName(each) }));
  return (
    <div className={styles.filters}>
      <LinkList choices={statusChoices(filter)} label={phrase("webhooks.log.status")} />
      <div className={styles.row}>
        <LazySelect
          choices={[all, ...events]}
          label={phrase("webhooks.filter.event")}
          onChange={(id) => onChange(changed(filter, { event: id === ALL ? undefined : id }))}
          value={filter.event ?? ALL}
        />
        {webhooks.length > 1 && (
          <LazySelect
            choices={[all, ...named]}
            label={phrase("webhooks.filter.webhook")}
            onChange={(id) => onChange(changed(filter, { webhook: id === ALL ? undefined : id }))}
            value={filter.webhook ?? ALL}
          />
        )}
      </div>
      <Disclosure
        defaultExpanded={Boolean(filter.from ?? filter.to ?? filter.candidateInterview)}
        level={3}
        title={phrase("webhooks.filter.more")}
      >
        <MoreFilters filter={filter} onChange={onChange} />
      </Disclosure>
    </div>
  );
}

function statusChoices(filter: LogFilter) {
  return [undefined, ...DELIVERY_STATUSES].map((status) => ({
    to: webhooksAddress(changed(filter, { status })),
    name: phrase(status === undefined ? "webhooks.filter.all" : STATUS_NAMES[status]),
    isChosen: filter.status === status,
  }));
}

function MoreFilters({ filter, onChange }: Pick<DeliveryFiltersProps, "filter" | "onChange">) {
  return (
    <div className={styles.more}>
      <DateTimeField
        isDay
        label={phrase("webhooks.filter.from")}
        onChange={(from) => onChange(changed(filter, { from }))}
        value={filter.from ?? ""}
      />
      <DateTimeField
        isDay
        label={phrase("webhooks.filter.to")}
        onChange={(to) => onChange(changed(filter, { to }))}
        value={filter.to ?? ""}
      />
      <InterviewFilter
        key={filter.candidateInterview}
        onChange={(candidateInterview) => onChange(changed(filter, { candidateInterview }))}
        value={filter.candidateInterview ?? ""}
      />
    </div>
  );
}

interface InterviewFilterProps {
  value: string;
  onChange: (id: string) => void;
}

/** The id counts once it is whole: when the person goes on or presses Enter. */
function InterviewFilter({ value, onChange }: InterviewFilterProps) {
  const [typed, setTyped] = useState(value);
  const apply = () => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <Field
      description={phrase("webhooks.filter.interview.words")}
      label={phrase("webhooks.filter.interview")}
      onBlur={apply}
      onChange={setTyped}
      onKeyDown={({ key }) => {
        if (key === "Enter") apply();
      }}
      value={typed}
    />
  );
}
