import type { Decimal } from "decimal.js";
import { z } from "zod";
import { type Day, addDays, humanDays, utcDay, weekdayOf } from "../../../lib/day.ts";
import { JsonText } from "../../../lib/json.ts";
import { type CreditPrice, Credits, formatCost, formatCredits, separated } from "../../../lib/money.ts";
import { actions, button } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName, link } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context, header, section } from "../../../platform/blocks/text.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { postInChannel } from "../../../platform/jobs/schedules/schedules.ts";
import { type DayAmounts, type UnusualDay, newlyUnusual } from "../anomalies/anomalies.ts";
import { type Cause, causeOfDay } from "../anomalies/causes.ts";
import type { UnusualFacts, UnusualRecord, UnusualScope } from "../anomalies/unusual-days.ts";
import type { CostsContext } from "../context.ts";
import { type BudgetSchedule, budgetKind, plainName } from "./schedule.ts";
import { titleLine } from "./texts.ts";
import type { BudgetDays } from "./use.ts";

/** The action_id of the button “This was expected”. */
const expectedActionId = "unusual-expected";

/** The links of an unusual day's post. */
interface UnusualLinks {
  /** The value of the button “This was expected”. */
  value: string;
  /** The day in the cloud's console, if the connection has one. */
  console: string | undefined;
  /** What a credit costs, if the connection has a price. */
  price?: CreditPrice | undefined;
}

// The texts of the post about an unusual day, in mrkdwn unless they say otherwise.

/** In plain text; `service` is on one line. */
function unusualTitle(direction: "up" | "down", day: Day, service: string | undefined): string {
  const what = direction === "up" ? "Unusually high costs" : "Hardly any costs";
  return `${what}${service === undefined ? "" : ` for ${service}`} on ${weekdayOf(day)} ${humanDays(day, day)}`;
}

interface Unusual {
  direction: "up" | "down";
  day: Day;
  total: Decimal;
  usual: Decimal;
  price?: CreditPrice | undefined;
}

function unusualLead({ direction, day, total, usual, price }: Unusual): string {
  const credits = `*${formatCost(total, price)}*`;
  const weekday = weekdayOf(day);
  if (direction === "down")
    return `${credits}. A ${weekday} usually costs ${formatCredits(usual, price)}. If someone stopped something on purpose, that's fine.`;
  if (usual.lte(0)) return `${credits}. A ${weekday} usually costs nothing.`;
  return `${credits}, ${separated(total.div(usual), 1)} times the usual ${formatCredits(usual, price)} of a ${weekday}.`;
}

const movedTitle = "*What changed*";
const movedText = (name: string, amount: Decimal, usual: Decimal, price?: CreditPrice) =>
  `• ${escapeName(name)}: ${formatCredits(amount, price)}, usually ${usual.isZero() ? "nothing" : formatCredits(usual, price)}`;

const causes: Record<Cause["what"], string> = {
  created: "created",
  restored: "created from a backup",
  enlarged: "made larger",
  reduced: "made smaller",
  started: "started",
  stopped: "stopped",
  deleted: "deleted",
};

/** What probably caused it. It mentions no one, because a mention in a channel would notify them. */
export function causeText(found: Cause | null): string {
  if (!found) return ":grey_question: I know of nothing that explains it.";
  const { what, service, userId, userName, workflow, preset, at } = found;
  const person = userId === "app" ? "the app" : escapeName(userName ?? "someone");
  const by = workflow === undefined ? person : `the workflow ${escapeName(workflow)} of ${person}`;
  const from = preset === undefined ? "" : ` from the preset ${escapeName(preset)}`;
  return `:mag: *Likely:* ${escapeName(service)} was ${causes[what]}${from} by ${by}, ${slackDate(new Date(at))}.`;
}

const expectedBy = (userId: string) =>
  `:white_check_mark: <@${userId}> expected this. I won't compare other days with it.`;
