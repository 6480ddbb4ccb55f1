import type { Reply } from "../../blocks/reply.ts";

/** One thing to say in the thread of an item's message, once; what is said is never changed. */
export interface ThreadEntry {
  /** Counts up within the item, gaps allowed. */
  n: number;
  mrkdwn: string;
  /** True where the channel hears of it too. */
  isBroadcast?: true;
}

/** A text too long for a message, to share in the thread as a file, once. */
export interface ThreadFile {
  n: number;
  name: string;
  title: string;
  text: string;
  /** Reads the text when the file is shared, if `text` is only its beginning. */
  readWhole?: () => Promise<string>;
}

/** How an item's messages should look now. */
export interface Wanted {
  /** Of the item, as it was read. */
  revision: number;
  /** What stands in the channel; equal replies need no edit. */
  root: Reply;
  /** In order of `n`. */
  thread: readonly (ThreadEntry | ThreadFile)[];
}

/** What an outbox needs to know of the things it shows; whoever makes outboxes tells it. */
export interface OutboxSource {
  /** How an item should look now in a channel; undefined where it is gone from there, and nothing is left to do. */
  wanted(workspaceId: string, itemId: string, channelId: string): Promise<Wanted | undefined>;
  /**
   * Called at the beginning of each step of an outbox. May take new items out of the outbox and add others; answers true
   * where the step is to begin anew, since much is left to take.
   */
  prepare(workspaceId: string, channelId: string, traffic: OutboxTraffic): Promise<boolean>;
  /**
   * The channel takes nothing any more (archived, gone, not a member). "moved" where the item goes on in another channel
   * by the source's doing; "gone" where the item is no more, and others go on in its place; "dead" where there is
   * nowhere to go, and the outbox keeps it as a dead letter.
   */
  unreachable(
    workspaceId: string,
    channelId: string,
    itemId: string,
    reason: string,
  ): Promise<"moved" | "gone" | "dead">;
  /** Slack refused an item several times for a reason that is not known; it is tried a few times more. Never fails. */
  stuck(workspaceId: string, channelId: string, itemId: string, reason: string): Promise<void>;
  /** The channel took something. */
  reached(workspaceId: string, channelId: string, itemId: string): void;
}

/** How busy an outbox is. */
export interface OutboxTraffic {
  /** Items that were never shown. */
  newWaiting: number;
  /** First messages of items, posted within the last minute. */
  newPostedLastMinute: number;
  /** True where some of its items are, or were, shown in a digest. */
  hasSummaries?: boolean;
}
