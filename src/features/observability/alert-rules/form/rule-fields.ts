import { alertIntervals, alertThresholdTypes } from "../../../../platform/cloud/observability/alert.ts";
import type { Choice, FormField, FormState } from "../../../../platform/forms/form.ts";
import { factsOf, isStandalone } from "./facts.ts";
import { isOtherInterval, otherInterval } from "./values.ts";
import { formatInterval, takesMax } from "../format-rule.ts";

const thresholdWords: Record<(typeof alertThresholdTypes)[number], string> = {
  above: "the threshold or more",
  above_exclusive: "more than the threshold",
  below: "less than the threshold",
  below_or_equal: "the threshold or less",
  equal: "exactly the threshold",
  not_equal: "anything but the threshold",
  between: "between two thresholds",
  not_between: "outside two thresholds",
};

const isRead = (state: FormState) => factsOf(state).isRead;

/** When an alert fires: how a value is held against which threshold, and in what time. */
export const ruleFields: readonly FormField[] = [
  {
    name: "thresholdType",
    label: "Fires when the value is",
    input: "select",
    optional: false,
    initial: "above",
    choices: thresholdChoices,
    shows: isRead,
  },
  {
    name: "threshold",
    label: "Threshold",
    input: "number",
    decimal: true,
    optional: false,
    shows: isRead,
  },
  {
    name: "thresholdMax",
    label: "Upper threshold",
    input: "number",
    decimal: true,
    optional: false,
    shows: (state) => isRead(state) && takesMax(String(state.values["thresholdType"])),
  },
  {
    name: "interval",
    label: "In what time",
    help: "How often it looks, and how far back each time.",
    input: "select",
    optional: false,
    initial: "5m",
    choices: intervalChoices,
    shows: isRead,
  },
  {
    name: "otherInterval",
    label: "Which time",
    help: "A number and a unit: 45m for minutes, 2h for hours, 3d for days.",
    input: "text",
    optional: false,
    placeholder: "10m",
    maxLength: 10,
    shows: (state) => isRead(state) && isOtherInterval(state),
  },
];

/** What the specification's nine fields can say, what stand-alone servers know besides, and what the alert has already. */
function thresholdChoices(state: FormState): Choice[] {
  const facts = factsOf(state);
  const { seen, copied } = facts;
  const offered = alertThresholdTypes.filter(
    (type) => isStandalone(facts) || !takesMax(type) || type === seen?.thresholdType,
  );
  const known = offered.map((type) => ({ value: type as string, text: thresholdWords[type] }));
  const ofCopy = isStandalone(facts) || !takesMax(copied?.thresholdType) ? copied?.thresholdType : undefined;
  return withPresent(known, seen?.thresholdType ?? ofCopy ?? undefined);
}

function intervalChoices(state: FormState): Choice[] {
  const known = alertIntervals.map((interval) => ({
    value: interval as string,
    text: formatInterval(interval),
  }));
  const { seen, copied } = factsOf(state);
  const offered = withPresent(known, (seen ?? copied)?.interval ?? undefined);
  return [...offered, { value: otherInterval, text: "Another time" }];
}

/** A word that only the server knows is offered where the alert has it, or the one that is copied. */
function withPresent(choices: readonly Choice[], present: string | undefined): Choice[] {
  const isKnown = !present || choices.some(({ value }) => value === present);
  return isKnown ? [...choices] : [...choices, { value: present, text: `${present}, as it is now` }];
}
