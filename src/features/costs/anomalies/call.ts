import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { type Day, addDays, humanDays, utcDay, weekdayOf } from "../../../lib/day.ts";
import { AppError } from "../../../lib/errors.ts";
import { type CreditPrice, formatCredits } from "../../../lib/money.ts";
import { type CostRange, parseCostRange } from "../../../lib/period/range.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { plural } from "../../../lib/text.ts";
import { fullName } from "../../../platform/access/known-people.ts";
import { row } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { call } from "../../../platform/commands/call.ts";
import { type Found, type Responder, credits, day, time } from "../../../platform/commands/found.ts";
import { unconnected } from "../../connections/index.ts";
import { namedDays } from "../answer/notes.ts";
import * as answerTexts from "../answer/texts.ts";
import { aroundCosts, asked, range } from "../arguments.ts";
import { BudgetSchedule } from "../budget/schedule.ts";
import { causeText } from "../budget/unusual-post.ts";
import type { CostsContext } from "../context.ts";
import { type ScopedDay, amountsOfDays } from "../forecast.ts";
import { findScope } from "../load.ts";
import { readCosts } from "../read-costs.ts";
import { connectionNote } from "../show.ts";
import { type UnusualDay, daysToJudge, unusualIn } from "./anomalies.ts";
import { Cause, causeOfDay } from "./causes.ts";
import type { UnusualRecord } from "./unusual-days.ts";

const Args = z.object({ range: range.optional(), service: asked.service });

/** The answer of `/db costs anomalies`, for programs. */
const AnomaliesData = z.object({
  from: day.describe("The first day"),
  to: day.describe("The last day"),
  connection: z.string().describe("The connection to the cloud that they are of"),
  service: z.object({ id: z.string(), name: z.string() }).optional().describe("Absent for all costs"),
  days: z
    .array(
      z.object({
        day: day.describe("The day, in UTC"),
        credits: credits.describe("What it cost"),
        usualCredits: credits.describe("What such a day usually costs"),
        cause: z
          .object({
            what: Cause.shape.what.describe("What was done to the service"),
            service: z.string(),
            userId: z.string().describe("The Slack id of the person who did it, or app"),
            at: time.describe("When they did it"),
          })
          .optional()
          .describe("What probably caused it, if something in the audit log explains it"),
        expectedBy: z.string().optional().describe("The Slack id of the person who expected it"),
        expectedAt: time.optional().describe("When they said so"),
      }),
    )
    .describe("Days that cost much more or less than usual, the newest first"),
  leftOut: z.int().describe("How many more there are"),
  judgedDays: z.int().describe("How many of the days are final, and so judged"),
});

/** `/db costs anomalies last 90 days orders prod`: the unusual days of a range. */
export const anomalies = call({
  name: "costs_anomalies",
  title: "Unusual days",
  summary: "Shows the days that cost unusually much or hardly anything, with the likely cause.",
  effect: "read",
  line: "costs anomalies {range} {service}",
  args: Args,
  result: AnomaliesData,
  asks: {
    means: ["anomaly", "anomaly cost", "anomaly {range}"],
    around: `${aroundCosts} cost list open service about`,
    findsNames: true,
    says: ["Unusual days", " of {service}", ", {range}"],
  },
  run: async (wanted, context: CostsContext, _asker, responder) =>
    (await unconnected(context)) ?? showAnomalies(wanted, context, responder),
});

// Each day is judged by a month, and each unusual one is looked up in the audit log.
const mostDays = 366;
const mostShown = 10;

// The texts, in mrkdwn.

const tooLong =
  "I look for unusual days in a year at most. Try `/db costs anomalies last 90 days` or `/db costs anomalies 2025`.";
const titleOf = (count: number, about: string) =>
  `*${count === 0 ? "No unusual days" : plural(count, "unusual day")}* ${about}`;
