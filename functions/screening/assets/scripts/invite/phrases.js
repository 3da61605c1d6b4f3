import { configuration, texts } from "./configuration.js";

const put = (text, values, shown = String) => text.replace(/\{(\w+)\}/g, (_, name) => shown(values[name]));

// Isolated from right-to-left text, a Latin name keeps the marks at its end on their side.
export const filled = (text, values) => put(text, values, document.dir === "rtl" ? (value) => `\u2068${value}\u2069` : String);

// A moment in the zone of this device, written as the service writes it everywhere else.
export function spoken(moment) {
  const { months, day, moment: shape, hasHalves } = configuration.dates;
  const at = new Date(moment);
  const hour = at.getHours();
  const minute = String(at.getMinutes()).padStart(2, "0");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
  return put(shape, {
    day: put(day, { day: at.getDate(), month: months[at.getMonth()], year: at.getFullYear() }),
    time: hasHalves ? `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}` : `${String(hour).padStart(2, "0")}:${minute}`,
    zone,
  });
}

const plural = new Intl.PluralRules(configuration.language);

// The form of a phrase that a number asks for.
export function count(name, number) {
  const forms = texts[name];
  return filled(forms[plural.select(number)] || forms.other || forms.many, { count: number });
}
