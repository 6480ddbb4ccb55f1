import { z } from "zod";
import { batched } from "../../../lib/event-loop.ts";
import { activator } from "../../../platform/jobs/due.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { type CutEvent, bodyKeys, cutEvent, isLongBody } from "./alert-bodies.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import { type AcceptLimits, type RateReason, acceptScript, rateReasons } from "./inbox-scripts.ts";
import type { ReceivedEvent } from "./inbox-entries.ts";

/** A received event with the id that detects a repetition of its delivery. */
export interface Received {
  event: AlertEvent;
  dedupeId: string;
  /** How long the same id counts as a repetition. */
  dedupeSeconds: number;
}

/** The events of one request. */
export interface Delivery {
  hookId: string;
  received: readonly Received[];
  receivedAtMs: number;
  acceptedAtMs: number;
  /** The span of the request. */
  traceparent?: string | undefined;
  /** The length of its body, which counts against the limits. */
  bytes: number;
  /** The only version of the hook for which it is accepted; empty for any. */
  version: string;
}

/** A delivery with its long bodies cut. */
type CutDelivery = Omit<Delivery, "received"> & { received: readonly (Received & CutEvent)[] };

/** The result of a delivery. */
export interface Acceptance {
  accepted: number;
  duplicates: number;
  /** The number of accepted events above the flood limit. Only the latest of each incident is kept. */
  coalesced: number;
  /** True if nothing was accepted because the hook has another version. */
  isStale?: true;
  /** Set if nothing was accepted because of a limit: which one, and for how many milliseconds. */
  refused?: { reason: RateReason; forMs: number };
}

const largeLength = 16_384;
/** The most characters of a body that a flood keeps. */
const floodBodyLength = 2_000;
/** Small batches, so Redis stores one delivery while the next one is still being read. */
const mostEventsAtOnce = 8;

/** Accepts deliveries to one workspace, each one whole or not at all. Concurrent deliveries share a write. */
export function acceptor(
  redis: RedisClient,
  workspaceId: string,
  limits: AcceptLimits,
): (delivery: Delivery) => Promise<Acceptance> {
  const shared = [
    keys.fullInboxes(workspaceId),
    keys.alertCounts(workspaceId),
    keys.hooks(workspaceId),
    keys.hookRates(workspaceId),
    ...bodyKeys(workspaceId),
  ];
  const runAccept = acceptScript(limits);
  const activate = activator(redis, workspaceId);

  function keysOf({ hookId, received }: CutDelivery): string[] {
    return [
      keys.inbox(workspaceId, hookId),
      keys.flood(workspaceId, hookId),
      ...received.map(({ dedupeId }) => keys.seenEvent(workspaceId, hookId, dedupeId)),
    ];
  }

  function argumentsOf(delivery: CutDelivery): (string | number | Buffer)[] {
    const { hookId, version, bytes, received, receivedAtMs, acceptedAtMs, traceparent } = delivery;
    const ofEvents = received.flatMap(({ event, dedupeSeconds, packed = "" }) => {
      const entry: ReceivedEvent = {
        kind: "event",
        event,
        receivedAtMs,
        acceptedAtMs,
        traceparent,
        times: 1,
      };
      const whole = JSON.stringify(entry);
      const floodBody = event.body.slice(0, floodBodyLength);
      const isShortened = floodBody.length < event.body.length;
      return [
        dedupeSeconds,
        whole.length > largeLength ? limits.largeEntries : limits.entries,
        event.key,
        Math.max(0, Math.round(event.atMs ?? receivedAtMs)),
        whole,
        isShortened ? JSON.stringify({ ...entry, event: { ...event, body: floodBody } }) : "",
        packed,
      ];
    });
    return [hookId, version, bytes, received.length, ...ofEvents];
  }

  async function acceptAll(deliveries: readonly CutDelivery[]): Promise<Acceptance[]> {
    const all = [...shared, ...deliveries.flatMap(keysOf)];
    const args = deliveries.flatMap(argumentsOf);
    await activate();
    return Answer.parse(await reachingRedis(() => runAccept(redis, all, args)));
  }
  const accept = batched(acceptAll, ({ received }) => received.length, mostEventsAtOnce);
  // Compression is asynchronous, and short bodies need not wait for it.
  return (delivery) =>
    delivery.received.some(({ event }) => isLongBody(event.body))
      ? cut(delivery).then(accept)
      : accept(delivery);
}

async function cut(delivery: Delivery): Promise<CutDelivery> {
  const received = await Promise.all(
    delivery.received.map(async (each) => ({ ...each, ...(await cutEvent(each.event)) })),
  );
  return { ...delivery, received };
}

const Answer = z.array(z.array(z.number())).transform((all) => all.map(acceptanceOf));

function acceptanceOf(numbers: readonly number[]): Acceptance {
  const none = { accepted: 0, duplicates: 0, coalesced: 0 };
  if (numbers.length === 0) return { ...none, isStale: true };
  const [first = 0, second = 0, coalesced = 0] = numbers;
  if (numbers.length > 2) return { accepted: first, duplicates: second, coalesced };
  return { ...none, refused: { reason: rateReasons[first - 1] ?? "hook_events", forMs: second } };
}
