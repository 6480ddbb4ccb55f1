import type { IncomingHttpHeaders } from "node:http";
import type { Logger } from "pino";
import { AppError } from "../../../lib/errors.ts";
import type { Metrics, RefusalReason } from "../../../lib/metrics.ts";
import type { WorkspaceSealer } from "../../../platform/secrets/seal.ts";
import type { Acceptance, Received } from "./accept.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { Inbox } from "./inbox.ts";
import type { RateReason } from "./inbox-scripts.ts";
import { readBody } from "../senders/index.ts";
import { workspaceOfHook } from "../hooks/record.ts";
import { isHookProbe, probeHeader } from "../hooks/sending.ts";
import {
  type Admission,
  type Credentials,
  type Proof,
  credentialsOf,
  hookAuthenticator,
} from "./authenticate.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import { ttlInSeconds } from "../../../platform/redis/keys.ts";
import { hashJson } from "../../../lib/hash.ts";

/** A request to a hook. */
interface Delivery {
  hookId: string;
  /** What follows the id in the address; empty where nothing does. */
  pathSecret: string;
  headers: IncomingHttpHeaders;
  /** Reads the body, for whoever may be let in. */
  body: () => Promise<Buffer | "too large" | "busy">;
}

/** What became of a request; duplicates are what had been accepted before. */
export type Receipt =
  | { outcome: "accepted" | "duplicate" | "paused"; accepted: number; duplicates: number }
  | { outcome: "unauthorized" | "too_large" | "busy" }
  /** The hook or its workspace sent too much; nothing was accepted, and the sender is to try again after that time. */
  | { outcome: "limited"; reason: RateReason; retryAfterSeconds: number }
  /** Redis is nearly full, and what is left is for everything else. */
  | { outcome: "store_full"; retryAfterSeconds: number }
  /** A delivery of our own that only tried the way. */
  | { outcome: "probed" };

/** Takes requests to hooks; fails as `upstream` where Redis cannot be reached, and nothing was accepted. */
export type Receive = (delivery: Delivery) => Promise<Receipt>;

interface Options {
  hooksOf: (workspaceId: string) => Pick<Hooks, "findVersion">;
  inboxOf: (workspaceId: string) => Pick<Inbox, "accept" | "countPaused" | "countRefused">;
  sealerOf: (workspaceId: string) => WorkspaceSealer;
  /** Has what was accepted worked in; not waited for. */
  notify: (hookId: string) => void;
  /** True while alerts are refused, so that Redis keeps room for everything else. */
  isStoreNearlyFull: () => boolean;
  metrics: Pick<Metrics, "events" | "deliveryRefused">;
  now: () => Date;
  log: Logger;
}

/** Receives alerts: checks that the sender may post to the hook, reads the body, and writes once. */
export function receiver(parts: Options): Receive {
  const { inboxOf, notify, isStoreNearlyFull, metrics, now, log, ...options } = parts;
  const door = hookAuthenticator({
    hooksOf: (hookId) => options.hooksOf(workspaceOf(hookId)),
    sealerOf: (hookId) => options.sealerOf(workspaceOf(hookId)),
    now,
    log,
  });
  const limited = recentRefusals(now);

  return async (delivery) => {
    const receivedAt = now();
    const credentials = credentialsOf(delivery.headers, delivery.pathSecret);
    if (!mayBeLetIn(delivery, credentials)) return { outcome: "unauthorized" };
    const raw = await delivery.body();
    if (raw === "too large") return { outcome: "too_large" };
    if (raw === "busy") return { outcome: "busy" };
    if (delivery.headers[probeHeader] !== undefined && (await isProbe(delivery)))
      return { outcome: "probed" };
    for (;;) {
      const receipt = await takeIn(delivery, credentials, raw, receivedAt);
      if (receipt !== "stale") return receipt;
      door.forget(delivery.hookId);
    }
  };

  async function isProbe({ hookId, headers }: Delivery): Promise<boolean> {
    const workspaceId = workspaceOfHook(hookId);
    if (workspaceId === undefined) return false;
    if (!isHookProbe(headers[probeHeader], hookId, now(), options.sealerOf(workspaceId))) return false;
    return (await options.hooksOf(workspaceId).findVersion(hookId)) !== undefined;
  }

  /** "stale" where the hook was changed since it was looked at. */
  async function takeIn(
    { hookId, headers }: Delivery,
    credentials: Credentials,
    raw: Buffer,
    receivedAt: Date,
  ): Promise<Receipt | "stale"> {
    const admission = await door.admit(hookId, credentials, raw);
    if (!admission) return { outcome: "unauthorized" };
    const { hook, proof } = admission;
    const known = limited.of(hook.id);
    if (known) return refuse(hook.id, known);
    if (isStoreNearlyFull()) return refuse(hook.id, { reason: "memory", forMs: retryWhenFullMs });
    const events = readBody(raw, hook, receivedAt);
    if (hook.paused) return pass(hook.id, events.length);
    const received = toldApart(events, deliveryIdOf(headers, proof));
    return accept(admission, received, { receivedAt, bytes: raw.length });
  }

  function refuse(hookId: string, { reason, forMs }: { reason: RefusalReason; forMs: number }): Receipt {
    metrics.deliveryRefused(reason);
    // The sender does not wait for it, and while Redis is away its connection tells the log.
    inboxOf(workspaceOf(hookId))
      .countRefused(hookId, reason, now())
      .catch((err: unknown) => log.debug({ err, hookId }, "a refused delivery is not counted"));
    const retryAfterSeconds = Math.max(1, Math.ceil(forMs / 1_000));
    return reason === "memory"
      ? { outcome: "store_full", retryAfterSeconds }
      : { outcome: "limited", reason, retryAfterSeconds };
  }

  async function pass(hookId: string, count: number): Promise<Receipt> {
    await inboxOf(workspaceOf(hookId)).countPaused(count);
    metrics.events("accepted", count);
    metrics.events("suppressed", count);
    return { outcome: "paused", accepted: count, duplicates: 0 };
  }

  async function accept(
    { hook, version }: Admission,
    received: Received[],
    { receivedAt, bytes }: { receivedAt: Date; bytes: number },
  ): Promise<Receipt | "stale"> {
    const facts = { receivedAtMs: receivedAt.getTime(), acceptedAtMs: now().getTime(), bytes };
    const inbox = inboxOf(workspaceOf(hook.id));
    const { accepted, duplicates, coalesced, isStale, refused } = await inbox.accept(
      hook.id,
      received,
      facts,
      version,
    );
    if (isStale) return "stale";
    if (refused) {
      limited.keep(hook.id, refused);
      return refuse(hook.id, refused);
    }
    metrics.events("accepted", accepted);
    metrics.events("duplicate", duplicates);
    metrics.events("coalesced", coalesced);
    // The answer goes out first.
    if (accepted > 0) setImmediate(notify, hook.id);
    return { outcome: accepted > 0 ? "accepted" : "duplicate", accepted, duplicates };
  }
}

