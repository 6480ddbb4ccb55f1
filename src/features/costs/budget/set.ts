import { defaultNameOf } from "../../connections/index.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { CostsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { formatAmount } from "../../../lib/money.ts";
import { budgetInMrkdwn } from "./format-budget.ts";
import { BudgetSchedule, auditedBudget } from "./schedule.ts";
import { newsIn, notesOn, statusLines, usesOf } from "./use-lines.ts";
import { type WantedBudget, wantedBudgets } from "./read-words.ts";
import type { Responder } from "../../../platform/commands/command.ts";
import { type CostService, findCostService } from "../service.ts";
import { hashJson } from "../../../lib/hash.ts";
import { channelOfSchedule, wakeSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { addSchedule, changeSchedule } from "../../../platform/audit/schedule-changes.ts";

/** Sets a budget, or changes the amount of the one that there is of the same costs, period and channel; says how it stands. */
export async function setBudget(
  words: string,
  context: CostsContext,
  asker: Asker,
  responder: Responder,
): Promise<Reply> {
  const { wanted, service } = await known(wantedBudgets(words), context);
  const { channelId, notes: ofChannel } = await channelOfSchedule(wanted.channelId, context, asker);
  const connection = service?.connection ?? (await defaultNameOf(context.connections));
  const facts = { wanted, service, connection, channelId, userId: asker.userId, now: context.now() };
  const { before, kept } = await keep(newBudget(facts), context);
  const said = saidOf(kept, before);
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

/** The first reading whose service is known here; fails as missing with the name nearest to that of the likeliest. */
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
  throw new AppError("missing", `${failures[0]?.message} ${example}`, { cause: failures[0] });
}

const example = "For example: `/db budget set 500 monthly orders prod`.";

interface NewBudget extends Known {
  connection: string;
  channelId: string;
  userId: string;
  now: Date;
}

function newBudget({ wanted, service, connection, channelId, userId, now }: NewBudget): BudgetSchedule {
  const { every, credits } = wanted;
  // The same costs, period and channel are the same budget, whoever asks and however often.
  const parts = [channelId, connection, service?.id ?? "", every];
  return {
    id: `budget-${hashJson(parts, 16)}`,
    kind: "budget",
    channelId,
    connection,
    createdBy: userId,
    createdAt: now.toISOString(),
    every,
    credits: credits.toFixed(),
    ...(service && { service: { serviceId: service.id, name: service.name } }),
    state: { periods: [], judged: [] },
  };
}

async function keep(
  fresh: BudgetSchedule,
  context: CostsContext,
): Promise<{ before?: BudgetSchedule; kept: BudgetSchedule }> {
  const budgets = await context.schedules.list(BudgetSchedule);
  const before = budgets.find((one) => isSame(one, fresh));
  const changed =
    before && (await changeSchedule(before, auditedBudget, context, (latest) => withAmountOf(fresh, latest)));
  if (before && changed) return { before, kept: changed };
  // The connection that an id was made from may have another name by now, and its budget the id still.
  const isIdTaken = budgets.some(({ id }) => id === fresh.id);
  const kept = isIdTaken ? { ...fresh, id: `${fresh.id}-${context.newId()}` } : fresh;
  await addSchedule(kept, auditedBudget, context);
  // The job of one that was removed before may still wait for its next look.
  await wakeSchedule(context, kept);
  return { kept };
}

function isSame(one: BudgetSchedule, other: BudgetSchedule): boolean {
  return targetOf(one) === targetOf(other);
}

/** Which costs of which periods a budget is of, and where it is told. */
function targetOf({ channelId, connection, service, every }: BudgetSchedule): string {
  return [channelId, connection, service?.serviceId, every].join(" ");
}

function withAmountOf({ credits }: BudgetSchedule, latest: BudgetSchedule): BudgetSchedule {
  const { checkedAt: _looked, ...state } = latest.state;
  return { ...latest, credits, state };
}

function saidOf(kept: BudgetSchedule, before: BudgetSchedule | undefined): string {
  const channel = formatChannel(kept);
  if (before?.credits === kept.credits) return `The ${budgetInMrkdwn(kept)} ${channel} is there already.`;
  const change = before ? ` It was ${formatAmount(before.credits)} until now.` : "";
  return `The ${budgetInMrkdwn(kept)} is set.${change} ${promise(kept, channel)}${before ? ` ${announcedAgain}` : ""}`;
}

const announcedAgain = "What I told already I tell again only if the new amount makes it come true anew.";

/** A day is over before a forecast of it says anything. */
function promise({ every }: BudgetSchedule, channel: string): string {
  const forecast = every === "daily" ? "" : "when the forecast goes beyond it, ";
  return `I post ${channel} when 50, 80 and 100% are used, ${forecast}and when a day costs unusually much.`;
}