const aboutDays = (judged: number, span: DaySpan, service: string | undefined) =>
  `among the ${plural(judged, "final day")}${service === undefined ? "" : ` of *${escapeName(service)}*`} ${answerTexts.when(span)}.`;
const noneFinal = (span: DaySpan) =>
  `No costs ${answerTexts.when(span)} are final yet, so I can't judge them.`;
const expectedBy = (name: string) => `:white_check_mark: *Expected:* ${name} said so.`;
const more = (count: number) =>
  `And ${plural(count, "more day")} before these. Ask for fewer days to see them.`;
const notFinal = (days: string, isOne: boolean) =>
  `${days} ${isOne ? "isn't" : "aren't"} final, so I don't judge ${isOne ? "it" : "them"} yet.`;
const howJudged =
  "A day is compared with the same weekday in the four weeks before, if 14 days of costs are known. Of several in a row, the first counts.";

/** An unusual day in a list: "Tuesday 10 Nov 2026: 90.00 instead of 10.00, mostly orders prod." */
export function unusualLine({ day, total, usual, movers, expected }: FoundDay, price?: CreditPrice): string {
  const [mover] = movers;
  const because = mover ? `, mostly ${escapeName(mover.name)}` : "";
  const said = expected ? " It was expected." : "";
  return `${dayName(day)}: ${formatCredits(total, price)} instead of ${formatCredits(usual, price)}${because}.${said}`;
}

const dayName = (day: Day) => `${weekdayOf(day)} ${humanDays(day, day)}`;

/** An unusual day, and who expected it. */
export interface FoundDay extends UnusualDay {
  expected?: UnusualRecord["expected"];
}

/** What costs are of. */
interface Scope {
  connection: string;
  service?: { id: string; name: string } | undefined;
}

/**
 * Finds the unusual days of a range. What a person expected in a budget's channel is marked, and doesn't count in what is
 * usual. The days begin `daysToJudge` before the range.
 */
export async function findUnusual(
  span: CostRange,
  days: readonly ScopedDay[],
  scope: Scope,
  context: CostsContext,
): Promise<FoundDay[]> {
  const expected = await expectedDays(scope, context);
  const marked = days.map((each) => ({ ...each, expected: expected.has(each.day) }));
  return unusualIn(span, marked, utcDay(context.now())).map((found) => ({
    ...found,
    expected: expected.get(found.day),
  }));
}

/** Who expected which days, by the channels of the budgets that tell of them. */
async function expectedDays(
  { connection, service }: Scope,
  { schedules, unusualDays }: CostsContext,
): Promise<Map<Day, NonNullable<FoundDay["expected"]>>> {
  const budgets = (await schedules.list(BudgetSchedule)).filter(
    (each) => !each.team && each.connection === connection && each.service?.serviceId === service?.id,
  );
  const channels = [...new Set(budgets.map(({ channelId }) => channelId))];
  const records = await Promise.all(
    channels.map((channelId) => unusualDays.list({ channelId, connection, serviceId: service?.id })),
  );
  return new Map(
    records
      .flatMap((each) => [...each.values()])
      .flatMap(({ day, expected }) => (expected ? [[day, expected] as const] : [])),
  );
}