const expectedButton = "This was expected";
const costsOfDay = (day: Day) => `Costs of ${humanDays(day, day)}`;
const unusualNote =
  "Compared with the same weekday in the four weeks before. The day is in UTC, and its costs are final.";
const consoleDay = "This day in the cloud console";
const unusualGone = "I no longer keep the details of this message, so nothing changed.";

/** The post about a day that cost unusually much, or nearly nothing. It names the person who expected the day. */
export function unusualPost(unusual: UnusualRecord, links: UnusualLinks): Reply {
  const { direction, day, service, total, usual } = unusual;
  const title = unusualTitle(direction, day, service && plainName(service.name));
  const { price } = links;
  const amounts = { total: new Credits(total), usual: new Credits(usual), price };
  const lead = unusualLead({ direction, day, ...amounts });
  const moved = movedLines(unusual, price);
  const cause = unusual.cause === undefined ? [] : [causeText(unusual.cause)];
  const said = unusual.expected ? [expectedBy(unusual.expected.by)] : [];
  const notes = notesOf(links);
  return reply([titleLine(title), lead, ...moved, ...cause, ...said, notes].join("\n"), [
    header(title),
    section(lead),
    ...(moved.length === 0 ? [] : [section(moved.join("\n"))]),
    ...cause.map(section),
    ...said.map(section),
    actions(buttonsOf(unusual, links)),
    context(notes),
  ]);
}

function movedLines({ movers }: UnusualRecord, price: CreditPrice | undefined): string[] {
  const lines = movers.map(({ name, amount, usual }) =>
    movedText(name, new Credits(amount), new Credits(usual), price),
  );
  return lines.length === 0 ? [] : [movedTitle, ...lines];
}

function buttonsOf({ day, service, expected }: UnusualRecord, { value }: UnusualLinks) {
  const of = service && { by: "metric", service: service.serviceId };
  const costs = commandButton(costsOfDay(day), { call: "costs_show", args: { range: day, ...of } });
  return expected ? [costs] : [costs, button({ text: expectedButton, actionId: expectedActionId, value })];
}

function notesOf({ console }: UnusualLinks): string {
  const way = console === undefined ? [] : [link(console, consoleDay)];
  return [unusualNote, ...way].join(" · ");
}

/** A day and its costs, as the button names them. The channel is that of the click. */
const UnusualRef = JsonText.pipe(
  z.object({ connection: z.string(), serviceId: z.string().optional(), day: z.iso.date() }),
);

/** The links of an unusual day's post. */
async function linksOf(
  { connection, serviceId }: UnusualScope,
  day: Day,
  { consoleOf, creditPrices }: Pick<CostsContext, "consoleOf" | "creditPrices">,
): Promise<UnusualLinks> {
  const [links, price] = await Promise.all([consoleOf(connection), creditPrices.of(connection)]);
  return { value: JSON.stringify({ connection, serviceId, day }), console: links.day(day), price };
}

/** The button “This was expected”. The post then names the person, and has no such button. */
export const expectedAction: Action<CostsContext> = { actionId: expectedActionId, access: "operator", run };

/** The first click counts. Later clicks only update the message. */
async function run(
  { value, userId, message }: Interaction,
  context: CostsContext,
): Promise<Reply | undefined> {
  const ref = UnusualRef.safeParse(value);
  if (!ref.success || !message) return say(unusualGone);
  const { day, ...about } = ref.data;
  // Finds only days that were announced in this channel.
  const scope = { ...about, channelId: message.channelId };
  const expectation = { by: userId, at: context.now().toISOString() };
  const unusual = await context.audit.change(
    { action: "unusual-day.expect" },
    () => context.unusualDays.expect(scope, day, expectation),
    (found) =>
      // Another person may have clicked first.
      found?.expected?.by === expectation.by && found.expected.at === expectation.at
        ? { subject: found.service?.name ?? "all services", after: { day } }
        : undefined,
  );
  if (!unusual) return say(unusualGone);
  await context.messenger.update(message, unusualPost(unusual, await linksOf(scope, day, context)));
  return undefined;
}

