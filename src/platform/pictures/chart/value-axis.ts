/** A scale for amounts: where it begins and ends, and where its lines are drawn. */
export interface ValueAxis {
  from: number;
  to: number;
  ticks: readonly number[];
}

/** 0.3 / 0.1 is a little less than 3 in binary, and still 3 to readers. */
const rounding = 1e-9;

/** The distances between lines that people read easily, each times a power of ten. */
const niceSteps = [1, 2, 2.5, 5, 10];

/** An axis that holds zero and both bounds, with two to six lines at round numbers. */
export function valueAxis(least: number, most: number): ValueAxis {
  const low = Math.min(0, least);
  const high = Math.max(0, most);
  if (low === high) return { from: 0, to: 1, ticks: [0] };
  const step = niceStep((high - low) / 5);
  const first = Math.floor(low / step + rounding);
  const last = Math.floor(high / step + rounding);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => timesStep(first + index, step));
  // Nothing is lost above the last line, where every bar tells its own height; below zero a line must be seen.
  return { from: timesStep(first, step), to: high, ticks };
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const nice = niceSteps.find((step) => step * power >= least * (1 - rounding)) ?? 10;
  return nice * power;
}

/** 3 times 0.1 is 0.3 here: lines are labelled with these numbers. */
function timesStep(count: number, step: number): number {
  return Number((count * step).toPrecision(12));
}
