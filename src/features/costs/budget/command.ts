import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { hashJson } from "../../../lib/hash.ts";
import { type CreditPrice, Credits } from "../../../lib/money.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { addSchedule, changeSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { formatChannel } from "../../../platform/blocks/escape.ts";
import { type Reply, below, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { channel, number, page } from "../../../platform/commands/arguments.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import type { Found, Responder } from "../../../platform/commands/found.ts";
import { type WantedPage, pageOf, rangeOf } from "../../../platform/commands/paging.ts";
import { channelOfSchedule, scheduleNamed } from "../../../platform/jobs/schedules/schedules.ts";
import { troublesOf } from "../../../platform/jobs/schedules/troubles.ts";
import { defaultNameOf, unconnectedReply } from "../../connections/index.ts";
import { readTeam, teamKey } from "../../owners/index.ts";
import { aroundCosts, from, ownId } from "../arguments.ts";
import type { CostsContext } from "../context.ts";
import { findCostService } from "../load.ts";
import { behindNumber, keepNumbers } from "../../../platform/ask/conversations.ts";
import { credits, every, service, team, withExample } from "./arguments.ts";
import { BudgetsData, type FoundBudgets, budgetsData } from "./data.ts";
import { BudgetSchedule, budgetKind, budgetName } from "./schedule.ts";
import * as texts from "./texts.ts";
import { newsIn, notesOn, statusLines, usesOf } from "./use-lines.ts";

/** `/db costs budget list page 2`. Older buttons have the number of the first one. */
const list = call({
  name: "budgets_list",
  title: "Budgets",
  summary: "Lists the budgets, and how much of each is used.",
  effect: "read",
  isTool: true,
  line: ["costs budget", "costs budget list page {page}", "costs budget list {from}"],
  verb: "list",
  args: z.object({ page: page.optional(), from: from.optional() }),
  result: BudgetsData,
  asks: { means: ["budget"], around: `${aroundCosts} cost list late set`, says: ["Budgets"] },
  run: listBudgets,
});

/** `/db costs budget remove 2`. */
const remove = call({
  name: "budgets_remove",
  title: "Remove a budget",
  summary: "Removes a budget by its number in the list.",
  effect: "change",
  line: "costs budget remove {number|id}",
  verb: "remove",
  args: z.object({ number: number.optional(), id: ownId.optional() }),
  asks: {
    means: ["delete|end budget", "delete|end budget {number}"],
    around: "cost want set",
    listsAlone: true,
    says: ["Remove budget {number}"],
  },
  async pin({ number: of }, context: CostsContext) {
    if (of === undefined) return undefined;
    const budget = find(String(of), await context.schedules.list(BudgetSchedule));
    return { args: { id: budget.id }, shown: { number: `${of}, the ${budgetName(budget)}` } };
  },
  async run(wanted, context: CostsContext, asker, responder) {
    const typed = wanted.id ?? wanted.number?.toString();
    if (typed === undefined) return askWhich(context, asker, responder);
    const which = await behindNumber(numbers, typed, asker.userId, context);
    const removed = find(which, await context.schedules.list(BudgetSchedule));
    await removeSchedule(budgetKind, removed, context);
    return say(texts.removed(removed, formatChannel(removed)));
  },
});

const args = z.object({
  credits,
  every: every.optional(),
  service: service.optional(),
  team: team.optional(),
  channel: channel.optional(),
});

/** `/db costs budget set 500 monthly orders prod in #databases`. */
const set = call({
  name: "budgets_set",
  title: "Set a budget",
  summary: "Sets a budget in credits. A channel gets a message before it is used up.",
  effect: "change",
  line: "costs budget set {credits} {every} {service} team {team} in {channel}",
  verb: "set",
  missing: { credits: withExample(texts.problems.noAmount) },
  args,
  asks: {
    means: [
      "budget {credits}",
      "create budget {credits}",
      "warn cost {credits}",
      "want|give {credits} {every}",
      "budget|set {credits} {every}",
    ],
    around: "cost set want warn change give split schedule post trend budget team end",
    findsNames: true,
    says: [
      "Set a",
      " {every}",
      " budget of {credits} credits",
      " for {service}",
      " for the team {team}",
      ", with warnings in {channel}",
    ],
  },
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

/** `/db costs budget set|list|remove`: budgets in credits, with posts in a channel before they are used up. */
export const budget = commandOf({
  name: "budget",
  partOf: "costs",
  summary: texts.help.summary,
  examples: [
    "/db costs budget set 500 monthly",
    "/db costs budget set 1,500.50 weekly orders prod in #databases",
    "/db costs budget set 800 monthly team payments",
    "/db costs budget list",
    "/db costs budget remove 2",
  ],
  details: texts.help.details,
  hint: texts.help.hint,
  calls: [list, set, remove],
});

const pageSize = 10;
const numbers = "budgets";

/** A page of the workspace's budgets in the order they were set, with the use of each. */
async function listBudgets(
  wanted: WantedPage,
  context: CostsContext,
  asker: Asker,
  responder: Responder,
): Promise<Found> {
  const found = await findBudgets(wanted, context, responder);
  return { data: () => budgetsData(found), draw: () => budgetsReply(found, asker, context) };
}

/** Asks which budget is meant, with the list of them. */
async function askWhich(context: CostsContext, asker: Asker, responder: Responder): Promise<Reply> {
  const found = await findBudgets({}, context, responder);
  const shown = await budgetsReply(found, asker, context);
  return found.total === 0 ? shown : below(texts.removeWhich, shown);
}

async function findBudgets(
  wanted: WantedPage,
  context: CostsContext,
  responder: Responder,
): Promise<FoundBudgets> {
  const all = await context.schedules.list(BudgetSchedule);
  const page = pageOf(all, wanted, pageSize);
  const uses = await usesOf(page.items, context, responder);
  const troubles = await troublesOf(budgetKind, page.items, context);
  return { ...page, uses, troubles, at: context.now() };
}

async function budgetsReply(
  { uses, troubles, ...page }: FoundBudgets,
  { userId }: Asker,
  context: CostsContext,
): Promise<Reply> {
  const { items, first, total, next } = page;
  await keepNumbers(numbers, { ids: items.map(({ id }) => id), first }, userId, context);
  if (total === 0) return say(texts.noBudgets);
  const headline = texts.listed(total, rangeOf(page));
  const entries = items.map((each, index) => {
    const number = first + index;
    const use = uses[index];
    const price = use instanceof AppError ? undefined : use?.price;
    const title = texts.entry(number, { ...each, price }, formatChannel(each));
    const trouble = troubles.get(each.id);
    const lines = [title, ...statusLines(each, use), ...(trouble ? [trouble.line] : [])];
    return { number, each, text: lines.join("\n") };
  });
  const hint = texts.listNote;
  return reply([headline, ...entries.map(({ text }) => text), hint].join("\n"), [
    section(headline),
    ...entries.flatMap(({ number, each, text }): KnownBlock[] => [
      section(text),
      actions([removeButton(number, each)]),
    ]),
    ...(next === undefined
      ? []
      : [actions([commandButton(texts.moreBudgets, { call: "budgets_list", args: { page: next } })])]),
    smallPrint(hint),
  ]);
}

function removeButton(number: number, { id, ...facts }: BudgetSchedule) {
  return commandButtonAfter(texts.removeQuestion(facts), texts.removeButton(number), {
    call: "budgets_remove",
    args: { id },
    yes: true,
  });
}

function find(word: string, budgets: readonly BudgetSchedule[]): BudgetSchedule {
  const found = scheduleNamed(word, budgets);
  if (found) return found;
  // Another person may have clicked the same button before.
  const isId = word.startsWith("budget-");
  throw new AppError("missing", isId ? texts.alreadyRemoved : texts.noSuchBudget(word, budgets.length));
}
