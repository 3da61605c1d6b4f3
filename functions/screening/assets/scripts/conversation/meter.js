import { make } from "../invite/elements.js";

const METER_BARS = 24;

// How loud the candidate is. The bars are a picture; words say whether speech is noticed.
export function meterOf() {
  const bars = Array.from({ length: METER_BARS }, () => make("span"));
  const heights = new Array(METER_BARS).fill(0.06);
  const box = make("div", { class: "level meter", "aria-hidden": "true" }, ...bars);
  function show(loudness) {
    heights.push(Math.min(1, 0.06 + Math.sqrt(loudness) * 1.6));
    heights.shift();
    bars.forEach((bar, index) => { bar.style.transform = `scaleY(${heights[index].toFixed(2)})`; });
  }
  return { box, show, still: () => { for (let bar = 0; bar < METER_BARS; bar += 1) show(0); } };
}
