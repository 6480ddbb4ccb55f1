import type { Reply } from "../../../platform/blocks/reply.ts";
import type { ConsoleLinks } from "../../../platform/cloud/console-links.ts";
import type { CostsContext } from "../context.ts";
import { chartOf } from "../answer/answer.ts";
import { knownLinks } from "../answer/notes.ts";
import { type CostRange, parseCostRange } from "../../../lib/period/range.ts";
import type { CostSummary } from "../summary.ts";
import type { DigestOrder, OpenDigest, SaidDay } from "./schedule.ts";
import { fetchCosts } from "../read-costs.ts";
import { addUp, spansOf, digestReply } from "./report.ts";
import { commandFor, digestInWords, digestKey } from "./format-schedule.ts";
import { type Progress, begun, posted, presentOf, saying } from "./state.ts";
import { tellInChannel } from "../../../platform/jobs/schedules/schedules.ts";

// Nobody waits for a digest in front of a screen.
const pictureWaitMs = 10_000;

/** Posts the digest of a period once, and remembers what it says of days that may still change. */
export async function postDigest(
  order: DigestOrder,
  digest: OpenDigest,
  context: CostsContext,
): Promise<Progress> {
  const { schedules, now } = context;
  const range = parseCostRange(`${digest.from} to ${digest.to}`, now());
  const orderInWords = digestInWords(order);
  const spans = spansOf(range, now());
  if (!(await fetchCosts(context, order, { spans, orderInWords }))) return "refused";

  // Before it is posted, so that after a crash it is posted as well where another one has become due.
  const present = await schedules.change(order, (one) => begun(one, digest));
  if (!present) return "ended";
  const open = presentOf(present, digest);
  if (!open || open.place) return present;
  // Beforehand, since a connection that is gone says nothing of the channel.
  const links = await knownLinks(order.connection, context);
  const place = await tellInChannel(context, present, {
    key: digestKey(order, digest),
    orderInWords,
    toStartAgain: commandFor(order),
    reply: () => made(present, open, { range, links, context }),
  });
  if (!place) return "ended";
  return (await schedules.change(present, (one) => posted(one, digest, place))) ?? "ended";
}

/** The digest with its picture; what it says of days that may still change is remembered before it is posted. */
async function made(
  order: DigestOrder,
  digest: OpenDigest,
  { range, links, context }: { range: CostRange; links: ConsoleLinks; context: CostsContext },
): Promise<Reply> {
  const costs = await addUp(context.ledgerOf(order.connection), range, {
    services: context.services,
    now: context.now(),
  });
  const said = saidDays(costs.summary);
  await context.schedules.change(order, (present) => saying(present, digest, said));
  const picture = await context.pictures.blockOf(chartOf(costs.pictured, order.by), pictureWaitMs);
  return digestReply(order, { ...costs, links, ...(picture && { picture }) }, digest.missed);
}

function saidDays({ days }: CostSummary): SaidDay[] {
  return days
    .filter(({ provisional }) => provisional)
    .map(({ day, total }) => ({ day, said: total.toFixed() }));
}
