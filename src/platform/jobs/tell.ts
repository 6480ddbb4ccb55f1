import type { Logger } from "pino";
import { orUndefined } from "../../lib/errors.ts";
import { type Grants, someAdmins } from "../access/grants.ts";
import { mentionOf } from "../access/known-people.ts";
import { limits } from "../blocks/limits.ts";
import type { Reply } from "../blocks/reply.ts";
import { context as smallPrint } from "../blocks/text.ts";
import { type MessageRef, type Messenger, channelFirst, ifReachable } from "./messenger.ts";
import { type OncePost, type PostingParts, postOnce } from "./post-once.ts";

/** What someone who can act must hear, because a promise stands on it. */
export interface Notice {
  /** No other message of the workspace has it. */
  key: string;
  reply: Reply;
  /** The person to tell first. */
  userId?: string | undefined;
  /** Where it goes if the person can't be reached. */
  channelId?: string | undefined;
  /** True if the channel hears it in any case. */
  isForChannel?: boolean | undefined;
}

/** A reply, or a function that makes it for each place that hasn't read it. It gets true if someone has read it. */
type Made = Reply | ((isHeard: boolean) => Promise<Reply>);

/** The parts that telling needs. */
export interface TellingParts extends PostingParts {
  messenger: PostingParts["messenger"] & Pick<Messenger, "people">;
  grants: Pick<Grants, "list">;
  log: Logger;
}

/**
 * Tells someone who can act, each person once: the person, or else the channel, or else the admins. False if it reached
 * no one. Keep then what depends on it, show why, and try again.
 */
export async function tellSomeone(
  notice: Omit<Notice, "reply"> & { reply: Made },
  context: TellingParts,
): Promise<boolean> {
  const { key, reply, userId, channelId, isForChannel = false } = notice;
  const made = (isHeard: boolean) => (typeof reply === "function" ? () => reply(isHeard) : reply);
  const isHeard = userId !== undefined && (await tellPerson(userId, { key, reply: made(false) }, context));
  // The channel of what was set in direct messages is its person.
  const isDirect = channelId === undefined || channelId === "" || /^[UWD]/.test(channelId);
  const inChannel =
    channelId !== undefined && channelId !== userId && (!isHeard || (isForChannel && !isDirect));
  const post = { key: `${key}:channel`, reply: made(isHeard) };
  const isPosted = inChannel && (await tellIn(channelId, post, context));
  return isHeard || isPosted || tellAdmins({ ...notice, reply: made(false) }, context);
}

/** Tells a channel, or else the person, or else the admins. False if it reached no one. */
export async function tellChannel(notice: Notice, context: TellingParts): Promise<boolean> {
  const { key, reply, userId, channelId } = notice;
  if (channelId !== undefined && (await tellIn(channelId, { key, reply }, context))) return true;
  const isHeard =
    userId !== undefined && (await tellPerson(userId, { key: `${key}:person`, reply }, context));
  return isHeard || tellAdmins(notice, context);
}

/**
 * Tells a person how it went what they asked for: alone where they asked, or in direct messages. If they can't be
 * reached, admins read it without the buttons, which are the person's. False if it reached no one.
 */
export async function tellAlone(
  notice: Notice & { userId: string },
  context: TellingParts & { messenger: Pick<Messenger, "whisper"> },
): Promise<boolean> {
  const { userId, channelId, reply } = notice;
  const { messenger } = context;
  const post = async () => {
    await channelFirst(
      channelId,
      (id) => messenger.whisper(id, userId, reply),
      async () => void (await messenger.post(userId, reply)),
    );
    return true;
  };
  if (!(await hasLeft(userId, context)) && (await ifReachable(post))) return true;
  return tellAdmins({ ...notice, reply: withoutButtons(reply) }, context);
}

/** The same in direct messages. Returns the person's message, if they can be reached. */
export async function tellDirectly(
  notice: Notice & { userId: string },
  context: TellingParts,
): Promise<MessageRef | undefined> {
  const { userId, reply } = notice;
  const isThere = userId !== "" && !(await hasLeft(userId, context));
  const messageRef = isThere ? await ifReachable(() => context.messenger.post(userId, reply)) : undefined;
  if (!messageRef) await tellAdmins({ ...notice, reply: withoutButtons(reply) }, context);
  return messageRef;
}

/** Tells some admins. False if none was reached. */
export async function tellAdmins(
  { key, reply, userId, channelId }: Omit<Notice, "reply"> & Pick<OncePost, "reply">,
  context: TellingParts,
): Promise<boolean> {
  let isHeard = false;
  const noted = async () =>
    withNote(typeof reply === "function" ? await reply() : reply, whyAdmins(userId, channelId));
  for (const adminId of await someAdmins(context))
    if (await tellPerson(adminId, { key: `${key}:${adminId}`, reply: noted }, context)) isHeard = true;
  if (!isHeard) context.log.warn({ key }, "no one could be told, not even an admin");
  return isHeard;
}

type Said = Pick<OncePost, "key" | "reply">;

/** False for a person who has left, although Slack may still take what is posted to them. */
async function tellPerson(userId: string, said: Said, context: TellingParts): Promise<boolean> {
  return tellIn(userId, said, context);
}

async function tellIn(channelId: string, said: Said, context: TellingParts): Promise<boolean> {
  return (await postTo(channelId, said, context)) !== undefined;
}

/** Posts once to a channel or a person. Undefined if no one reads it there: tell someone else then. */
export async function postTo(
  place: string,
  post: Omit<OncePost, "channelId">,
  context: TellingParts,
): Promise<MessageRef | undefined> {
  if (place === "" || (await hasLeft(place, context))) return undefined;
  return ifReachable(() => postOnce(context, { ...post, channelId: place }));
}

async function hasLeft(userId: string, { messenger }: TellingParts): Promise<boolean> {
  if (!/^[UW]/.test(userId)) return false;
  // If Slack says nothing about people now, the post shows whether it is taken.
  const find = () => messenger.people.find(userId);
  const facts = await orUndefined(find, "missing", "auth", "forbidden", "limited", "upstream");
  return facts?.isGone ?? false;
}

function whyAdmins(userId: string | undefined, channelId: string | undefined): string {
  const person = userId && /^[UW]/.test(userId) ? mentionOf(userId) : undefined;
  const channel = channelId && /^[CG]/.test(channelId) ? `<#${channelId}>` : undefined;
  const all = [person, channel].filter((each) => each !== undefined);
  if (all.length === 0) return "_You read this as an admin, because no one else can be reached._";
  return `_You read this as an admin, because I can't reach ${all.join(" or ")}._`;
}

function withoutButtons(given: Reply): Reply {
  return { ...given, blocks: given.blocks.filter(({ type }) => type !== "actions") };
}

function withNote(given: Reply, note: string): Reply {
  const { text, blocks, ...rest } = given;
  const noted = blocks.length < limits.message.blocks ? [...blocks, smallPrint(note)] : blocks;
  return { ...rest, text: `${text}\n${note}`, blocks: noted };
}
