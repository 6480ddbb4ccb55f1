import type { Button } from "@slack/types";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { shortList } from "../../../lib/text.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { button } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import type { AlertsContext } from "../context.ts";
import { behindName } from "../hooks/parts.ts";
import type { Incident } from "../incident/record.ts";
import { titleOf } from "../message/incident-message.ts";
import { titleFromElsewhere } from "../message/notes.ts";
import { actionIds } from "../message/status.ts";
import { buttons } from "../message/texts.ts";
import { linesByRule, openIncidents } from "../open/open-incidents.ts";
import { actOn } from "./acknowledge.ts";
import { actOnAll, memberOf } from "./many.ts";
import { mute, muteConsequences, mutedAlready, named } from "./mute.ts";
import { alertArgument, namedAlert, plainTitle } from "./named.ts";
import { alertSlots, spanAsWritten, spanPattern, spanSlot } from "./said.ts";
import { problemOf, snoozeLasts, snoozeUntil } from "./snooze.ts";
import { momentOf, readSnoozeTime } from "./snooze-time.ts";
import { alreadyOver } from "./target.ts";
import * as texts from "./texts.ts";

const alert = alertArgument({ slot: alertSlots }).describe(
  "The open alert: its id, its number in the list of open alerts, or words of its title",
);
const alertOrAll = alertArgument({ usage: ["<alert>", "all"], slot: alertSlots }).describe(
  "The open alert: its id, its number in the list of open alerts, or words of its title. Or all that no one has: all",
);

/** How long, or until when, at the end of a line: "2h", "for 1 day", "until 18:30". */
const spanKind = {
  ...behindName(spanPattern, { slot: spanSlot, usage: ["2h", "until 18:30"], read: spanAsWritten }),
  write: (words: unknown) => spanAsWritten(String(words)),
};
const span = argument(
  spanKind,
  z
    .string()
    .trim()
    .max(50)
    .superRefine((typed, issues) => {
      const problem = spanProblem(typed);
      if (problem !== undefined) issues.addIssue({ code: "custom", message: problem });
    }),
).describe("For how long, such as 30m, 2h or 1d, or until when, such as until 18:30 or until tomorrow 9:00");

function spanProblem(typed: string): string | undefined {
  const time = readSnoozeTime(typed);
  if (!time) return texts.noSpan;
  // When a time of day is, depends on the person.
  if (!("forMs" in time)) return undefined;
  if (time.forMs < snoozeLasts.leastMs) return texts.tooShort;
  return time.forMs > snoozeLasts.mostMs ? texts.snoozeForm.tooLong : undefined;
}

/** The end of a snooze. A time of day is by the person's clock. Fails as user. */
async function endOf(wanted: string, asker: Asker, context: AlertsContext): Promise<Date> {
  const time = readSnoozeTime(wanted);
  const zone = time && "forMs" in time ? undefined : await zoneOf(asker, context);
  const until = time && momentOf(time, context.now(), zone ?? "UTC");
  const problem = until ? problemOf(until, context) : texts.noSpan;
  if (!until || problem !== undefined) throw new AppError("user", problem ?? texts.noSpan);
  return until;
}

/** The one alert that words mean now, by its id. */
async function pin(
  { alert: words, ...others }: { alert: string; for?: string | undefined },
  context: AlertsContext,
  person: Pick<Asker, "userId">,
) {
  const asked = { call: "alerts_acknowledge" } as const;
  const found = isAll(words) ? undefined : await namedAlert(words, asked, person, context);
  if (!found) return undefined;
  if ("answer" in found) {
    const { fits } = found;
    return fits === undefined
      ? undefined
      : { args: { ...others, alert: words }, shown: { alert: texts.fits(words, fits) } };
  }
  const { incident } = found;
  return { args: { ...others, alert: incident.id }, shown: { alert: plainTitle(incident) } };
}

/** `/db alerts ack disk full`, or all that no one has. */
const acknowledge = call({
  name: "alerts_acknowledge",
  title: "Acknowledge an alert",
  summary: "Takes an open alert, or all that no one has.",
  effect: "change",
  line: ["alerts ack {alert}", "alerts acknowledge {alert}"],
  verb: "acknowledge",
  pin,
  missing: { alert: texts.whichAlert("ack") },
  args: z.object({ alert: alertOrAll }),
  asks: {
    means: ["acknowledge {alert}", "acknowledge alert"],
    around: "alert time",
    says: ["Acknowledge", " {alert}"],
  },
  async confirm({ alert: words }, context: AlertsContext) {
    const all = isAll(words) ? await free(context) : [];
    if (all.length < 2) return undefined;
    return {
      text: texts.acknowledgeQuestion(all.length, namesOf(all)),
      yes: texts.acknowledgeAll(all.length),
    };
  },
  run: ({ alert: words }, context, asker) =>
    isAll(words) ? acknowledgeFree(asker, context) : acknowledgeOne(words, asker, context),
});

function isAll(words: string): boolean {
  return words.toLowerCase() === "all";
}

/** The alerts that fire and that no one has or muted. */
async function free(context: AlertsContext): Promise<Incident[]> {
  const open = await openIncidents(context, Infinity);
  return linesByRule(open).flatMap(({ group, incidents }) => (group === "firing" ? incidents : []));
}

async function acknowledgeFree(person: Asker, context: AlertsContext): Promise<Reply> {
  const all = await free(context);
  const [first, ...others] = all;
  if (!first) return say(texts.noneIsFree);
  if (others.length === 0) return acknowledgeOne(first.id, person, context);
  await actOnAll({}, all.map(memberOf), person, context, { verb: "acknowledge" });
  return say(texts.acknowledgedAll(all.length, namesOf(all)));
}

