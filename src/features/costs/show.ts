import type { Button, KnownBlock } from "@slack/types";
import { z } from "zod";
import type { Day } from "../../lib/day.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import { named, textOf } from "../../lib/kinds.ts";
import { parseCostRange, rangeAfter, rangeBefore } from "../../lib/period/range.ts";
import type { Asker } from "../../platform/access/asker.ts";
import { fullName } from "../../platform/access/known-people.ts";
import { actions, confirmation, row } from "../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../platform/blocks/command-button.ts";
import { type Reply, say } from "../../platform/blocks/reply.ts";
import { type ArgumentKind, argument } from "../../platform/commands/arguments/kind.ts";
import { call } from "../../platform/commands/call.ts";
import type { Found, Responder } from "../../platform/commands/found.ts";
import { type OncePost, postOnce } from "../../platform/jobs/post-once.ts";
import { unconnected, unconnectedReply } from "../connections/index.ts";
import { type CostsAnswer, chartOf, costsReply, hasNoCosts } from "./answer/answer.ts";
import { knownLinks, lacksTeams } from "./answer/notes.ts";
import * as texts from "./answer/texts.ts";
import { aroundCosts, type CostView, type Question, argumentsOf, compared, questionOf } from "./arguments.ts";
import type { CostsContext } from "./context.ts";
import { CostsData, costsData } from "./data.ts";
import { setTeamsButton } from "../owners/index.ts";
import { type LoadedCosts, type LoadingContext, loadCosts } from "./load.ts";

const onceWord = /\bonce:([\w-]+)/;

/** The mark of a button, so it shares once. */
const onceKind: ArgumentKind = {
  isForPeople: true,
  take(words) {
    const [whole, mark] = onceWord.exec(words) ?? [];
    return whole === undefined ? undefined : { value: mark, rest: words.replace(whole, "") };
  },
  write: (mark) => `once:${String(mark)}`,
};
const once = argument(onceKind, textOf(named("a mark of letters and digits", /^[\w-]{1,40}$/)));

// Longer than a picture usually takes. The answer is complete without one.
const pictureWaitMs = 3_000;

/** `/db costs last month by metric orders prod`: the answer for one person. */
export const show = call({
  name: "costs_show",
  title: "Costs",
  summary: "Shows what services cost, and how that changed.",
  effect: "read",
  isTool: true,
  line: "costs {range} vs {against} by {by} {service}",
  args: z.object(compared),
  result: CostsData,
  asks: {
    means: [
      "cost",
      "amount {range}",
      "{range} {by}",
      "split {by} {range}",
      "amount {service}",
      "{range} {against}",
    ],
    around: `${aroundCosts} cost list service open`,
    findsNames: true,
    says: ["Costs", " of {service}", ", {range}", " compared with {against}", " by {by}"],
  },
  run: async (wanted, context: CostsContext, asker, responder) =>
    (await unconnected(context)) ?? showCosts(questionOf(wanted, context.now()), context, asker, responder),
});

const SharedArgs = z.object({ ...compared, once: once.optional() });

/** `/db costs share last month`, or with the word at the end: the answer for a channel. */
export const share = call({
  name: "costs_share",
  title: "Share costs",
  summary: "Posts costs in this channel.",
  effect: "change",
  access: "viewer",
  shares: true,
  line: [
    "costs share {range} vs {against} by {by} {service} {once}",
    "costs {range} vs {against} by {by} {service} share",
  ],
  args: SharedArgs,
  asks: {
    means: ["share cost", "share {range}"],
    around: `${aroundCosts} cost service want post`,
    findsNames: true,
    says: ["Share costs", " of {service}", ", {range}", " compared with {against}", " by {by}"],
  },
  run: async (wanted, context: CostsContext, asker, responder) =>
    (await unconnectedReply(context)) ?? shareCosts(wanted, context, asker, responder),
});

/** Answers one person with the wanted costs, and buttons for the next steps. */
export async function showCosts(
  question: Question,
  context: LoadingContext,
  asker: Asker,
  responder: Responder,
): Promise<Found> {
  const loaded = await loadCosts(question, context, responder);
  return {
    data: () => costsData(loaded, context.now()),
    draw: async () =>
      costsReply({ ...(await answerOf(loaded, context)), buttons: nextButtons(loaded, context, asker) }),
  };
}

function nextButtons(
  { summary, against, view, service, firstDay }: LoadedCosts,
  context: LoadingContext,
  { channelId, place = "channel" }: Asker,
): KnownBlock[] {
  const shown = { range: summary.range, against, by: view, service: service?.id };
  const today = context.now();
  if (hasNoCosts(summary)) return buttonsWithoutCosts(shown, today, firstDay);
  // Elsewhere no one else would see them.
  const shareAs = place === "channel" && channelId !== undefined ? context.newId().slice(0, 8) : undefined;
  return costsButtons(shown, { today, shareAs, lacksTeams: lacksTeams(summary) });
}

/** The answer with its picture and links, without anything personal. */
async function answerOf(loaded: LoadedCosts, context: LoadingContext): Promise<CostsAnswer> {
  const { summary, against, view, service, forecast, connection, firstDay } = loaded;
  const chart = hasNoCosts(summary)
    ? undefined
    : await chartOf(summary, { view, against, service: service?.name, partColors: context.partColors });
  // Who asks the same again, or what Home showed, needs no second picture.
  const picture = chart && context.pictures.blockOf(chart, pictureWaitMs, { isShared: true });
  const [links, notes] = await Promise.all([
    knownLinks(connection, context),
    connectionNote(connection, context),
  ]);
  const answer = { summary, against, view, service: service?.name, forecast, firstDay, links, notes };
  return { ...answer, chart, picture: await picture };
}

