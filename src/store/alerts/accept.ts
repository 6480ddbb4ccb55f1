import type { Redis } from "ioredis";
import { z } from "zod";
import { batched } from "../../lib/batched.ts";
import { keys } from "../keys.ts";
import { reachingRedis } from "../redis.ts";
import type { AlertEvent } from "./event.ts";
import type { ReceivedEvent } from "./inbox-entry.ts";
import { runAccept } from "./inbox-scripts.ts";

/** An event as it was received, and what tells it from a repetition of the same delivery. */
export interface Received {
  event: AlertEvent;
  dedupeId: string;
  /** For how long the same again counts as a repetition. */
  dedupeSeconds: number;
}

/** What a sender sent at once. */
export interface Delivery {
  hookId: string;
  received: readonly Received[];
  receivedAtMs: number;
  acceptedAtMs: number;
  /** Only of this version of the hook is anything accepted; empty for any. */
  version: string;
}

/** What became of what was received. */
export interface Acceptance {
  accepted: number;
  duplicates: number;
  /** How many of the accepted came above the flood limit, and wait with the latest of their incident. */
  coalesced: number;
  /** True where nothing was accepted, since the hook is not what it was at the version that was named. */
  isStale?: true;
}

/** What a flood is: above so many waiting entries, only the latest of each incident is kept. */
export interface FloodLimits {
  entries: number;
  /** The same for entries of more than 16 KB. */
  largeEntries: number;
}

const largeLength = 16_384;
/** As much of a body as a flood keeps. */
const floodBodyLength = 2_000;
/** So few that Redis takes in what came while the rest of it is still being read. */
const mostEventsAtOnce = 8;

/** Accepts deliveries to one workspace, each of them whole or not at all; those that come at once in one write. */
export function acceptor(
  redis: Redis,
  workspaceId: string,
  limits: FloodLimits,
): (delivery: Delivery) => Promise<Acceptance> {
  const shared = [
    keys.fullInboxes(workspaceId),
    keys.alertCounts(workspaceId),
    keys.hooks(workspaceId),
  ] as const;

  async function acceptAll(deliveries: readonly Delivery[]): Promise<Acceptance[]> {
    const all = [...shared, ...deliveries.flatMap((delivery) => keysOf(workspaceId, delivery))];
    const facts = deliveries.flatMap((delivery) => factsOf(delivery, limits));
    return Answer.parse(await reachingRedis(() => runAccept(redis, all, facts)));
  }
  return batched(acceptAll, ({ received }) => received.length, mostEventsAtOnce);
}

const Answer = z.array(z.array(z.number())).transform((all) => all.map(acceptanceOf));

function acceptanceOf(counts: readonly number[]): Acceptance {
  const [accepted = 0, duplicates = 0, coalesced = 0] = counts;
  return { accepted, duplicates, coalesced, ...(counts.length === 0 ? { isStale: true } : {}) };
}

function keysOf(workspaceId: string, { hookId, received }: Delivery): string[] {
  return [
    keys.inbox(workspaceId, hookId),
    keys.flood(workspaceId, hookId),
    ...received.map(({ dedupeId }) => keys.seenEvent(workspaceId, hookId, dedupeId)),
  ];
}

type Fact = string | number;

function factsOf(delivery: Delivery, limits: FloodLimits): Fact[] {
  const { hookId, version, received } = delivery;
  return [
    hookId,
    version,
    received.length,
    ...received.flatMap((each) => eventFacts(each, delivery, limits)),
  ];
}

function eventFacts(
  { event, dedupeSeconds }: Received,
  { receivedAtMs, acceptedAtMs }: Delivery,
  limits: FloodLimits,
): Fact[] {
  const entry: ReceivedEvent = { kind: "event", event, receivedAtMs, acceptedAtMs, times: 1 };
  const whole = JSON.stringify(entry);
  const isLarge = whole.length > largeLength;
  const short =
    event.body.length > floodBodyLength
      ? JSON.stringify({ ...entry, event: { ...event, body: event.body.slice(0, floodBodyLength) } })
      : "";
  return [
    dedupeSeconds,
    isLarge ? limits.largeEntries : limits.entries,
    event.key,
    Math.max(0, Math.round(event.atMs ?? receivedAtMs)),
    whole,
    short,
  ];
}