async function acknowledgeOne(words: string, person: Asker, context: AlertsContext): Promise<Reply> {
  const found = await namedAlert(words, { call: "alerts_acknowledge" }, person, context);
  if ("answer" in found) return found.answer;
  const { incident } = found;
  const refused = await actOn("acknowledge", incident, person, context);
  if (refused) return refused.refusal;
  return say(`${texts.acknowledged(titleOf(incident))} ${texts.toTakeBack}`, [takeBack(incident)]);
}

/** The titles in mrkdwn, each once. */
function namesOf(all: readonly Incident[]): string {
  return shortList([...new Set(all.map((each) => titleFromElsewhere(plainTitle(each), 100)))], 3);
}

function takeBack({ id }: Incident): Button {
  return button({ text: buttons.release, actionId: actionIds.release, value: id });
}

const usualSpan = "1h";

/** `/db alerts snooze disk full 2h`: for an hour if no time is said. */
const snooze = call({
  name: "alerts_snooze",
  title: "Snooze an alert",
  summary: "Holds an open alert back for a while, an hour by default, or all that no one has.",
  effect: "change",
  line: "alerts snooze {alert} {for}",
  verb: "snooze",
  pin,
  missing: { alert: texts.whichAlert("snooze") },
  args: z.object({ alert: alertOrAll, for: span.optional() }),
  asks: {
    means: ["snooze {alert}", "pause {alert} {for}", "snooze alert"],
    around: "alert time",
    says: ["Snooze {alert}", " {for}"],
  },
  async confirm({ alert: words, for: wanted = usualSpan }, context: AlertsContext, asker) {
    const all = isAll(words) ? await free(context) : [];
    if (all.length < 2) return undefined;
    const until = slackDate(await endOf(wanted, asker, context));
    return {
      text: texts.snoozeQuestion(all.length, namesOf(all), until),
      yes: texts.snoozeAll(all.length),
    };
  },
  async run({ alert: words, for: wanted = usualSpan }, context, asker) {
    if (isAll(words)) return snoozeFree(wanted, asker, context);
    return snoozeOne({ words, wanted }, asker, context);
  },
});

async function snoozeFree(wanted: string, person: Asker, context: AlertsContext): Promise<Reply> {
  const all = await free(context);
  const [first, ...others] = all;
  if (!first) return say(texts.noneToSnooze);
  if (others.length === 0) return snoozeOne({ words: first.id, wanted }, person, context);
  const until = await endOf(wanted, person, context);
  await actOnAll({}, all.map(memberOf), person, context, { verb: "snooze", untilMs: until.getTime() });
  return say(texts.snoozedAll(all.length, namesOf(all), slackDate(until)));
}

async function snoozeOne(
  { words, wanted }: { words: string; wanted: string },
  asker: Asker,
  context: AlertsContext,
): Promise<Reply> {
  const found = await namedAlert(words, { call: "alerts_snooze", args: { for: wanted } }, asker, context);
  if ("answer" in found) return found.answer;
  const { incident } = found;
  const refusal = alreadyOver(incident);
  if (refusal !== undefined) return say(refusal);
  const until = await endOf(wanted, asker, context);
  await snoozeUntil(incident, { untilMs: until.getTime() }, asker, context);
  const done = texts.snoozed(titleOf(incident), slackDate(until));
  return say(`${done} ${texts.toTakeBack}`, [takeBack(incident)]);
}

/** `/db alerts mute disk full`, after a question. A mute has no end, so one for a time is offered as a snooze. */
const muting = call({
  name: "alerts_mute",
  title: "Mute an alert",
  summary: "Keeps an alert out of its channel until someone unmutes it.",
  effect: "change",
  line: "alerts mute {alert} {for}",
  verb: "mute",
  pin,
  missing: { alert: texts.whichAlert("mute") },
  args: z.object({
    alert,
    // Help leaves it out.
    for: argument({ ...spanKind, usage: [] }, span)
      .optional()
      .describe("A mute has no end: with this, it offers a snooze instead"),
  }),
  asks: {
    means: ["mute {alert}", "mute alert"],
    around: "alert time",
    says: ["Mute {alert}", " {for}"],
  },
  async confirm({ alert: words, for: wanted }, context: AlertsContext, asker) {
    const found = wanted === undefined ? await namedToMute(words, asker, context) : undefined;
    if (!found || "answer" in found || mutedAlready(found)) return undefined;
    return { text: muteConsequences(found), yes: texts.muteButton, args: { alert: found.incident.id } };
  },
  async run({ alert: words, for: wanted }, context, asker) {
    const found = await namedToMute(words, asker, context, wanted);
    if ("answer" in found) return found.answer;
    return wanted === undefined
      ? mute(found, asker, context)
      : snoozeInstead(found.incident, named(found), wanted);
  },
});

function namedToMute(words: string, asker: Asker, context: AlertsContext, wanted?: string) {
  return namedAlert(
    words,
    { call: "alerts_mute", ...(wanted !== undefined && { args: { for: wanted } }) },
    asker,
    context,
  );
}

function snoozeInstead({ id }: Incident, shown: string, wanted: string): Reply {
  return say(texts.muteHasNoEnd(shown), [
    commandButton(texts.snoozeFor(wanted), { call: "alerts_snooze", args: { alert: id, for: wanted } }),
    commandButton(texts.muteButton, { call: "alerts_mute", args: { alert: id } }),
  ]);
}

/** What can be asked for about an open alert, as its buttons do it. */
export const actionCalls = [acknowledge, snooze, muting] as const;
