import { actions, button } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { link } from "../../../platform/blocks/link.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context, header, section } from "../../../platform/blocks/text.ts";
import type { Day } from "../../../lib/day.ts";
import { type CreditPrice, Credits } from "../../../lib/money.ts";
import type { UnusualRecord, UnusualScope } from "../anomalies/unusual-days.ts";
import { plainName } from "./schedule.ts";
import { titleLine } from "./texts.ts";
import * as texts from "./unusual-texts.ts";
import { z } from "zod";
import type { CostsContext } from "../context.ts";
import { JsonText } from "../../../lib/json.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";

/** The action_id of the button “This was expected”. */
const expectedActionId = "unusual-expected";

/** The links of an unusual day's post. */
export interface UnusualLinks {
  /** The value of the button “This was expected”. */
  value: string;
  /** The day in the cloud's console, if the connection has one. */
  console: string | undefined;
  /** What a credit costs, if the connection has a price. */
  price?: CreditPrice | undefined;
}

/** The post about a day that cost unusually much, or nearly nothing. It names the person who expected the day. */
export function unusualPost(unusual: UnusualRecord, links: UnusualLinks): Reply {
  const { direction, day, service, total, usual } = unusual;
  const title = texts.unusualTitle(direction, day, service && plainName(service.name));
  const { price } = links;
  const amounts = { total: new Credits(total), usual: new Credits(usual), price };
  const lead = texts.unusualLead({ direction, day, ...amounts });
  const moved = movedLines(unusual, price);
  const cause = unusual.cause === undefined ? [] : [texts.cause(unusual.cause)];
  const said = unusual.expected ? [texts.expectedBy(unusual.expected.by)] : [];
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
    texts.moved(name, new Credits(amount), new Credits(usual), price),
  );
  return lines.length === 0 ? [] : [texts.movedTitle, ...lines];
}

function buttonsOf({ day, service, expected }: UnusualRecord, { value }: UnusualLinks) {
  const of = service && { by: "metric", service: service.serviceId };
  const costs = commandButton(texts.costsOfDay(day), { call: "costs_show", args: { range: day, ...of } });
  return expected
    ? [costs]
    : [costs, button({ text: texts.expectedButton, actionId: expectedActionId, value })];
}

function notesOf({ console }: UnusualLinks): string {
  const way = console === undefined ? [] : [link(console, texts.consoleDay)];
  return [texts.unusualNote, ...way].join(" · ");
}

/** A day and its costs, as the button names them. The channel is that of the click. */
const UnusualRef = JsonText.pipe(
  z.object({ connection: z.string(), serviceId: z.string().optional(), day: z.iso.date() }),
);

/** The links of an unusual day's post. */
export async function linksOf(
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
  if (!ref.success || !message) return say(texts.unusualGone);
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
  if (!unusual) return say(texts.unusualGone);
  await context.messenger.update(message, unusualPost(unusual, await linksOf(scope, day, context)));
  return undefined;
}