type Refusal = NonNullable<Acceptance["refused"]>;

/** Memory is not free again at once: old incidents have to expire, or an operator has to see to it. */
const retryWhenFullMs = 30_000;

// Other replicas and the passing of time make room, so what was said counts for a moment only.
const longestKnownMs = 1_000;

/** What was last said of hooks that reached a limit, so that a flood costs neither reading its bodies nor asking Redis. */
function recentRefusals(now: () => Date) {
  const known = new Map<string, Refusal & { untilMs: number }>();
  return {
    of(hookId: string): Refusal | undefined {
      const found = known.get(hookId);
      const leftMs = found ? found.untilMs - now().getTime() : 0;
      if (found && leftMs > 0 && leftMs <= longestKnownMs) return { ...found, forMs: leftMs };
      known.delete(hookId);
      return undefined;
    },
    keep: (hookId: string, refusal: Refusal) =>
      void known.set(hookId, {
        ...refusal,
        untilMs: now().getTime() + Math.min(refusal.forMs, longestKnownMs),
      }),
  };
}

/** False for what shows nothing that a hook could let in, whatever its body says. */
function mayBeLetIn({ hookId, headers }: Delivery, { bearer, pathSecret, signature }: Credentials): boolean {
  if (workspaceOfHook(hookId) === undefined) return false;
  return bearer !== "" || pathSecret !== "" || signature !== undefined || headers[probeHeader] !== undefined;
}

function workspaceOf(hookId: string): string {
  const workspaceId = workspaceOfHook(hookId);
  if (workspaceId !== undefined) return workspaceId;
  throw new AppError("bug", "A hook has an id that no hook can have.");
}

/** The sender's own id of a delivery, the same when it tries again. */
function deliveryIdOf(headers: IncomingHttpHeaders, { signedId }: Proof): string | undefined {
  const key = headers["idempotency-key"];
  return typeof key === "string" && key !== "" ? key : signedId;
}

/**
 * The events of one delivery, each with what tells it from a repetition of the same delivery: the sender's own id of the
 * delivery, else the window that the event is of, else for half a minute its text.
 */
function toldApart(events: readonly AlertEvent[], deliveryId: string | undefined): Received[] {
  return events.map((event, index) => {
    if (deliveryId !== undefined) return ofDelivery(event, [deliveryId, index]);
    return event.startsAtMs !== undefined && event.endsAtMs !== undefined ? ofWindow(event) : ofText(event);
  });
}

/** With key and state, so that a sender that uses one id for all it sends loses nothing. */
function ofDelivery(event: AlertEvent, delivery: readonly [id: string, index: number]): Received {
  const dedupeId = hashJson(["delivery", ...delivery, event.key, event.state]);
  return { event, dedupeId, dedupeSeconds: ttlInSeconds.seenWindow };
}

function ofWindow(event: AlertEvent): Received {
  const { key, state, startsAtMs, endsAtMs } = event;
  const dedupeId = hashJson(["window", key, state, startsAtMs, endsAtMs]);
  return { event, dedupeId, dedupeSeconds: ttlInSeconds.seenWindow };
}

function ofText(event: AlertEvent): Received {
  const { key, state, title, body, startsAtMs } = event;
  const dedupeId = hashJson(["text", key, state, title, body, startsAtMs]);
  return { event, dedupeId, dedupeSeconds: ttlInSeconds.seenText };
}
