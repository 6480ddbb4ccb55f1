import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { parseCostRange } from "../../lib/period/range.ts";
import type { Asker } from "../../platform/access/asker.ts";
import type { AuditEntry } from "../../platform/audit/log.ts";
import { actions } from "../../platform/blocks/button.ts";
import { commandButton } from "../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../platform/blocks/reply.ts";
import { section } from "../../platform/blocks/text.ts";
import { call } from "../../platform/commands/call.ts";
import { commandOf } from "../../platform/commands/command.ts";
import type { Responder } from "../../platform/commands/found.ts";
import { asManaged, defaultNameOf, unconnectedReply } from "../connections/index.ts";
import { formatDisputed } from "./answer/notes.ts";
import { aroundCosts, connection, range } from "./arguments.ts";
import type { CostsContext } from "./context.ts";
import { anomalies } from "./anomalies/call.ts";
import { csv } from "./csv.ts";
import { focus } from "./focus/send.ts";
import { month } from "./month/page.ts";
import { progressReply } from "./read-costs.ts";
import { reportCalls } from "./reports/command.ts";
import { ownReportCalls } from "./reports/own.ts";
import { savings } from "./savings/show.ts";
import { share, show } from "./show.ts";
import { summarizeCosts } from "./summary.ts";
import * as texts from "./texts.ts";

const Args = z.object({ range: range.optional(), connection: connection.optional() });

/** `/db costs reread last month`, and a connection's name behind it. */
const reread = call({
  name: "costs_reread",
  title: "Read costs again",
  summary: "Asks the cloud again for days that look wrong.",
  effect: "change",
  access: "admin",
  line: "costs reread {range} {connection}",
  args: Args,
  asks: {
    means: ["again cost", "again {range}"],
    around: `${aroundCosts} cost service connection want late`,
    says: ["Read costs again, {range}"],
  },
  run: async (wanted, context: CostsContext, asker, responder) =>
    (await unconnectedReply(context)) ?? rereadCosts(wanted, context, asker, responder),
});

/** Fetches the days of a range again, final days too. Success and failure are both audited. */
async function rereadCosts(
  { range: typed, connection: name }: z.output<typeof Args>,
  context: CostsContext,
  asker: Asker,
  responder: Responder,
): Promise<Reply> {
  if (typed === undefined && name === undefined) throw new AppError("user", texts.rereadWhichDays);
  const wanted = parseCostRange(typed ?? "", context.now());
  const found = asManaged(await context.connections.find(name ?? (await defaultNameOf(context.connections))));
  const ledger = context.ledgerOf(found.name);
  const subject = `${wanted.from} to ${wanted.to}`;
  const { days, changed } = await audited(subject, context, asker, async () => {
    const read = await ledger.reread(wanted, (progress) => void responder.progress(progressReply(progress)));
    const after = { connection: found.name, days: read.days.length, changed: read.changed.length };
    return { ...read, after };
  });
  const summary = await summarizeCosts({ range: wanted, current: ledger.days(wanted) });
  const price = await context.creditPrices.of(found.name);
  const text = [
    texts.reread(days.length, name === undefined ? undefined : found.name),
    texts.rereadChanged(changed.length, days.length),
    texts.rereadTotal(wanted, summary.total, price),
    ...formatDisputed(summary.disputed, price),
  ].join(" ");
  return reply(text, [
    section(text),
    actions([commandButton(texts.showThese, { call: "costs_show", args: { range: subject } })]),
  ]);
}

/** Records the work as done, or as failed. */
async function audited<Result>(
  subject: string,
  context: CostsContext,
  { userId, channelId }: Asker,
  work: () => Promise<Result & Pick<AuditEntry, "after">>,
): Promise<Result> {
  const record = (outcome: Pick<AuditEntry, "result" | "detail" | "after">) =>
    context.audit.record({
      at: context.now().toISOString(),
      userId,
      channelId,
      action: "costs.reread",
      subject,
      ...outcome,
    });
  try {
    const result = await work();
    await record({ result: "done", after: result.after });
    return result;
  } catch (error) {
    if (error instanceof AppError && error.kind !== "bug")
      await record({ result: "failed", detail: error.message });
    throw error;
  }
}

/** `/db costs [range] [by …] [service]`: shows costs to one person, sends them as a file, or shares them in a channel. */
export const costs = commandOf({
  name: "costs",
  group: {
    line: "See costs, set budgets, schedule reports.",
    buttons: [
      ["Costs", "costs"],
      ["Budgets", "costs budget list"],
    ],
  },
  summary: "Shows what your services cost, with a picture, and how that changed.",
  examples: [
    "/db costs",
    "/db costs last month by metric",
    "/db costs orders prod since 1 October",
    "/db costs october vs september",
    "/db costs anomalies last 90 days",
    "/db costs oct 1 - oct 15 by service csv",
    "/db costs schedule every monday at 9 Europe/Berlin",
    "/db costs schedule weekly to me",
    "/db costs focus last month",
    "/db costs focus monthly",
    "/db costs month october",
    "/db costs savings",
    "/db costs reread last month",
  ],
  details: [
    "Without a range you get the last seven whole days. A range is `today`, `yesterday`, `last 30 days`, `this week`, `last month`, `q3`, `this year`, `october`, `since 1 October`, a date or two dates. Days are in UTC. Whole days are compared with the same part of the period before: less than 5% is steady.",
    "`october vs september` compares any two ranges, part by part, and by the day if they aren't equally long. `compare october with september` does too.",
    "`anomalies` lists the days that cost unusually much or hardly anything, with the likely cause.",
    "Put a service's name in quotes if it reads like a range.",
    "`month` has movers, unusual days and what was saved too. `schedule monthly page` posts it.",
    "`focus` sends you a file in FOCUS 1.2, the format of the FinOps Foundation, or in 1.3. `focus monthly` posts the file of each month in a channel. Both need the price of a credit.",
    "`savings` lists services that never idle, that only store, or that no alert or dashboard reads.",
    "`schedule` posts a report in a channel: `daily`, `weekdays` (Monday to Friday; Monday's has the weekend too), `weekly`, `every friday` or `monthly`. You can add a time, a channel, `by …` and a time zone. `schedule list` shows all reports, and `schedule stop 1` stops the first. `to me` sends it to your direct messages, which viewers may do too, and `schedule stop mine` ends that.",
    "`reread` is for days that should be final but look wrong. Only admins can do this.",
  ].join("\n"),
  calls: [show, anomalies, csv, focus, month, savings, share, ...reportCalls, ...ownReportCalls, reread],
});
