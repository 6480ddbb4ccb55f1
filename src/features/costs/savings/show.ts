import { z } from "zod";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { Found, Responder } from "../../../platform/commands/command.ts";
import { credits } from "../../../platform/commands/found.ts";
import { addDays, utcDay } from "../../../lib/day.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import type { CreditPrice } from "../../../lib/money.ts";
import { unquoted } from "../../../lib/names.ts";
import { cloudNamed } from "../cloud-named.ts";
import type { CostsContext } from "../context.ts";
import type { CostDay } from "../ledger/parts.ts";
import { readCosts } from "../read-costs.ts";
import { type Saving, type UsedService, daysJudged, findSavings } from "./find.ts";
import * as texts from "./texts.ts";

/** The answer of `/db costs savings`, for programs. */
export const SavingsData = z.object({
  isKnown: z.boolean().describe("False while fewer than 14 days are final"),
  savings: z
    .array(
      z.object({
        kind: z
          .enum(["never-idle", "only-storage"])
          .describe("It may not sleep, or it computes next to nothing and its storage grows"),
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
export async function showSavings(
  words: string,
  context: CostsContext,
  _asker: unknown,
  responder: Responder,
): Promise<Found> {
  const typed = unquoted(words.trim());
  const connection = await cloudNamed(typed || undefined, context, texts.noConnection(typed));
  const ledger = context.ledgerOf(connection);
  const today = utcDay(context.now());
  const span = { from: addDays(today, -daysRead), to: addDays(today, -1) };
  await readCosts(ledger, [span], responder);
  const days: CostDay[] = [];
  for await (const day of ledger.days(span)) days.push(day);
  const savings = findSavings(days, await servicesOf(connection, context));
  const price = await context.creditPrices.of(connection);
  return {
    data: () => ({
      isKnown: savings !== undefined,
      savings: (savings ?? []).map(({ kind, service, credits }) => ({
        kind,
        serviceId: service.id,
        name: service.name,
        credits: credits.toFixed(),
      })),
    }),
    draw: () => savingsReply(savings, days, price),
  };
}

/** The connection's known services, and whether each may sleep, as far as the cloud lists them. */
async function servicesOf(connection: string, context: CostsContext): Promise<UsedService[]> {
  const known = (await context.services.list()).filter((each) => each.connection === connection);
  const since = new Date(context.now().getTime() - minuteMs);
  const listed = await attempt(() => context.servicesSince(connection, since));
  const byId = new Map(listed instanceof AppError ? [] : listed.map((each) => [each.id.toLowerCase(), each]));
  return known.map(({ serviceId: id, name }) => {
    return { id, name, idleScaling: byId.get(id.toLowerCase())?.idleScaling ?? undefined };
  });
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
    ? commandButton(texts.buttons.change, `services change ${service.name}`)
    : commandButton(texts.buttons.costs, `costs last 14 days by metric ${service.id}`);
}
