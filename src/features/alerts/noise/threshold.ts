/** A number with its unit, as its sender wrote it. */
export interface Measured {
  value: number;
  unit: string;
  text: string;
}

const number = String.raw`[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?`;
// With a name before it, as Grafana writes its values.
const measure = new RegExp(String.raw`^(?:\w{1,20} = )?(${number})\s?(%|[a-zµ/]{0,8})$`, "i");

/** Reads a value or a threshold that is one number, such as "93.2%" or "2,432 ms". Undefined for any other text. */
export function readMeasured(text: string | undefined): Measured | undefined {
  const [, digits, unit = ""] = measure.exec(text?.trim() ?? "") ?? [];
  const value = Number(digits?.replaceAll(",", ""));
  if (digits === undefined || !Number.isFinite(value)) return undefined;
  return { value, unit: unit.toLowerCase(), text: unit === "" ? digits : `${digits} ${unit}` };
}

/** The values of an alert's firing events, and if a person acknowledged, snoozed or resolved it. */
export interface AlertValues {
  values: readonly Measured[];
  isAnswered: boolean;
}

/** What the values of a rule's alerts say about its threshold. */
export interface ThresholdFacts {
  alerts: number;
  answered: number;
  /** Each alert counts with its value that is furthest beyond the threshold. The middle one is one of them. */
  lowest: string;
  middle: string;
  highest: string;
  /** True if the rule fires below its threshold. Undefined if its values are on both sides of it. */
  isBelow: boolean | undefined;
  /** A threshold beyond which fewer alerts come, and how many of the alerts it leaves out. */
  proposed?: { text: string; leftOut: number; keepsAnswered: boolean };
}

// Fewer alerts say nothing about the next ones.
const fewestAlerts = 4;
/** Of alerts that no one answered, so many would be left out. */
const shareLeftOut = 0.75;

/**
 * Proposes a threshold from what alerts measured: the furthest one that keeps every alert that a person answered; if
 * there is none, one that keeps the highest quarter. Undefined without numbers of one unit.
 */
export function thresholdFacts(
  alerts: readonly AlertValues[],
  threshold: Measured | undefined,
): ThresholdFacts | undefined {
  const measured = alerts.filter(({ values }) => values.length > 0);
  const all = measured.flatMap(({ values }) => values);
  const units = new Set([...all, ...(threshold ? [threshold] : [])].map(({ unit }) => unit));
  if (measured.length === 0 || units.size > 1) return undefined;
  const isBelow = directionOf(all, threshold);
  const sign = isBelow === true ? -1 : 1;
  const peaks = measured
    .map(({ values, isAnswered }) => ({
      peak: values.reduce((a, b) => (sign * b.value > sign * a.value ? b : a), values[0] ?? nothing),
      isAnswered,
    }))
    .toSorted((a, b) => sign * (a.peak.value - b.peak.value));
  const byValue = peaks.map(({ peak }) => peak).toSorted((a, b) => a.value - b.value);
  const [first = nothing] = byValue;
  return {
    alerts: peaks.length,
    answered: peaks.filter(({ isAnswered }) => isAnswered).length,
    lowest: first.text,
    middle: (byValue[(byValue.length - 1) >> 1] ?? first).text,
    highest: (byValue.at(-1) ?? first).text,
    isBelow,
    ...(isBelow !== undefined && proposal(peaks, sign)),
  };
}

const nothing: Measured = { value: 0, unit: "", text: "" };

/** Below or above, by where all values are. Without a threshold, most rules fire above theirs. */
function directionOf(values: readonly Measured[], threshold: Measured | undefined): boolean | undefined {
  if (!threshold || values.every(({ value }) => value >= threshold.value)) return false;
  return values.every(({ value }) => value <= threshold.value) ? true : undefined;
}

/** `peaks` come in the order in which a further threshold leaves them out. */
function proposal(
  peaks: readonly { peak: Measured; isAnswered: boolean }[],
  sign: 1 | -1,
): Pick<ThresholdFacts, "proposed"> {
  if (peaks.length < fewestAlerts) return {};
  const isBeyond = (a: Measured, b: Measured) => sign * a.value > sign * b.value;
  const firstKept =
    peaks.find(({ isAnswered }) => isAnswered) ?? peaks[Math.ceil(peaks.length * shareLeftOut)];
  const limit = firstKept && peaks.findLast(({ peak }) => isBeyond(firstKept.peak, peak));
  if (!limit) return {};
  const leftOut = peaks.filter(({ peak }) => !isBeyond(peak, limit.peak)).length;
  return {
    proposed: { text: limit.peak.text, leftOut, keepsAnswered: peaks.some((each) => each.isAnswered) },
  };
}
