import type { EntityMetadata, HomeView, ModalView } from "@slack/types";
import type { Logger } from "pino";
import { z } from "zod";
import type { TimeLimit } from "../../lib/clock.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import { kept, placeId } from "../../lib/kinds.ts";
import { findZone } from "../../lib/zone-names.ts";
import type { People } from "../access/known-people.ts";
import type { Reply } from "../blocks/reply.ts";

/** A message reference in a record. */
export const KeptMessageRef = z.object({ channelId: kept(placeId), ts: z.string() });

/** A message reference. */
export type MessageRef = z.output<typeof KeptMessageRef>;

/** A workflow step's outcome: outputs for later steps, or a sentence for people. */
export type StepOutcome = { outputs: Record<string, string> } | { error: string };

/** Where links are to unfurl: in a message, or in a person's composer. */
export type LinksRef = MessageRef | { unfurlId: string };

/** What a pane shows: a Work Object, or why there is none. Plain text. */
type PaneContent = { entity: EntityMetadata } | { title: string; message: string };

/** Options of a message: an unseen mark that finds it again, and its thread. */
export interface PostOptions {
  mark?: string;
  threadTs?: string;
  /** True to show it in the channel as well as the thread. */
  isBroadcast?: boolean;
  /** After this time nothing is sent. */
  sendBy?: TimeLimit;
}

/** What Slack shows about the app's work in a conversation. While it works, people see a stop button. */
type WorkStatus = "processing" | "active";

/** A conversation with the app: a thread, by the `ts` of its first message. */
export interface ConversationRef {
  channelId: string;
  threadTs: string;
}

/** A file to upload. */
export interface OutgoingFile {
  /** With its extension, as in "costs.csv". */
  name: string;
  bytes: Buffer;
  /** What a picture shows, for people who cannot see it. */
  altText?: string;
}

/**
 * The app in a channel: a member; a guest, which may post but not read; or none, so it cannot post (the channel is
 * gone, or private without the app).
 */
export type Presence = "member" | "guest" | "none";

/** The app's messages in Slack, apart from responses to requests. Failures are AppErrors. */
export interface Messenger {
  /** Opens a modal. The trigger lives 3 s and works once. */
  openModal(triggerId: string, view: ModalView): Promise<{ viewId: string }>;
  /**
   * Pushes a modal on top of the one that was clicked in. If Slack's stack of three is full, it replaces the content of
   * the clicked one. Otherwise like `openModal`.
   */
  pushModal(triggerId: string, view: ModalView, clickedViewId: string): Promise<{ viewId: string }>;
  /** Redraws an open modal. Returns "gone" if its person closed it, or its hash is another one now. */
  updateModal(viewId: string, view: ModalView, hash?: string): Promise<"updated" | "gone">;
  /** Posts to a channel, or to a person's direct messages by their user id. */
  post(channelId: string, reply: Reply, options?: PostOptions): Promise<MessageRef>;
  /**
   * Finds a marked message of ours posted since then, in the channel or a thread. Undefined if there is none, and
   * "unreadable" if we may not read. Fails as limited while Slack takes no more reads; the search then goes on later.
   */
  findMarked(
    channelId: string,
    mark: string,
    since: Date,
    threadTs?: string,
  ): Promise<MessageRef | "unreadable" | undefined>;
  /** True if a file of that name was shared in a thread since then. Also false if we may not read. */
  isShared(fileName: string, since: Date, thread: MessageRef): Promise<boolean>;
  presenceIn(channelId: string): Promise<Presence>;
  /** The permanent address of a message, which opens in every client. It never fails. */
  linkTo(messageRef: MessageRef): Promise<string>;
  /** Sends nothing after `sendBy`. */
  update(messageRef: MessageRef, reply: Reply, sendBy?: TimeLimit): Promise<void>;
  /**
   * Shows cards below a message for its links, by their addresses as Slack gave them. Replaces earlier cards. Fails
   * as `missing` if the message is gone, as `forbidden` if the app may not unfurl the link, and as `auth` if its
   * installation lacks the scope. If Slack refuses the Work Objects, it gets the replies alone.
   */
  unfurl(messageRef: LinksRef, cards: ReadonlyMap<string, Reply>): Promise<void>;
  /** Fills the pane that a person opened. The trigger lives 3 s and works once. */
  presentObject(triggerId: string, content: PaneContent): Promise<void>;
  /** Posts a message that only one person sees, in the channel or a thread. */
  whisper(
    channelId: string,
    userId: string,
    reply: Reply,
    options?: Pick<PostOptions, "threadTs">,
  ): Promise<void>;
  /**
   * Shows whether the app works in a conversation. The title names a new conversation, in at most 200 characters. Fails
   * if the Slack app isn't declared as an agent.
   */
  showStatus(conversation: ConversationRef, status: WorkStatus, title?: string): Promise<void>;
  /** Uploads a file without showing it, for `slack_file` in an image block. */
  upload(file: OutgoingFile): Promise<{ fileId: string }>;
  /** Shares a file in a channel or a thread, with a comment in mrkdwn. */
  share(
    file: OutgoingFile & { title: string },
    to: { channelId: string; threadTs?: string; comment: string },
  ): Promise<void>;
  /** The IANA name of a person's time zone in Slack. Undefined if Slack does not give it. */
  timeZoneOf(userId: string): Promise<string | undefined>;
  /** Slack's facts about people. `access` has their roles. */
  people: People;
  publishHome(userId: string, view: HomeView): Promise<void>;
  /** Completes a workflow's step. Nothing changes if it already ended. */
  completeStep(executionId: string, outcome: StepOutcome): Promise<void>;
}

