import { z } from "zod";
import { asManaged, defaultNameOf, unconnectedReply } from "../connections/index.ts";
import { actions } from "../../platform/blocks/button.ts";
import { commandButton } from "../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../platform/blocks/reply.ts";
import { section } from "../../platform/blocks/text.ts";
import type { CostsContext } from "./context.ts";
import type { Asker } from "../../platform/access/asker.ts";
import { formatDisputed } from "./answer/notes.ts";
import { summarizeCosts } from "./summary.ts";
import { parseCostRange } from "../../lib/period/range.ts";
import { call } from "../../platform/commands/call.ts";
import { connection, range } from "./arguments.ts";
import { asks } from "./asks.ts";
import { AppError } from "../../lib/errors.ts";
import { progressReply } from "./read-costs.ts";
import * as texts from "./texts.ts";
import type { AuditEntry } from "../../platform/audit/log.ts";
import type { Responder } from "../../platform/commands/found.ts";

const Args = z.object({ range: range.optional(), connection: connection.optional() });

/** `/db costs reread last month`, and a connection's name behind it. */
export const reread = call({
  name: "costs_reread",
  title: "Read costs again",
  summary: "Asks the cloud again for days that look wrong.",
  effect: "change",
  access: "admin",
  line: "costs reread {range} {connection}",
  args: Args,
  asks: asks.reread,
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
