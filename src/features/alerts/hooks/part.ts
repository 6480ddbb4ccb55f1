import type { Button, KnownBlock } from "@slack/types";
import type { z } from "zod";
import type { CodePart, ShownIn } from "../../../platform/as-code/part.ts";
import type { Summary } from "../../../platform/audit/log.ts";
import type { Call } from "../../../platform/commands/call.ts";
import type { Visitor } from "../../../platform/forms/window.ts";
import type { Wanted } from "../../../platform/jobs/outbox/source.ts";
import type { Listened } from "../../../platform/redis/listening.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import type { Incident } from "../incident/record.ts";
import type { Facts, HoldBack } from "../incident/step.ts";
import type { IngestedIncident, RedisCommand } from "../ingest/commit.ts";
import type { InboxEntry, ReceivedEvent } from "../receive/inbox-entries.ts";
import type { Waiting } from "../receive/inbox.ts";
import type { Form } from "../../../platform/forms/form.ts";
import type { Hook, KeptHookPart } from "./record.ts";

/**
 * What another feature adds to hooks and to the way of their alerts. All of it is optional, and an alert pays only for
 * what its hook has.
 */
export interface PartOfHooks<Context, WorkContext> extends KeptHookPart {
  /** What the audit log has of them. */
  facts?(hook: Hook): Summary;
  /** The references to secrets that go when the hook goes. */
  references?(hook: Hook): string[];
  /** A hook's part in the workspace's file. */
  asCode?: HookPartInFile<Context>;
  /** Calls of `/db alerts hooks`. */
  calls?: readonly Call<Context>[];
  /** The form that sets it, by its word in `/db alerts hooks set`. */
  form?: HookForm<Context>;
  /** Its tab of a hook's window. */
  tab?: {
    name: string;
    label: string;
    draw(this: void, hook: Hook, person: Visitor, context: Context): Promise<KnownBlock[]> | KnownBlock[];
  };
  /** Its lines and buttons on the tab about escalation. */
  onEscalationTab?(
    hook: Hook,
    person: Visitor,
    context: Context,
  ): Promise<{ lines: string[]; buttons: Button[] }>;
  /** The names of its queues. Lists of alerts say what waits in them. */
  jobs?: readonly string[];
  /** What to do when a paused hook is resumed. */
  resumed?(hook: Hook, context: Context): Promise<void> | undefined;
  /** Reads a delivery: the events to keep, and those to add, with the texts that tell one from another. */
  deliver?(hook: Hook, events: readonly AlertEvent[]): Delivery | undefined;
  /** What it says of a hook's first delivery, in mrkdwn, if this is its event. */
  sayFirst?(hookInMrkdwn: string, event: AlertEvent): string | undefined;
  /** The name of its timer, among those of a hook's incidents. */
  timer?: string;
  /** Joins the ingestion of a part of a hook's inbox. Undefined if it has nothing to do, at no cost. */
  ingest?(
    this: void,
    part: IngestPart,
    context: WorkContext,
  ): Promise<Ingestion | undefined> | Ingestion | undefined;
  /** Whom an escalation of the hook mentions now. Undefined for the hook's group. */
  onCall?(hook: Hook, nowMs: number, context: WorkContext): Promise<Facts["onCall"]> | undefined;
  /** Its own items in the outboxes of channels. */
  posts?: {
    has(itemId: string): boolean;
    wanted(itemId: string, context: WorkContext): Promise<Wanted | undefined>;
  };
}

/** A form that sets something of a hook, by its word. */
export interface HookForm<Context> {
  name: string;
  form: Form<Context>;
}

/** How a part reads a delivery. */
export interface Delivery {
  events: readonly AlertEvent[];
  /** Events of its own that stand for the delivery. They say the same each time, so the text tells them apart. */
  own?: { events: readonly AlertEvent[]; name: string };
}

/** A part of a hook's inbox that is being ingested. */
export interface IngestPart {
  hook: Hook;
  waiting: Pick<Waiting, "entries" | "hasMore">;
  /** True if the part's timer is due. */
  isDue: boolean;
  nowMs: number;
  /** Since when deliveries could arrive. */
  listened: () => Promise<Listened>;
}

/** What a part does while an inbox is ingested. */
export interface Ingestion {
  /** The entries to go on with, in place of those that wait. */
  entries?: InboxEntry[];
  /** Events of its own. */
  events?: readonly ReceivedEvent[];
  /** The numbers of events that became no incident, by reason. */
  suppressed?: Readonly<Record<string, number>>;
  /** New incidents are held while this lasts. */
  holdBack?: HoldBack | undefined;
  /** True if it posts in the hook's channel. */
  isPosting?: boolean;
  /** What to store besides the incidents, in the same write. */
  store?(applied: Applied): readonly RedisCommand[];
  /** Jobs to wake once all is stored. A round finds those that no process woke. */
  wake?(): readonly Job[];
}

/** A job of a queue: its id, and its data. */
export interface Job {
  queue: string;
  id: string;
  data: unknown;
}

/** The result of a part of an inbox. */
export interface Applied {
  incidents: readonly IngestedIncident[];
  /** As they were before, as far as they were there. */
  known: readonly Incident[];
  counts: Readonly<Record<string, number>>;
}

/** How the workspace's file has a part of a hook. `Item` holds its fields alone. */
export interface HookPartInFile<Context, Item = Record<string, unknown>> {
  fields: z.ZodRawShape;
  itemOf(hook: Hook): Item;
  /** The fields of a hook's record for an item. Those that say the same stay as they are. */
  put(hook: Hook, item: Item, making: { context: Context; stamp: Stamp }): Partial<Hook>;
  /** The fields of the record that are not in the file, and why. */
  leftOut: Readonly<Record<string, string>>;
  /** What of a present item is to be compared with the wanted one. By default all. */
  compared?(present: Item, wanted: Item): Item;
  /** Why an item can't be put here, as a sentence. */
  problem?(wanted: Item, before: Item | undefined, context: Context): Promise<string | undefined>;
  /** The references to secrets that it names. */
  references?(item: Item): (string | undefined)[];
  /** What to do before a hook is stored with it, and after. */
  beforePut?(hook: Hook, present: Hook | undefined, context: Context): Promise<void>;
  afterPut?(hookId: string, wanted: Item, before: Item | undefined, context: Context): Promise<void>;
  shownIn?: ShownIn;
  /** The guards of its own stores, which compare a hook's whole items. */
  guards?(itemOf: (hook: Hook) => HookItem): CodePart<Context, HookItem>["guards"];
}

type HookItem = Readonly<Record<string, unknown>>;

/** Who sets something now. */
interface Stamp {
  userId: string;
  at: string;
}