async function showAnomalies(
  { range: days = "last 30 days", service: typed }: z.output<typeof Args>,
  context: CostsContext,
  responder: Responder,
): Promise<Found> {
  const wanted = parseCostRange(days, context.now());
  if (wanted.days > mostDays) throw new AppError("user", tooLong);
  const { service, connection } = await findScope(typed, context, { range: wanted, responder });
  const span = { from: addDays(wanted.from, -daysToJudge), to: wanted.to };
  const ledger = context.ledgerOf(connection);
  await readCosts(ledger, [span], responder);
  const all = await amountsOfDays(ledger.days(span), service?.id, await context.services.labels());
  const today = utcDay(context.now());
  const inside = all.filter((each) => each.day >= wanted.from && each.day <= wanted.to);
  const firstDay = all.find(({ total }) => !total.isZero())?.day ?? today;
  // Before the first costs, there is nothing to judge.
  const known = inside.filter((each) => each.day >= firstDay);
  const isFinal = ({ day, locked }: ScopedDay) => locked && day < today;
  const open = known.filter((each) => !isFinal(each)).map((each) => each.day);
  const judged = known.filter(isFinal);
  const [first, last] = [judged.at(0), judged.at(-1)];
  const found = (await findUnusual(wanted, all, { connection, service }, context)).toReversed();
  const shown = await Promise.all(
    found.slice(0, mostShown).map(async (each) => ({
      ...each,
      // For one service only its metrics explain the day.
      movers: service ? each.movers.filter(({ kind }) => kind === "metric") : each.movers,
      cause: (await causeOfDay(each, service, context)) ?? undefined,
    })),
  );
  const leftOut = found.length - shown.length;
  return {
    data: () => ({
      from: wanted.from,
      to: wanted.to,
      connection,
      service: service && { id: service.id, name: service.name },
      days: shown.map((each) => ({
        day: each.day,
        credits: each.total.toFixed(),
        usualCredits: each.usual.toFixed(),
        cause: each.cause && causeData(each.cause),
        expectedBy: each.expected?.by,
        expectedAt: each.expected?.at,
      })),
      leftOut,
      judgedDays: judged.length,
    }),
    async draw() {
      const price = await context.creditPrices.of(connection);
      const title =
        first && last
          ? titleOf(found.length, aboutDays(judged.length, { from: first.day, to: last.day }, service?.name))
          : noneFinal(wanted);
      const entries = await Promise.all(
        shown.map(async (each) => ({ day: each.day, text: await entryText(each, price, context) })),
      );
      const notes = [
        ...(leftOut > 0 ? [more(leftOut)] : []),
        ...(firstDay > wanted.from && first ? [answerTexts.firstCosts(firstDay)] : []),
        ...(open.length > 0 ? [notFinal(namedDays(open), open.length === 1)] : []),
        howJudged,
        answerTexts.inUtc,
        ...(price ? [answerTexts.priceNote(price)] : []),
        ...(await connectionNote(connection, context)),
      ].join(" ");
      return drawn(title, entries, notes, { service: service?.id, later: laterThan(wanted, today) });
    },
  };
}

/** The first day after a range that ended before yesterday: "last 3 months" are whole months. */
function laterThan({ to }: DaySpan, today: Day): Day | undefined {
  const next = addDays(to, 1);
  return next < addDays(today, -1) && next > addDays(today, -mostDays) ? next : undefined;
}

function causeData({ what, service, userId, at }: Cause) {
  return { what, service, userId, at };
}

async function entryText(
  { cause, expected, ...found }: FoundDay & { cause: Cause | undefined },
  price: CreditPrice | undefined,
  context: CostsContext,
): Promise<string> {
  return [
    unusualLine(found, price),
    ...(expected ? [expectedBy(await fullName(expected.by, context))] : []),
    causeText(cause ?? null),
  ].join("\n");
}

function drawn(
  title: string,
  entries: readonly { day: Day; text: string }[],
  notes: string,
  { service, later }: { service: string | undefined; later: Day | undefined },
): Reply {
  return reply([title, ...entries.map(({ text }) => text), notes].join("\n"), [
    section(title),
    ...entries.map(({ day, text }): KnownBlock => ({
      ...section(text),
      accessory: commandButton(`Costs of ${humanDays(day, day)}`, {
        call: "costs_show",
        args: { range: day, ...(service !== undefined && { by: "metric", service }) },
      }),
    })),
    ...row(later === undefined ? [] : [sinceButton(later, service)]),
    smallPrint(notes),
  ]);
}

function sinceButton(day: Day, service: string | undefined) {
  return commandButton(`Unusual days since ${humanDays(day, day)}`, {
    call: "costs_anomalies",
    args: { range: `since ${day}`, service },
  });
}
