import { z } from "zod";
import { readTeam, teamKey } from "../../owners/index.ts";
import { defaultNameOf, unconnectedReply } from "../../connections/index.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { CostsContext } from "../context.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { AppError } from "../../../lib/errors.ts";
import * as texts from "./texts.ts";
import { BudgetSchedule, budgetKind } from "./schedule.ts";
import { newsIn, notesOn, statusLines, usesOf } from "./use-lines.ts";
import { credits, every, service, team, withExample } from "./arguments.ts";
import { asks } from "./asks.ts";
import { channel } from "../../../platform/commands/arguments.ts";
import { call } from "../../../platform/commands/call.ts";
import type { Responder } from "../../../platform/commands/found.ts";
import { findCostService } from "../load.ts";
import { type CreditPrice, Credits } from "../../../lib/money.ts";
import { hashJson } from "../../../lib/hash.ts";
import { channelOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { addSchedule, changeSchedule } from "../../../platform/audit/schedule-changes.ts";

const args = z.object({
  credits,
  every: every.optional(),
  service: service.optional(),
  team: team.optional(),
  channel: channel.optional(),
});

/** `/db costs budget set 500 monthly orders prod in #databases`. */
export const set = call({
  name: "budgets_set",
  title: "Set a budget",
  summary: "Sets a budget in credits. A channel gets a message before it is used up.",
  effect: "change",
  line: "costs budget set {credits} {every} {service} team {team} in {channel}",
  verb: "set",
  missing: { credits: withExample(texts.problems.noAmount) },
  args,
  asks: asks.set,
  run: async (wanted, context: CostsContext, asker, responder) =>
    (await unconnectedReply(context)) ?? setBudget(wanted, context, asker, responder),
});

/** Sets a budget, or changes the amount of the one with the same costs, period and channel. Replies with its use. */
async function setBudget(
  {
    credits: amount,
    every: period = "monthly",
    service: named,
    team: typed,
    channel: inChannel,
  }: z.output<typeof args>,
  context: CostsContext,
  asker: Asker,
  responder: Responder,
): Promise<Reply> {
  const of = named === undefined ? undefined : await findCostService(named, context, { mayBePeriod: false });
  if (of && typed !== undefined) throw new AppError("user", texts.serviceOrTeam);
  const ofTeam = typed === undefined ? undefined : await readTeam(typed, context);
  const { channelId, notes: ofChannel } = await channelOfSchedule(inChannel, context, asker);
  const connection = of?.connection ?? (await defaultNameOf(context.connections));
  const fresh: BudgetSchedule = {
    // The same costs, period and channel make the same budget.
    id: `budget-${hashJson([channelId, connection, of?.id ?? "", period, ...(ofTeam ? [teamKey(ofTeam)] : [])], 16)}`,
    kind: "budget",
    channelId,
    connection,
    createdBy: asker.userId,
    createdAt: context.now().toISOString(),
    every: period,
    credits: new Credits(amount).toFixed(),
    service: of && { serviceId: of.id, name: of.name },
    team: ofTeam,
    state: { periods: [], judged: [] },
  };
  const { before, kept } = await keep(fresh, context);
  const price = await context.creditPrices.of(connection);
  const said = saidOf(kept, before, price);
  const [use] = await usesOf([kept], context, responder);
  const lines = [...statusLines(kept, use), ...newsIn(kept, use)];
  const notes = [notesOn(kept, use), ...ofChannel].join(" ");
  return reply([said, ...lines, notes].join("\n"), [
    section(said),
    section(lines.join("\n")),
    smallPrint(notes),
  ]);
}

async function keep(
  fresh: BudgetSchedule,
  context: CostsContext,
): Promise<{ before?: BudgetSchedule; kept: BudgetSchedule }> {
  const budgets = await context.schedules.list(BudgetSchedule);
  const before = budgets.find((one) => targetOf(one) === targetOf(fresh));
  const changed =
    before &&
    (await changeSchedule(budgetKind, before, context, (latest) => ({
      ...latest,
      credits: fresh.credits,
      // The next check is due at once.
      state: { ...latest.state, checkedAt: undefined },
    })));
  if (before && changed) return { before, kept: changed };
  // A budget keeps its id when its connection is renamed.
  const isIdTaken = budgets.some(({ id }) => id === fresh.id);
  const kept = isIdTaken ? { ...fresh, id: `${fresh.id}-${context.newId()}` } : fresh;
  await addSchedule(budgetKind, kept, context);
  return { kept };
}

/** A budget's costs, period and channel. */
function targetOf({ channelId, connection, service, team, every }: BudgetSchedule): string {
  return [channelId, connection, service?.serviceId, team && teamKey(team), every].join(" ");
}

function saidOf(
  kept: BudgetSchedule,
  before: BudgetSchedule | undefined,
  price: CreditPrice | undefined,
): string {
  const [channel, budget] = [formatChannel(kept), { ...kept, price }];
  if (before?.credits === kept.credits) return texts.alreadySet(budget, channel);
  return texts.set(budget, channel, before?.credits);
}
