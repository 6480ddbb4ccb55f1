import type { Decimal } from "decimal.js";
import { z } from "zod";
import { type Day, addDays, humanDays, utcDay } from "../../../lib/day.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { type CreditPrice, Credits, formatCost, separated, sum } from "../../../lib/money.ts";
import { calledName } from "../../../lib/names.ts";
import { plural } from "../../../lib/text.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { call } from "../../../platform/commands/call.ts";
import { type Found, type Responder, credits } from "../../../platform/commands/found.ts";
import { unconnected } from "../../connections/index.ts";
import { aroundCosts, connection } from "../arguments.ts";
import type { CostsContext } from "../context.ts";
import { isOf } from "../estimates/compute-rate.ts";
import type { CostDay } from "../ledger/kept-days.ts";
import { cloudNamed, readCosts } from "../read-costs.ts";

/** The answer of `/db costs savings`, for programs. */
const SavingsData = z.object({
  isKnown: z.boolean().describe("False while fewer than 14 days are final"),
  savings: z
    .array(
      z.object({
        kind: z
          .enum(["never-idle", "only-storage", "unread"])
          .describe(
            "It may not sleep, it computes next to nothing and its storage grows, or no alert or dashboard reads it",
          ),
        serviceId: z.string().describe("The service's id"),
        name: z.string(),
        credits: credits.describe("What that cost in 14 days"),
      }),
    )
    .describe("The largest first"),
});

/** Days that are final late are looked for this far back. */
const daysRead = 21;

/** `/db costs savings [connection]`: what the last two weeks of final costs prove. */
export const savings = call({
  name: "costs_savings",
  title: "Savings",
  summary: "Lists savings that two weeks of final costs prove.",
  effect: "read",
  line: "costs savings {connection}",
  args: z.object({ connection: connection.optional() }),
  result: SavingsData,
  asks: {
    means: ["savings", "savings cost"],
    around: `${aroundCosts} cost list service stop end`,
    says: ["Savings"],
  },
  run: async (wanted, context: CostsContext, _asker, responder) =>
    (await unconnected(context)) ?? showSavings(wanted.connection, context, responder),
});

// Savings, in mrkdwn. Buttons are plain text.

const titleText = (count: number, from: Day, to: Day) =>
  `*${plural(count, "possible saving")}* in the final days from ${humanDays(from, to)}:`;

/** The figure and its basis. */
function line(saving: Saving, price: CreditPrice | undefined): string {
  const name = `*${escapeName(saving.service.name)}*`;
  const cost = formatCost(saving.credits, price);
  if (saving.kind === "never-idle")
    return `${name} never idled: ${cost} of compute in 14 days, the same each day. _Basis:_ it isn't allowed to sleep, and its compute differed by less than 5% between days.`;
  if (saving.kind === "unread")
    return `${name} isn't read by any alert or dashboard, as far as Quartermaster sees: ${cost} in 14 days. _Basis:_ its server has no dashboard and no alert rule, no hook observes or names it, and no open alert does. Others may still query it, so ask its owner.`;
  return `${name} only stores: ${cost} of storage in 14 days, ${separated(saving.growth, 0)}% more in the second week. _Basis:_ compute is less than 2% of what it costs.`;
}

/** Plain text. */
const noConnection = (typed: string) =>
  `I can't find a connection ${calledName(typed)}. Savings are of all services of one: \`/db costs savings\`.`;
const none =
  "I found nothing to save in 14 days of final costs. I looked for services that never sleep, that only store more and more, and that cost much although no alert or dashboard reads them.";
const tooEarly =
  "I need 14 final days of costs to tell what could be saved. Ask again when the cloud has closed them.";
const note =
  "I list only what usage and what I know of alerts and dashboards prove. Who else uses a service isn't known here.";
const buttons = { change: "Change its size", costs: "Its costs by metric" } as const;

async function showSavings(
  typed: string | undefined,
  context: CostsContext,
  responder: Responder,
): Promise<Found> {
  const of = await cloudNamed(typed, context, noConnection(typed ?? ""));
  const ledger = context.ledgerOf(of);
  const today = utcDay(context.now());
  const span = { from: addDays(today, -daysRead), to: addDays(today, -1) };
  await readCosts(ledger, [span], responder);
  const days: CostDay[] = [];
  for await (const day of ledger.days(span)) days.push(day);
  const found = findSavings(days, await withReaders(days, await servicesOf(of, context), context));
  const price = await context.creditPrices.of(of);
  return {
    data: () => ({
      isKnown: found !== undefined,
      savings: (found ?? []).map(({ kind, service, credits }) => ({
        kind,
        serviceId: service.id,
        name: service.name,
        credits: credits.toFixed(),
      })),
    }),
    draw: () => savingsReply(found, days, price),
  };
}

/** The connection's known services, and whether each may sleep, as far as the cloud lists them. */
async function servicesOf(
  connection: string,
  context: CostsContext,
): Promise<(UsedService & { connection: string })[]> {
  const known = (await context.services.list()).filter((each) => each.connection === connection);
  const since = new Date(context.now().getTime() - minuteMs);
  const listed = await attempt(() => context.servicesSince(connection, since));
  const byId = new Map(listed instanceof AppError ? [] : listed.map((each) => [each.id.toLowerCase(), each]));
  return known.map(({ serviceId: id, name }) => {
    return { id, name, connection, idleScaling: byId.get(id.toLowerCase())?.idleScaling ?? undefined };
  });
}

/** Each service takes a few of the requests that the cloud allows in 10 s. */
const mostAsked = 5;