/** A person's time zone in Slack. Undefined if Slack does not give it or cannot be reached. */
export async function zoneOf(
  { userId }: { userId: string },
  { messenger, log }: { messenger: Pick<Messenger, "timeZoneOf">; log: Logger },
): Promise<string | undefined> {
  try {
    const found = findZone((await messenger.timeZoneOf(userId)) ?? "");
    return "zone" in found ? found.zone : undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // UTC is better than nothing, and the text names the zone.
    log.info({ err: error }, "couldn't read a person's time zone");
    return undefined;
  }
}

/** Undefined if the person has left Slack, the message was deleted, or the channel refuses the app. */
export async function ifReachable<Result>(
  work: () => Promise<Result>,
  onRefusal?: (refusal: AppError) => void,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    onRefusal?.(error);
    return undefined;
  }
}

/** Draws a message again. False if it was deleted, or can no longer be changed. A change of a message notifies no one. */
export async function redraw(
  messenger: Pick<Messenger, "update">,
  messageRef: MessageRef,
  reply: Reply,
  onRefusal?: (refusal: AppError) => void,
): Promise<boolean> {
  const work = () => messenger.update(messageRef, reply).then(() => true);
  return (await ifReachable(work, onRefusal)) ?? false;
}

/** Does something in a channel, or in direct messages if there is no channel or it refuses. */
export async function channelFirst<T>(
  channelId: string | undefined,
  inChannel: (channelId: string) => Promise<T>,
  directly: () => Promise<T>,
): Promise<T> {
  if (channelId === undefined) return directly();
  try {
    return await inChannel(channelId);
  } catch (error) {
    if (isAppError(error, "forbidden", "missing")) return directly();
    throw error;
  }
}

/** A file for one person, the message that announces it, and what that says if Slack refuses the file. */
interface FileForPerson {
  file: OutgoingFile;
  announced: Reply;
  refused: Reply;
  /** Beside the file, in mrkdwn. */
  comment: string;
}

/** Sends a file to a person's direct messages. */
export async function sendFile(
  userId: string,
  { file, announced, refused, comment }: FileForPerson,
  messenger: Pick<Messenger, "post" | "share" | "update">,
): Promise<void> {
  const message = await messenger.post(userId, announced);
  try {
    await messenger.share({ ...file, title: file.name }, { channelId: message.channelId, comment });
  } catch (error) {
    // The message announced a file that does not follow.
    await messenger.update(message, refused);
    throw error;
  }
}
