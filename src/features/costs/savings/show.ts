import { z } from "zod";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { type Found, type Responder, credits } from "../../../platform/commands/found.ts";
import { addDays, utcDay } from "../../../lib/day.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import type { CreditPrice } from "../../../lib/money.ts";
import { unconnected } from "../../connections/index.ts";
import { call } from "../../../platform/commands/call.ts";
import { connection } from "../arguments.ts";
import { asks } from "../asks.ts";
import { cloudNamed } from "../cloud-named.ts";
import type { CostsContext } from "../context.ts";
import type { CostDay } from "../ledger/parts.ts";
import { readCosts } from "../read-costs.ts";
import { type Saving, type UsedService, daysJudged, findSavings } from "./find.ts";
import * as texts from "./texts.ts";

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
  asks: asks.savings,
  run: async (wanted, context: CostsContext, _asker, responder) =>
    (await unconnected(context)) ?? showSavings(wanted.connection, context, responder),
});

async function showSavings(
  typed: string | undefined,
  context: CostsContext,
  responder: Responder,
): Promise<Found> {
  const of = await cloudNamed(typed, context, texts.noConnection(typed ?? ""));
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
  if (!savings) return say(texts.tooEarly);
  if (savings.length === 0) return say(texts.none);
  const judged = days.filter(({ locked }) => locked).slice(-daysJudged);
  const title = texts.title(savings.length, judged[0]?.day ?? "", judged.at(-1)?.day ?? "");
  // A message holds 50 blocks, and each service takes two.
  const shown = savings.slice(0, 20).map((saving) => ({ saving, text: texts.line(saving, price) }));
  return reply([title, ...shown.map(({ text }) => `• ${text}`), texts.note].join("\n"), [
    section(title),
    ...shown.flatMap(({ saving, text }) => [section(text), actions([buttonOf(saving)])]),
    smallPrint(texts.note),
  ]);
}

function buttonOf({ kind, service }: Saving) {
  return kind === "never-idle"
    ? commandButton(texts.buttons.change, { call: "services_change", args: { service: service.id } })
    : commandButton(texts.buttons.costs, {
        call: "costs_show",
        args: { range: "last 14 days", by: "metric", service: service.id },
      });
}
