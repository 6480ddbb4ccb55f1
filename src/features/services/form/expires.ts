import { dayMs } from "../../../lib/duration.ts";
import { plural } from "../../../lib/text.ts";
import type { CreateLimits } from "../../../platform/access/create-limits.ts";
import type { Choice, FormField, FormProblem, FormState, FormValues } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { factsOf } from "./facts.ts";

const onDay = "day";
const offered = [1, 7, 30];

// When a new service ends. Plain text.

export const label = "Ends";
const help = "I warn its owner before, and stop it then. Its data stays.";
const never = "Never";
const dayLabel = "Last day";
const dayHelp = "The day that it ends on, such as 2026-12-31.";
const onDayText = "On a day…";

/** So many days from its creation. */
function after(days: number): string {
  return `After ${plural(days, "day")}`;
}
/** What the services of the requester's role do, for others. */
function usualOfRequester(days: number): string {
  return `After ${plural(days, "day")}, as usual for the requester's role`;
}

/** What the role's services do. */
function usualOfRole(days: number): string {
  return `After ${plural(days, "day")}, as usual for your role`;
}

const notADay = "Write a day such as 2026-12-31.";
const over = "That day is over.";
/** Beyond the role's limit. */
function tooLong(days: number): string {
  return `Your role can keep a service ${plural(days, "day")} at most.`;
}

/** Asks when the service ends. It is not sent to the cloud. */
export const expiresField: FormField = {
  name: "expires",
  label,
  help,
  input: "select",
  optional: true,
  noneText: ({ facts }) => usualText(factsOf(facts).limits),
  choices: ({ facts }) => choices(factsOf(facts).limits),
};

/** The day, if it is none of the offered ones. */
export const expiresOnField: FormField = {
  name: "expiresOn",
  label: dayLabel,
  help: dayHelp,
  input: "text",
  optional: false,
  maxLength: 10,
  placeholder: "2026-12-31",
  shows: ({ values }) => values["expires"] === onDay,
};

/** True for people with services that end by themselves: they see it on the first screen. */
export function endsByItself({ facts }: FormState): boolean {
  const { limits } = factsOf(facts);
  return limits?.expiresAfterDays !== undefined || limits?.mostDays !== undefined;
}

function usualText(limits: CreateLimits | undefined): string {
  const days = limits?.expiresAfterDays ?? limits?.mostDays;
  return days === undefined ? never : usualOfRole(days);
}

function choices(limits: CreateLimits | undefined): Choice[] {
  const most = limits?.mostDays;
  const days = offered.filter((count) => most === undefined || count <= most);
  const isUsual = limits?.expiresAfterDays !== undefined;
  return [
    ...(most === undefined && isUsual ? [{ value: "never", text: never }] : []),
    ...days.map((count) => ({ value: `${count}d`, text: after(count) })),
    { value: onDay, text: onDayText },
  ];
}

/** When the form's service ends, in words such as "7d" or "2026-12-31". Undefined for the usual. */
export function expiresIn(values: FormValues): string | undefined {
  const chosen = textIn(values, "expires");
  if (chosen === "") return undefined;
  return chosen === onDay ? textIn(values, "expiresOn") : chosen;
}

/** When the form's service ends, as people read it. Undefined if it doesn't. */
export function endText({ values, facts }: FormState): string | undefined {
  const { limits } = factsOf(facts);
  const chosen = expiresIn(values);
  if (chosen !== undefined) return choices(limits).find(({ value }) => value === chosen)?.text ?? chosen;
  const usual = usualText(limits);
  return usual === never ? undefined : usual;
}

/** When a service ends, for others than its requester: as they chose, or as the limits of their role do. */
export function endForOthers(expires: string | undefined, limits: CreateLimits | undefined): string {
  const usual = limits?.expiresAfterDays ?? limits?.mostDays;
  if (expires === undefined) return usual === undefined ? never : usualOfRequester(usual);
  const [, days] = /^(\d+)d$/.exec(expires) ?? [];
  if (days !== undefined) return after(Number(days));
  return expires === "never" ? never : expires;
}

/** What is wrong with the chosen day as it is written. */
export function expiryProblems({ values }: FormState): FormProblem[] {
  if (values["expires"] !== onDay || !Number.isNaN(dayIn(values))) return [];
  return [{ field: "expiresOn", message: notADay }];
}

/** What is wrong with the chosen day now: it is over, or beyond the role's limit. */
export function expiryProblemsNow(
  values: FormValues,
  limits: CreateLimits | undefined,
  now: Date,
): FormProblem[] {
  if (values["expires"] !== onDay) return [];
  const [at, most] = [dayIn(values), limits?.mostDays];
  const isBeyond = most !== undefined && at > now.getTime() + most * dayMs;
  if (at >= now.getTime() - dayMs && !isBeyond) return [];
  return [{ field: "expiresOn", message: isBeyond ? tooLong(most) : over }];
}

/** The beginning of the chosen day. Not a number if there is no such day. */
function dayIn(values: FormValues): number {
  const typed = textIn(values, "expiresOn");
  const at = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? Date.parse(typed) : Number.NaN;
  // 2026-02-30 isn't a day.
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(typed) ? Number.NaN : at;
}
