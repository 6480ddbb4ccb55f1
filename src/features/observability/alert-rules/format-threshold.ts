import { code } from "../../../platform/blocks/escape.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";

/** What an alert's threshold is made of; a form that is being filled in may lack any of it. */
export type Threshold = Pick<Alert, "threshold" | "thresholdMax" | "thresholdType">;

/** What is said of a value on either side of a threshold. */
type Words = (threshold: string, max: string) => string;

// "above" meets or exceeds, "below" falls below: the words of the senders of such alerts.
const ofValues: Readonly<Record<string, Words>> = {
  above: (threshold) => `is ${threshold} or more`,
  above_exclusive: (threshold) => `is more than ${threshold}`,
  below: (threshold) => `is less than ${threshold}`,
  below_or_equal: (threshold) => `is ${threshold} or less`,
  equal: (threshold) => `is exactly ${threshold}`,
  not_equal: (threshold) => `is anything but ${threshold}`,
  between: (threshold, max) => `is between ${threshold} and ${max}`,
  not_between: (threshold, max) => `is outside ${threshold} to ${max}`,
};

const ofLines: Readonly<Record<string, Words>> = {
  above: (threshold) => `finds ${lines(threshold)} or more`,
  above_exclusive: (threshold) => `finds more than ${lines(threshold)}`,
  below: (threshold) => `finds fewer than ${lines(threshold)}`,
  below_or_equal: (threshold) => `finds ${lines(threshold)} or fewer`,
  equal: (threshold) => `finds exactly ${lines(threshold)}`,
  not_equal: (threshold) => `finds any number of lines but ${threshold}`,
  between: (threshold, max) => `finds between ${threshold} and ${max} lines`,
  not_between: (threshold, max) => `finds a number of lines outside ${threshold} to ${max}`,
};

/** How a value is held against a threshold, in mrkdwn: "is 5 or more". */
export function valueInWords(threshold: Threshold): string {
  return inWords(threshold, ofValues) ?? heldAgainst("is", threshold);
}

/** How the number of lines that a search finds is held against a threshold, in mrkdwn: "finds 5 lines or more". */
export function linesInWords(threshold: Threshold): string {
  return inWords(threshold, ofLines) ?? heldAgainst("finds a number of lines that is", threshold);
}

/** A threshold as people write it: "2,000", "0.05". */
function numberInWords(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 20 });
}

/** Undefined where the server has a word that is not known, or does not say what that one takes. */
function inWords(
  { thresholdType, threshold, thresholdMax }: Threshold,
  words: Readonly<Record<string, Words>>,
): string | undefined {
  const type = thresholdType ?? "";
  if (typeof threshold !== "number" || !Object.hasOwn(words, type)) return undefined;
  if (typeof thresholdMax === "number")
    return words[type]?.(numberInWords(threshold), numberInWords(thresholdMax));
  return takesMax(type) ? undefined : words[type]?.(numberInWords(threshold), "");
}

/** True for the kinds of threshold that have two ends. */
export function takesMax(thresholdType: string | null | undefined): boolean {
  return thresholdType === "between" || thresholdType === "not_between";
}

function heldAgainst(verb: string, { thresholdType, threshold }: Threshold): string {
  if (typeof threshold !== "number") return `${verb} past a threshold that is not said`;
  const how = thresholdType ? code(thresholdType.slice(0, 40)) : "held against";
  return `${verb} ${how} ${numberInWords(threshold)}`;
}

function lines(count: string): string {
  return count === "1" ? "1 line" : `${count} lines`;
}
