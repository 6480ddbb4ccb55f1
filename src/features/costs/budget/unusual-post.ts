import { actions, button } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import { link } from "../../../platform/blocks/link.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context, header, section } from "../../../platform/blocks/text.ts";
import { humanDays, weekdayOf, type Day } from "../../../lib/day.ts";
import { Credits, formatCredits, separated } from "../../../lib/money.ts";
import type { UnusualRecord, UnusualScope } from "../anomalies/unusual-days.ts";
import { plainName } from "./format-budget.ts";
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
}

/** The post about a day that cost unusually much, or nearly nothing. It names the person who expected the day. */
export function unusualPost(unusual: UnusualRecord, links: UnusualLinks): Reply {
  const title = titleOf(unusual);
  const lead = leadOf(unusual);
  const moved = movedLines(unusual);
  const said = unusual.expected
    ? [
        `:white_check_mark: *Expected*, says <@${unusual.expected.by}>. It is no measure for the days after it.`,
      ]
    : [];
  const notes = notesOf(links);
  return reply([`*${escapeMrkdwn(title)}*`, lead, ...moved, ...said, notes].join("\n"), [
    header(title),
    section(lead),
    ...(moved.length === 0 ? [] : [section(moved.join("\n"))]),
    ...said.map(section),
    actions(buttonsOf(unusual, links)),
    context(notes),
  ]);
}

function titleOf({ direction, day, service }: UnusualRecord): string {
  const what = direction === "up" ? "Unusually high costs" : "Hardly any costs";
  const of = service ? ` of ${plainName(service.name)}` : "";
  return `${what}${of} on ${humanDays(day, day)}`;
}

function leadOf({ direction, day, total, usual }: UnusualRecord): string {
  const weekday = weekdayOf(day);
  const [amount, typical] = [new Credits(total), new Credits(usual)];
  const credits = `*${formatCredits(amount)} credits*`;
  if (direction === "down") {
    return `${credits}, where a ${weekday} usually costs ${formatCredits(typical)}. If something was stopped on purpose, all is well.`;
  }
  if (typical.lte(0)) return `${credits}, where a ${weekday} usually costs nothing.`;
  return `${credits}: ${separated(amount.div(typical), 1)} times the ${formatCredits(typical)} that a ${weekday} usually costs.`;
}

function movedLines({ movers }: UnusualRecord): string[] {
  const lines = movers.map(({ name, amount, usual }) => {
    const typical = new Credits(usual);
    const before = typical.isZero() ? "nothing" : formatCredits(typical);
    return `• ${escapeName(name)}: ${formatCredits(new Credits(amount))}, usually ${before}`;
  });
  return lines.length === 0 ? [] : ["*What moved*", ...lines];
}

function buttonsOf({ day, service, expected }: UnusualRecord, { value }: UnusualLinks) {
  const words = service ? ` by metric ${service.serviceId}` : "";
  const costs = commandButton(`Costs of ${humanDays(day, day)}`, `costs ${day}${words}`);
  return expected
    ? [costs]
    : [costs, button({ text: "This was expected", actionId: expectedActionId, value })];
}

function notesOf({ console }: UnusualLinks): string {
  const way = console === undefined ? [] : [link(console, "This day in the console")];
  return [
    "Compared with the same weekday in the four weeks before. The day is a UTC day, and its costs are final.",
    ...way,
  ].join(" · ");
}

/** A day and its costs, as the button names them. The channel is that of the click. */
const UnusualRef = JsonText.pipe(
  z.object({ connection: z.string(), serviceId: z.string().optional(), day: z.iso.date() }),
);

/** The links of an unusual day's post. */
export async function linksOf(
  { connection, serviceId }: UnusualScope,
  day: Day,
  { consoleOf }: Pick<CostsContext, "consoleOf">,
): Promise<UnusualLinks> {
  const links = await consoleOf(connection);
  return { value: JSON.stringify({ connection, serviceId, day }), console: links.day(day) };
}

/** The button “This was expected”. The post then names the person, and has no such button. */
export const expectedAction: Action<CostsContext> = { actionId: expectedActionId, access: "operator", run };

/** The first click counts. Later clicks only update the message. */
async function run(
  { value, userId, message }: Interaction,
  context: CostsContext,
): Promise<Reply | undefined> {
  const ref = UnusualRef.safeParse(value);
  if (!ref.success || !message) return say(notKept);
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
  if (!unusual) return say(notKept);
  await context.messenger.update(message, unusualPost(unusual, await linksOf(scope, day, context)));
  return undefined;
}

const notKept = "What this message says is no longer kept here, so nothing was changed.";
