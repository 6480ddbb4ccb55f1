import { AppError } from "../../../lib/errors.ts";
import { holdsSecret } from "../../../lib/secrets-in-text.ts";
import { groupHandle, personName } from "../../../platform/access/known-people.ts";
import { type Role, isAtLeast } from "../../../platform/access/role.ts";
import { recorder } from "../../../platform/audit/recorder.ts";
import type { Entry } from "../../../platform/commands/entry.ts";
import { readOwn } from "../../../platform/commands/perform.ts";
import { exactLine } from "../../../platform/commands/read.ts";
import { type CreationOffer, NewService, creationOffer } from "../../services/index.ts";
import type { McpContext } from "../context.ts";
import { type ProgramCaller, recordRefused } from "../serve/caller.ts";
import { argumentsIn, entriesFor, isForPrograms, plainTextOf } from "../serve/tools.ts";
import * as texts from "../texts.ts";
import { isRunning, itemOf, offerMessage } from "./message.ts";
import { type KeptOffer, type Offer, isOver, mostWaiting, offerLifetimeMs } from "./offers.ts";
import { type OfferResult, Proposal, StatusArgs, longestLine, statusName } from "./shapes.ts";

/**
 * Proposes a change to the token's person, in a direct message. Nothing is changed. The same proposal by the same token
 * is one offer while it waits.
 */
export async function propose(given: unknown, caller: ProgramCaller): Promise<OfferResult> {
  const { context, token } = caller;
  await context.catalogue.take(token.userId, "usual", context);
  const wanted = await wantedOf(given, caller);
  const id = context.newId();
  const now = context.now();
  const service = await serviceOf(wanted, caller);
  const offer: Offer = {
    id,
    userId: token.userId,
    token: { id: token.id, name: token.name },
    entry: wanted.entry.name,
    args: wanted.args,
    line: wanted.line,
    ...(service?.creation && { creation: service.creation }),
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + offerLifetimeMs).toISOString(),
  };
  const keptId = await context.mcpOffers.add(offer, now);
  if (keptId === undefined) throw new AppError("limited", texts.tooManyOffers(mostWaiting));
  const kept = (await context.mcpOffers.find(keptId)) ?? { offer, state: "waiting", messageRef: undefined };
  return resultOf(kept.messageRef ? kept : await post(kept, wanted.entry, service, caller), context);
}

/** Shows an offer to its person, and records it. */
async function post(
  kept: KeptOffer,
  entry: Entry,
  service: CreationOffer | undefined,
  { token, context }: ProgramCaller,
): Promise<KeptOffer> {
  const { offer } = kept;
  // Recorded first, so no one is asked without a trace.
  const doing = {
    userId: token.userId,
    userName: token.userName,
    door: "mcp",
    action: "offer.propose",
  } as const;
  await recorder(doing, context).done({
    subject: offer.entry,
    detail: texts.byToken(texts.proposed, token.name, token.id),
    requestId: offer.id,
  });
  // Before the message is there, so none keeps its buttons forever.
  await context.offerQueue.accept(offer.id, itemOf(offer.id, context));
  const named = await namedIn(offer.line, context);
  const message = offerMessage(offer, entry, { service, named }, context);
  const messageRef = await context.messenger.post(offer.userId, message);
  await context.mcpOffers.posted(offer, messageRef);
  return { ...kept, messageRef };
}

// A message has room for so much. What sends more is shown by the form, whole.
const longestRequest = 5_000;

/** What creating a service would send, and its price. Undefined for other changes, and for what a message can't show. */
async function serviceOf(
  { entry, args, line }: Wanted,
  { token, context }: ProgramCaller,
): Promise<CreationOffer | undefined> {
  const given = NewService.safeParse(args).data ?? {};
  if (entry.name !== creates || (given.name === undefined && given.preset === undefined)) return undefined;
  const offer = await creationOffer(given, context, { userId: token.userId });
  return line.length + offer.lines.join("\n").length > longestRequest ? undefined : offer;
}

/** The entry that creates a service. */
const creates = "services_create";

interface Wanted {
  entry: Entry;
  args: Record<string, unknown>;
  line: string;
}

/** What is proposed, if the caller may propose it. */
async function wantedOf(given: unknown, caller: ProgramCaller): Promise<Wanted> {
  const { context, token } = caller;
  const role = await caller.role();
  const { changes } = entriesFor(context.catalogue.entries, { role, access: token.access }, context.mcp);
  const { command, arguments: args = {}, line } = argumentsIn(Proposal, given);
  if ((command === undefined) === (line === undefined)) throw new AppError("user", texts.commandOrLine);
  const wanted = command === undefined ? byLine(line ?? "", context) : await byName(command, args, caller);
  if (!changes.includes(wanted.entry)) {
    const why = whyNotFor(wanted.entry, role, context);
    await recordRefused(token, why, context, wanted.entry.name);
    throw new AppError("forbidden", why);
  }
  // It would be kept, and shown in a message.
  if (holdsSecret(wanted.line)) throw new AppError("user", texts.lineHasSecret);
  if (wanted.line.length > longestLine) throw new AppError("user", texts.lineTooLong(longestLine));
  return wanted;
}

