import type { HomeView, ModalView } from "@slack/types";
import type { Reply } from "../blocks/reply.ts";
import type { TimeLimit } from "../../lib/clock.ts";
import { z } from "zod";
import type { Logger } from "pino";
import { AppError, isAppError } from "../../lib/errors.ts";
import { findZone } from "../../lib/zone-names.ts";
import type { People } from "../access/known-people.ts";

/** Where a message stands, as it is kept. */
export const KeptMessageRef = z.object({ channelId: z.string(), ts: z.string() });

/** Where a message stands. */
export interface MessageRef {
  channelId: string;
  ts: string;
}

/** How a workflow's step ended: what the steps after it may use, or a sentence for people on why there is nothing. */
export type StepOutcome = { outputs: Record<string, string> } | { error: string };

/** Where links stand that may be unfurled: in a message, or in somebody's composer, for their eyes alone. */
export type LinksRef = MessageRef | { unfurlId: string };

/** What goes with a message: an unseen mark that finds it again, and the thread it belongs to. */
export interface PostOptions {
  mark?: string;
  threadTs?: string;
  /** True where the channel is shown it as well, not the thread alone. */
  isBroadcast?: boolean;
  /** Once it is over, nothing is sent any more. */
  sendBy?: TimeLimit;
}

/** A file to hand to Slack. */
export interface OutgoingFile {
  /** With its ending, as in "costs.csv". */
  name: string;
  bytes: Buffer;
  /** What a picture shows, for those who cannot see it. */
  altText?: string;
}

/**
 * What the app is in a channel: a member; a guest, who may post and not look; or nothing, so that nothing can be posted
 * (it is gone, or private without the app in it).
 */
export type Presence = "member" | "guest" | "none";

/** What the product says in Slack outside of answering a request; failures are AppErrors. */
export interface Messenger {
  /** Opens a modal on a trigger, which lives 3 s and works once. */
  openModal(triggerId: string, view: ModalView): Promise<{ viewId: string }>;
  /** Puts a modal on top of the one that the trigger's click was made in; otherwise as `openModal`. */
  pushModal(triggerId: string, view: ModalView): Promise<{ viewId: string }>;
  /** Redraws an open modal; "gone" when its person has closed it, or it is not what it was at that hash any more. */
  updateModal(viewId: string, view: ModalView, hash?: string): Promise<"updated" | "gone">;
  /** Posts to a channel, or to a person's direct messages by their user id. */
  post(channelId: string, reply: Reply, options?: PostOptions): Promise<MessageRef>;
  /**
   * A marked message of ours that was posted since, in the channel or in one of its threads; undefined where there is
   * none, or where we may not look.
   */
  findMarked(
    channelId: string,
    mark: string,
    since: Date,
    threadTs?: string,
  ): Promise<MessageRef | undefined>;
  /** True where a file of that name was shared in a thread since; false as well where we may not look. */
  isShared(fileName: string, since: Date, thread: MessageRef): Promise<boolean>;
  presenceIn(channelId: string): Promise<Presence>;
  /** Once `sendBy` is over, nothing is sent any more. */
  update(messageRef: MessageRef, reply: Reply, sendBy?: TimeLimit): Promise<void>;
  /**
   * Shows cards below a message for links in it, by their addresses as Slack told them; again, they take the place of what
   * was there. Fails as `missing` where the message is gone, as `forbidden` where the app may not for such a link, and as
   * `auth` where it was installed before it asked to.
   */
  unfurl(messageRef: LinksRef, cards: ReadonlyMap<string, Reply>): Promise<void>;
  /** Says something that only one person in a channel sees. */
  whisper(channelId: string, userId: string, reply: Reply): Promise<void>;
  /** Hands a file to Slack without showing it anywhere yet, for `slack_file` in an image block. */
  upload(file: OutgoingFile): Promise<{ fileId: string }>;
  /** Shares a file in a channel or a thread, with a comment in mrkdwn. */
  share(
    file: OutgoingFile & { title: string },
    to: { channelId: string; threadTs?: string; comment: string },
  ): Promise<void>;
  /** The IANA name of the time zone that a person keeps in Slack; undefined where Slack does not tell. */
  timeZoneOf(userId: string): Promise<string | undefined>;
  /** What Slack tells of people; `access` says what they may do. */
  people: People;
  publishHome(userId: string, view: HomeView): Promise<void>;
  /** Ends a workflow's step; where it has ended before, or is forgotten, nothing changes. */
  completeStep(executionId: string, outcome: StepOutcome): Promise<void>;
}

/** The time zone that a person keeps in Slack; undefined where it does not tell, also because it cannot be reached. */
export async function zoneOf(
  { userId }: { userId: string },
  { messenger, log }: { messenger: Pick<Messenger, "timeZoneOf">; log: Logger },
): Promise<string | undefined> {
  try {
    const found = findZone((await messenger.timeZoneOf(userId)) ?? "");
    return "zone" in found ? found.zone : undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // What goes by UTC is better than nothing, and whoever is told hears by which clocks it goes.
    log.info({ err: error }, "a person's time zone cannot be read");
    return undefined;
  }
}

/** A person, and the channel in which they asked for something; absent in App Home. */
interface Asked {
  userId: string;
  channelId?: string | undefined;
}

/** Says something for one person's eyes alone: where they asked, or in their direct messages. */
export async function tellAlone(
  { userId, channelId }: Asked,
  reply: Reply,
  messenger: Pick<Messenger, "post" | "whisper">,
): Promise<void> {
  const directly = async () => void (await messenger.post(userId, reply));
  await channelFirst(channelId, (id) => messenger.whisper(id, userId, reply), directly);
}

/** Does something in a channel, or directly where there is none or it does not let us. */
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