/** Days that become final later than this are not judged. */
const judgedWithinDays = 14;
/** After a long pause, only this many of the latest days are judged. */
const mostAtOnce = 7;

/**
 * Judges each day that became final since the last check, and posts the unusual ones: once for each channel, even if
 * several of its budgets are for the same costs. Returns the judged days; undefined if the budget has ended.
 */
export async function announceUnusualDays(
  schedule: BudgetSchedule,
  { days, today }: BudgetDays,
  context: CostsContext,
): Promise<Day[] | undefined> {
  // A budget for all costs, or for the service, tells of the day.
  if (schedule.team) return [];
  const since = utcDay(new Date(schedule.createdAt));
  const waiting = days.filter(({ day, locked }) => locked && isWaiting(day, since, today, schedule));
  if (waiting.length > 0) {
    const final = days.filter(({ day, locked }) => locked && day < today);
    const finalDays = await withExpected(final, schedule, context);
    // An unusual time that began before the judged days was never announced.
    const first = waiting.length > mostAtOnce ? (waiting.at(-mostAtOnce)?.day ?? since) : since;
    for (const { day } of waiting.slice(-mostAtOnce)) {
      const judged = finalDays.find((one) => one.day === day);
      const unusual = judged && newlyUnusual(judged, finalDays, first);
      if (unusual && !(await announce(unusual, schedule, context))) return undefined;
    }
  }
  return waiting.map(({ day }) => day);
}

/** The days of the last weeks that are judged, including those of this check. */
export function judgedBy(judged: readonly Day[], { state }: BudgetSchedule, today: Day): Day[] {
  const first = addDays(today, -judgedWithinDays);
  return [...new Set([...state.judged, ...judged])].filter((day) => day >= first).toSorted();
}

function isWaiting(day: Day, since: Day, today: Day, { state }: BudgetSchedule): boolean {
  if (day < since || day >= today || day < addDays(today, -judgedWithinDays)) return false;
  return !state.judged.includes(day);
}

async function withExpected(
  days: readonly DayAmounts[],
  schedule: BudgetSchedule,
  { unusualDays }: CostsContext,
): Promise<DayAmounts[]> {
  const announced = await unusualDays.list(scopeOf(schedule));
  return days.map((one) => ({ ...one, expected: announced.get(one.day)?.expected !== undefined }));
}

async function announce(unusual: UnusualDay, schedule: BudgetSchedule, context: CostsContext) {
  const scope = scopeOf(schedule);
  const facts = {
    ...factsOf(unusual, schedule),
    cause: await causeOfDay(unusual, schedule.service, context),
  };
  // Saved before the post, because a person may click its button at once.
  await context.unusualDays.add(scope, facts);
  const { channelId, connection, serviceId = "all" } = scope;
  return postInChannel(context, budgetKind, schedule, {
    key: `unusual:${connection}:${serviceId}:${channelId}:${unusual.day}`,
    reply: unusualPost(facts, await linksOf(scope, unusual.day, context)),
  });
}

function scopeOf({ channelId, connection, service }: BudgetSchedule): UnusualScope {
  return { channelId, connection, serviceId: service?.serviceId };
}

function factsOf(
  { day, direction, total, usual, movers }: UnusualDay,
  { service }: BudgetSchedule,
): UnusualFacts {
  // For one service only its metrics explain the day.
  const explaining = service ? movers.filter(({ kind }) => kind === "metric") : movers;
  return {
    day,
    direction,
    total: total.toFixed(),
    usual: usual.toFixed(),
    movers: explaining.map((mover) => ({
      ...mover,
      amount: mover.amount.toFixed(),
      usual: mover.usual.toFixed(),
    })),
    service,
  };
}