/** Why an entry is not among the changes that a caller may propose. */
function whyNotFor(entry: Entry, role: Role | undefined, { mcp }: McpContext): string {
  if (!isForPrograms(entry)) return texts.neverByPrograms;
  if (entry.effect === "read") return texts.readsAreTools;
  if (!isAtLeast(role, entry.access)) return texts.roleTooLow(entry.access, role);
  return mcp.isReadOnly ? texts.appOnlyReads : texts.tokenOnlyReads;
}

async function byName(
  command: string,
  args: Record<string, unknown>,
  { context, token }: ProgramCaller,
): Promise<Wanted> {
  const entry = context.catalogue.entries.find(({ name }) => name === command);
  if (!entry) throw new AppError("user", texts.unknownCommand);
  const known = argumentsIn(entry.args, withoutLabels(args));
  const reading = readOwn(entry, known, context.catalogue.readCommand);
  if (reading) return { entry, args: known, line: reading.line };
  await recordRefused(token, texts.otherCommand, context, entry.name);
  throw new AppError("user", texts.otherCommand);
}

function byLine(line: string, { catalogue }: McpContext): Wanted {
  const reading = catalogue.readCommand(exactLine(unlabelled(line.replace(/^\s*\/db\s+/i, ""))));
  if (!("run" in reading)) throw new AppError("user", plainTextOf(reading.reply.text));
  return { entry: reading.entry, args: {}, line: reading.line };
}

// A program may write <@U0123ABCD|any name>. Only Slack says who that is.

const label = /<([@#!][^<>|]*)\|[^<>]*>/g;

/** A text without the names that Slack's tokens in it give. */
function unlabelled(text: string): string {
  return text.replaceAll(label, "<$1>");
}

/** The same of all texts in a value of JSON. */
function withoutLabels(value: unknown): unknown {
  if (typeof value === "string") return unlabelled(value);
  if (Array.isArray(value)) return value.map(withoutLabels);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutLabels(each)]));
}

const person = /<@([UW][A-Z0-9]+)>/g;
const group = /<!subteam\^(S[A-Z0-9]+)>/g;

/** A line in mrkdwn for each person and user group in a command line: the name in Slack, and the id. */
async function namedIn(line: string, { people }: Pick<McpContext, "people">): Promise<string[]> {
  const idsOf = (token: RegExp) => [...new Set([...line.matchAll(token)].map(([, id = ""]) => id))];
  return Promise.all([
    ...idsOf(person).map(async (id) => texts.isInSlack(id, await personName(id, people))),
    ...idsOf(group).map(async (id) => texts.isInSlack(id, await groupHandle(id, people))),
  ]);
}

/** How a proposal to the same person ended, or where it is. */
export async function statusOf(given: unknown, { token, context }: ProgramCaller): Promise<OfferResult> {
  const kept = await context.mcpOffers.find(argumentsIn(StatusArgs, given).offer);
  if (kept?.offer.userId !== token.userId) {
    if (kept) await recordRefused(token, texts.notTheirOffer, context, statusName);
    // Another person's offer is as if there were none.
    throw new AppError("missing", texts.noSuchOffer);
  }
  return resultOf(kept, context);
}

/** What was decided on an offer, and how the work that it began went. */
async function shownState(
  { offer, state, why }: KeptOffer,
  context: McpContext,
): Promise<{ state: OfferResult["state"]; reason?: string | undefined }> {
  if (state === "waiting") return { state: isOver(offer, context.now()) ? "expired" : state };
  if (state === "denied") return { state };
  if (state === "failed") return { state, reason: why };
  const started = await context.startedWork.find(offer.id);
  if (started) return context.stateOfWork(started);
  if (state !== "approved") return { state };
  if (await isRunning(offer, context)) return { state: "running" };
  return { state: "unknown", reason: texts.stoppedMeanwhile };
}

/** An offer as its program sees it. The answer that its person got is not in it, because it may hold a secret. */
async function resultOf(kept: KeptOffer, context: McpContext): Promise<OfferResult> {
  const { offer, messageRef } = kept;
  const { messenger } = context;
  const { state: shown, reason } = await shownState(kept, context);
  return {
    offer: offer.id,
    state: shown,
    ...(reason && { reason: plainTextOf(reason) }),
    command: offer.entry,
    line: `/db ${offer.line}`,
    message: texts.states[shown],
    ...(messageRef && { link: await messenger.linkTo(messageRef) }),
    expiresAt: offer.expiresAt,
  };
}