/** Says of the costliest services whether nothing reads them. */
async function withReaders(
  days: readonly CostDay[],
  services: readonly (UsedService & { connection: string })[],
  context: CostsContext,
): Promise<UsedService[]> {
  const all = services.map((service) => ({ ...service, isUnread: true }));
  const unread = (findSavings(days, all) ?? []).filter(({ kind }) => kind === "unread");
  const costly = new Set(unread.slice(0, mostAsked).map(({ service }) => service.id));
  const asked = services.filter(({ id }) => costly.has(id));
  const found = await context.unreadServices(asked.map(({ id: serviceId, ...of }) => ({ serviceId, ...of })));
  return services.map((service) => ({ ...service, isUnread: found.has(service.id) }));
}

function savingsReply(
  savings: readonly Saving[] | undefined,
  days: readonly CostDay[],
  price: CreditPrice | undefined,
): Reply {
  if (!savings) return say(tooEarly);
  if (savings.length === 0) return say(none);
  const judged = days.filter(({ locked }) => locked).slice(-daysJudged);
  const title = titleText(savings.length, judged[0]?.day ?? "", judged.at(-1)?.day ?? "");
  // A message holds 50 blocks, and each service takes two.
  const shown = savings.slice(0, 20).map((saving) => ({ saving, text: line(saving, price) }));
  return reply([title, ...shown.map(({ text }) => `• ${text}`), note].join("\n"), [
    section(title),
    ...shown.flatMap(({ saving, text }) => [section(text), actions([buttonOf(saving)])]),
    smallPrint(note),
  ]);
}

function buttonOf({ kind, service }: Saving) {
  return kind === "never-idle"
    ? commandButton(buttons.change, { call: "services_change", args: { service: service.id } })
    : commandButton(buttons.costs, {
        call: "costs_show",
        args: { range: "last 14 days", by: "metric", service: service.id },
      });
}

/** A service, and whether it may sleep as its cloud says it; undefined if that isn't known. */
interface UsedService {
  id: string;
  name: string;
  idleScaling: boolean | undefined;
  /** True if no alert and no dashboard reads it, as far as the features know. */
  isUnread?: boolean;
}

/** What two weeks of final costs prove about a service. */
type Saving = { service: UsedService; credits: Decimal } & (
  | { kind: "never-idle" }
  /** `growth` is how much more the second week's storage cost, in percent. */
  | { kind: "only-storage"; growth: Decimal }
  | { kind: "unread" }
);

/** The final days that a saving is judged by. */
const daysJudged = 14;

/** Compute that changes less than this between days never slept. */
const steadyPercent = 5;
/** Compute below this share of a service's costs is near nothing. */
const nearNothingPercent = 2;
const growingPercent = 5;
/** Less in two weeks is not worth a line. */
const leastCredits = 1;

/** The savings that the last two weeks of final days prove, the largest first. Undefined if fewer days are final. */
export function findSavings(
  days: readonly CostDay[],
  services: readonly UsedService[],
): Saving[] | undefined {
  const final = days.filter(({ locked }) => locked).slice(-daysJudged);
  if (final.length < daysJudged) return undefined;
  return services
    .flatMap((service): Saving[] => {
      const byDay = final.map(({ records }) => records.filter((record) => isOf(record, service.id)));
      const saving = neverIdle(service, byDay) ?? onlyStorage(service, byDay) ?? unread(service, byDay);
      return saving ? [saving] : [];
    })
    .toSorted((a, b) => b.credits.comparedTo(a.credits));
}

type OwnDays = readonly (readonly { metrics: Record<string, number>; totalCredits: number }[])[];

/** Its compute cost the same on each of the days, although work is never the same: it is not allowed to sleep. */
function neverIdle(service: UsedService, byDay: OwnDays): Saving | undefined {
  // Without the cloud's word the same costs may be a fixed price.
  if (service.idleScaling !== false) return undefined;
  const compute = byDay.map((records) => metricOf(records, "computeCredits"));
  const [least, most] = [Credits.min(...compute), Credits.max(...compute)];
  const isSteady = least.gt(0) && most.minus(least).times(100).lte(least.times(steadyPercent));
  const credits = sum(compute);
  return isSteady && credits.gte(leastCredits) ? { kind: "never-idle", service, credits } : undefined;
}

/** Next to nothing is computed, and its storage grows. */
function onlyStorage(service: UsedService, byDay: OwnDays): Saving | undefined {
  const total = sum(byDay.flat().map(({ totalCredits }) => totalCredits));
  const compute = sum(byDay.map((records) => metricOf(records, "computeCredits")));
  const storage = byDay.map((records) => metricOf(records, "storageCredits"));
  const half = daysJudged / 2;
  const [before, after] = [sum(storage.slice(0, half)), sum(storage.slice(half))];
  if (total.lt(leastCredits) || compute.times(100).gt(total.times(nearNothingPercent))) return undefined;
  if (before.lte(0)) return undefined;
  const growth = after.minus(before).times(100).div(before);
  return growth.gte(growingPercent)
    ? { kind: "only-storage", service, credits: sum(storage), growth }
    : undefined;
}

/** It costs, and nothing that is known reads it. */
function unread(service: UsedService, byDay: OwnDays): Saving | undefined {
  const credits = sum(byDay.flat().map(({ totalCredits }) => totalCredits));
  return service.isUnread && credits.gte(leastCredits) ? { kind: "unread", service, credits } : undefined;
}

function metricOf(records: OwnDays[number], metric: string): Decimal {
  return sum(records.map(({ metrics }) => metrics[metric] ?? 0));
}