/** Names the connection, if there is more than one. */
export async function connectionNote(name: string, { connections }: LoadingContext): Promise<string[]> {
  const all = (await connections.list()).filter(({ kind }) => kind === "managed");
  return all.length > 1 ? [texts.ofConnection(name)] : [];
}

/**
 * Posts the wanted costs in the channel that the command came from. Repeated clicks on one button post once. Fails as
 * `user` outside a channel, or in one that the app may not post to.
 */
async function shareCosts(
  wanted: z.output<typeof SharedArgs>,
  context: CostsContext,
  asker: Asker,
  responder: Responder,
): Promise<Reply> {
  const { channelId, place = "channel" } = asker;
  if (channelId === undefined || place !== "channel") {
    throw new AppError("user", texts.shareFromChannel);
  }
  const question = questionOf(wanted, context.now());
  const key = `costs shared ${wanted.once ?? context.newId()}`;
  await post(context, { key, channelId, reply: () => sharedReply(question, context, asker, responder) });
  return say(texts.shared);
}

async function sharedReply(
  question: Question,
  context: CostsContext,
  { userId }: Asker,
  responder: Responder,
): Promise<Reply> {
  const loaded = await loadCosts(question, context, responder);
  const { summary, against, view, service } = loaded;
  const again = argumentsOf({ range: summary.range, against, by: view, service: service?.id });
  const answer = await answerOf(loaded, context);
  return costsReply({
    ...answer,
    notes: [...(answer.notes ?? []), texts.sharedBy(await fullName(userId, context))],
    buttons: [actions([commandButton(texts.buttons.closer, { call: "costs_show", args: again })])],
  });
}

type Share = OncePost & { reply: () => Promise<Reply> };

async function post({ messenger, posts, now, moment }: CostsContext, share: Share): Promise<void> {
  let failure: unknown;
  const noted = (error: unknown): never => {
    failure = error;
    throw error;
  };
  try {
    await postOnce({ messenger, posts, now, moment }, { ...share, reply: () => share.reply().catch(noted) });
  } catch (error) {
    // An unknown service, or a key without the right, has nothing to do with the channel.
    if (error === failure || !isAppError(error, "forbidden", "missing")) throw error;
    throw new AppError("user", texts.mayNotPost, { cause: error });
  }
}

/**
 * An answer's buttons, with the service's id as its name. The first row replaces the answer, the second one does not.
 * `shareAs` is the mark of a share, which happens once. Without it the answer cannot be shared.
 */
export function costsButtons(
  shown: Question,
  { today, shareAs, lacksTeams = false }: { today: Date; shareAs: string | undefined; lacksTeams?: boolean },
): KnownBlock[] {
  // A file is of one range.
  const csv = shown.against
    ? []
    : [commandButton(texts.buttons.csv, { call: "costs_csv", args: argumentsOf(shown) })];
  return [
    actions([...viewButtons(shown), ...periodButtons(shown, today)]),
    ...row([
      ...csv,
      ...(shareAs === undefined ? [] : [shareButton(shown, shareAs)]),
      ...(lacksTeams ? [setTeamsButton(), commandButton(texts.buttons.owners, "services owner")] : []),
    ]),
  ];
}

/** The buttons of an answer without costs: the periods before and after, or the first days with costs. */
export function buttonsWithoutCosts(shown: Question, today: Date, firstDay: Day | undefined): KnownBlock[] {
  if (firstDay === undefined) return [actions(periodButtons(shown, today))];
  const range = parseCostRange(`since ${firstDay}`, today);
  return [actions([replaceButton(texts.costsSince(firstDay), { ...shown, range })])];
}

function viewButtons(shown: Question): Button[] {
  const { by, service, ...days } = shown;
  const views: CostView[] = service === undefined ? ["service", "team", "metric", "day"] : ["metric", "day"];
  return [
    ...views
      .filter((view) => view !== by && !(days.against && view === "day"))
      .map((view) => replaceButton(texts.buttons[view], { ...shown, by: view })),
    ...(service === undefined ? [] : [replaceButton(texts.buttons.all, { ...days, by: "service" })]),
  ];
}

/** The periods before and after, or each of two that are compared. */
function periodButtons({ against, ...shown }: Question, today: Date): Button[] {
  if (against) return [shown.range, against].map((range) => replaceButton(range.label, { ...shown, range }));
  const before = rangeBefore(shown.range);
  const after = rangeAfter(shown.range, today);
  return [
    replaceButton(texts.earlier(before.label), { ...shown, range: before }),
    ...(after ? [replaceButton(texts.later(after.label), { ...shown, range: after })] : []),
  ];
}

function replaceButton(text: string, shown: Question): Button {
  return pageButton(text, { call: "costs_show", args: argumentsOf(shown) });
}

function shareButton(shown: Question, once: string): Button {
  const question = confirmation(texts.shareQuestion(texts.rangesOf(shown)));
  const share = commandButton(texts.buttons.share, {
    call: "costs_share",
    args: { ...argumentsOf(shown), once },
  });
  return { ...share, confirm: { ...question, style: "primary" } };
}
