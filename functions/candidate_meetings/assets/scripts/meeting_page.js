// The times of the page in the zone of this device, which the service does not know, where clocks show another one.
const { dates, separator } = JSON.parse(document.getElementById("configuration").textContent);

const put = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function spoken(at) {
  const hour = at.getHours();
  const minute = String(at.getMinutes()).padStart(2, "0");
  return put(dates.moment, {
    day: put(dates.day, { day: at.getDate(), month: dates.months[at.getMonth()], year: at.getFullYear() }),
    time: dates.hasHalves ? `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}` : `${String(hour).padStart(2, "0")}:${minute}`,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " "),
  });
}

for (const time of document.querySelectorAll("time[data-offset]")) {
  const at = new Date(time.dateTime);
  if (-at.getTimezoneOffset() !== Number(time.dataset.offset)) time.append(separator, spoken(at));
}
