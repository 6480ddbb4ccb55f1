import { readTeam, teamKey } from "../../owners/index.ts";
import { defaultNameOf, unconnectedReply } from "../../connections/index.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { CostsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import * as texts from "./texts.ts";
import { BudgetSchedule, budgetKind } from "./schedule.ts";
import { newsIn, notesOn, statusLines, usesOf } from "./use-lines.ts";
import { type WantedBudget, wantedBudgets } from "./read-words.ts";
import type { Responder } from "../../../platform/commands/command.ts";
import { type CostService, findCostService } from "../load.ts";
import type { CreditPrice } from "../../../lib/money.ts";
import { hashJson } from "../../../lib/hash.ts";
import { channelOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { addSchedule, changeSchedule } from "../../../platform/audit/schedule-changes.ts";

/** Sets a budget, or changes the amount of the one with the same costs, period and channel. Replies with its use. */
export async function setBudget(
  words: string,
  context: CostsContext,
  asker: Asker,
  responder: Responder,
): Promise<Reply> {
  const first = await unconnectedReply(context);
  if (first) return first;
  const { wanted, service } = await known(wantedBudgets(words), context);
  if (service && wanted.team !== "") throw new AppError("user", texts.serviceOrTeam);
  const team = wanted.team === "" ? undefined : await readTeam(wanted.team, context);
  const { channelId, notes: ofChannel } = await channelOfSchedule(wanted.channelId, context, asker);
  const connection = service?.connection ?? (await defaultNameOf(context.connections));
  const { every, credits } = wanted;
  const fresh: BudgetSchedule = {
    // The same costs, period and channel make the same budget.
    id: `budget-${hashJson([channelId, connection, service?.id ?? "", every, ...(team ? [teamKey(team)] : [])], 16)}`,
    kind: "budget",
    channelId,
    connection,
    createdBy: asker.userId,
    createdAt: context.now().toISOString(),
    every,
    credits: credits.toFixed(),
    service: service && { serviceId: service.id, name: service.name },
    team,
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

interface Known {
  wanted: WantedBudget;
  service?: CostService;
}

/** The first reading with a known service. Fails as missing, with the names near the likeliest reading. */
async function known(
  readings: readonly [WantedBudget, ...WantedBudget[]],
  context: CostsContext,
): Promise<Known> {
  const failures: AppError[] = [];
  for (const wanted of readings) {
    if (wanted.service === "") return { wanted };
    try {
      return { wanted, service: await findCostService(wanted.service, context, { mayBePeriod: false }) };
    } catch (error) {
      if (!isAppError(error, "missing")) throw error;
      failures.push(error);
    }
  }
  throw failures[0] ?? new AppError("bug", "A budget without a reading.");
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
