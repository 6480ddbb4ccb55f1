import type { Reply } from "../../blocks/reply.ts";

/** The state of an outbox. Times are in Unix milliseconds. */
export interface OutboxView {
  /** When its first item is due. Undefined if it is empty. */
  dueMs: number | undefined;
  /** Items that were never shown. */
  newWaiting: number;
  /** First messages of items, posted within the last minute. */
  newPostedLastMinute: number;
  /** True if a storm summary shows, or showed, some of its items. */
  hasSummaries: boolean;
  /** Nothing is due before this. */
  notBeforeMs: number;
  /** How often in a row Slack failed here. */
  failures: number;
}

/** The most traffic of an outbox that needs no preparation. One with summaries always needs it. */
export type Calm = Pick<OutboxTraffic, "newWaiting" | "newPostedLastMinute">;

/** One entry in the thread of an item's message. It is posted once and never changes. */
export interface ThreadEntry {
  /** Rises within the item. Gaps are allowed. */
  n: number;
  mrkdwn: string;
  /** True if the channel sees it too. */
  isBroadcast?: true;
}

/** A text too long for a message. It is shared in the thread as a file, once. */
export interface ThreadFile {
  n: number;
  name: string;
  title: string;
  text: string;
  /** Reads the whole text when the file is shared, if `text` is only its beginning. */
  readWhole?: () => Promise<string>;
}

/** The wanted state of an item's messages. */
export interface Wanted {
  /** The item's revision when it was read. */
  revision: number;
  /** The message in the channel. Equal replies need no edit. */
  root: Reply;
  /** In order of `n`. */
  thread: readonly (ThreadEntry | ThreadFile)[];
  /**
   * The spans of the latest events that it shows, the newest last. Empty for an event without one. Absent if no request
   * brought it, such as a storm's summary: then showing it begins a trace.
   */
  traceparents?: readonly string[] | undefined;
}

/** The records of an item, as stored. Empty texts if there are none. */
export interface ItemRecords {
  item: string;
  /** Of the one that the item belongs to. */
  owner: string;
}

/** Where the records of a workspace's items are. An outbox reads them in the same step. */
export interface RecordsOfItems {
  /** The key of an item's record, without its id. */
  prefix: string;
  /** The pattern in Lua that finds the id of an item's owner in its record. */
  ownerPattern: string;
  /** The key of a hash with the owners' records. */
  owners: string;
}

/** What an outbox must know about its items, from the feature that owns them. */
export interface OutboxSource {
  recordsOf(workspaceId: string): RecordsOfItems;
  /** An item's wanted state in a channel. Undefined if it left the channel and nothing remains to do. */
  wanted(
    workspaceId: string,
    itemId: string,
    channelId: string,
    records: ItemRecords,
  ): Promise<Wanted | undefined>;
  /** The traffic up to which `prepare` has nothing to do. */
  calm: Calm;
  /**
   * Called before an item is taken from a busy outbox. May remove new items and add others. Returns true to start
   * again, because much is left to remove.
   */
  prepare(workspaceId: string, channelId: string, traffic: OutboxTraffic): Promise<boolean>;
  /**
   * The channel takes nothing any more (archived, gone, not a member). "moved": the source moved the item to another
   * channel. "gone": the item no longer exists, and others replace it. "dead": there is nowhere to go, and the outbox
   * keeps it as a dead letter.
   */
  unreachable(
    workspaceId: string,
    channelId: string,
    itemId: string,
    reason: string,
  ): Promise<"moved" | "gone" | "dead">;
  /** Slack refused an item several times for an unknown reason. A few tries follow. Never fails. */
  stuck(workspaceId: string, channelId: string, itemId: string, reason: string): Promise<void>;
  /** The channel took a message. */
  reached(workspaceId: string, channelId: string, itemId: string): void;
}

/** How busy an outbox is. */
export type OutboxTraffic = Pick<OutboxView, "newWaiting" | "newPostedLastMinute"> &
  Partial<Pick<OutboxView, "hasSummaries">>;
