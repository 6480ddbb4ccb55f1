import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { zoneOf } from "../../../platform/jobs/zone-of.ts";
import type { Accepted, Form, FormField, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { actOn } from "./act-on.ts";
import { alreadyOver } from "./already.ts";
import { doneBy, pressed } from "./pressed.ts";
import { momentOf, readSnoozeTime } from "./snooze-time.ts";
import { minuteMs } from "../../../lib/duration.ts";

const fields: readonly FormField[] = [
  {
    name: "until",
    label: "For how long, or until when",
    help: "Such as 90 min, 2 h, 18:30, tomorrow 9:00, monday or 2026-11-24 14:00; 30 days at most.",
    input: "text",
    optional: false,
    maxLength: 60,
    placeholder: "2 h",
  },
  {
    name: "reason",
    label: "Why",
    help: "Everybody in the channel can read it.",
    input: "text",
    optional: true,
    maxLength: 300,
  },
];

/** The small form that asks until when, and why, an incident is to be snoozed. */
export const snoozeForm: Form<AlertsContext> = {
  name: "snooze-alert",
  access: "operator",
  title: "Snooze this alert",
  submit: "Snooze",
  // No field shows which incident it is about, and only what shows counts as a value.
  begin: async (given) => ({ values: {}, facts: given }),
  lookUp,
  steps: [{ name: "snooze", title: "Snooze", intro, sections: [{ fields }] }],
  problems: ({ values }) =>
    readSnoozeTime(textIn(values, "until")) ? [] : [{ field: "until", message: notRead }],
  accept,
};

const notRead = "Write for how long or until when, such as 2 h, 18:30, tomorrow 9:00 or monday.";

/** Times of day go by the clocks of whoever types them. */
async function lookUp(
  about: string,
  { facts }: FormState,
  context: AlertsContext,
): Promise<Partial<FormState> | undefined> {
  if (about !== "") return undefined;
  return { facts: { timeZone: (await zoneOf({ userId: textIn(facts, "userId") }, context)) ?? "UTC" } };
}

function intro({ facts }: FormState) {
  const zone = textIn(facts, "timeZone");
  const clocks = zone === "" ? "" : ` Times of day are by ${escapeMrkdwn(zone)}.`;
  return [section(`Nobody is told of it meanwhile, unless it is over or becomes critical.${clocks}`)];
}

async function accept(submitted: SubmittedForm, context: AlertsContext): Promise<Accepted> {
  const { values, facts } = submitted;
  const found = await pressed(textIn(facts, "incidentId"), context);
  if ("gone" in found) return refused(found.gone.text);
  const { incident } = found;
  const refusal = alreadyOver(incident);
  if (refusal !== undefined) return refused(refusal);
  const until = await untilOf(submitted, context);
  if ("problem" in until) return { problems: [{ field: "until", message: until.problem }] };
  const reason = textIn(values, "reason");
  await actOn(context, incident, {
    ...doneBy(submitted, incident, context),
    act: "snooze",
    untilMs: until.untilMs,
    ...(reason === "" ? {} : { reason }),
  });
  return "close";
}

const mostMs = 30 * 1_440 * minuteMs;

async function untilOf(
  { values, facts, userId }: SubmittedForm,
  context: AlertsContext,
): Promise<{ untilMs: number } | { problem: string }> {
  const time = readSnoozeTime(textIn(values, "until"));
  const known = textIn(facts, "timeZone");
  const zone = known === "" ? await zoneOf({ userId }, context) : known;
  const until = time && momentOf(time, context.now(), zone ?? "UTC");
  if (!until) return { problem: notRead };
  const aheadMs = until.getTime() - context.now().getTime();
  if (aheadMs < minuteMs) return { problem: "That is over already. Choose a time to come, such as 2 h." };
  if (aheadMs > mostMs)
    return { problem: "An alert can be snoozed for 30 days at most. Mute it to hear nothing of it at all." };
  return { untilMs: until.getTime() };
}

function refused(mrkdwn: string): Accepted {
  return { view: notice("Nothing was changed", [section(mrkdwn)]) };
}
