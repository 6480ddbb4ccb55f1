import type { IncomingHttpHeaders } from "node:http";
import type { Logger } from "pino";
import { AppError } from "../../../lib/errors.ts";
import type { Metrics, RefusalReason } from "../../../lib/metrics.ts";
import { type Tracing, noTracing } from "../../../lib/tracing/tracing.ts";
import type { WorkspaceSealer } from "../../../platform/secrets/seal.ts";
import type { Acceptance, Received } from "./accept.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { Inbox } from "./inbox.ts";
import type { RateReason } from "./inbox-scripts.ts";
import { readBody } from "../senders/index.ts";
import type { HookPart } from "../context.ts";
import type { Delivery } from "../hooks/part.ts";
import { type Hook, workspaceOfHook } from "../hooks/record.ts";
import { isHookProbe, probeHeader } from "../hooks/sending.ts";
import {
  type AuthenticatedHook,
  type Credentials,
  credentialsOf,
  hookAuthenticator,
} from "./authenticate.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import { ttlInSeconds } from "../../../platform/redis/keys.ts";
import { hashJson } from "../../../lib/hash.ts";

/** A request to a hook. */
interface HookRequest {
  hookId: string;
  /** What follows the id in the address; empty if nothing does. */
  pathSecret: string;
  headers: IncomingHttpHeaders;
  /** Reads the body. Called only if the request has some credentials. */
  body: () => Promise<Buffer | "too large" | "busy">;
}

/** The result of a request. Duplicates are events that were accepted before. */
export type Receipt =
  | { outcome: "accepted" | "duplicate" | "paused"; accepted: number; duplicates: number }
  | { outcome: "unauthorized" | "too_large" | "busy" }
  /** The hook or its workspace is over a limit. Nothing was accepted; the sender is to try again after that time. */
  | { outcome: "limited"; reason: RateReason; retryAfterSeconds: number }
  /** Redis is nearly full. Its last memory is for everything else. */
  | { outcome: "store_full"; retryAfterSeconds: number }
  /** A probe: our own delivery, which only checks the route. */
  | { outcome: "probed" };

/** Handles one request to a hook. Fails as `upstream` if Redis can't be reached; then nothing was accepted. */
export type Receive = (request: HookRequest) => Promise<Receipt>;

interface Options {
  hooksOf: (workspaceId: string) => Pick<Hooks, "findVersion">;
  inboxOf: (workspaceId: string) => Pick<Inbox, "accept" | "countPaused" | "countRefused">;
  sealerOf: (workspaceId: string) => WorkspaceSealer;
  /** What other features add to hooks. */
  hookParts: readonly HookPart[];
  /** Notifies the ingestion of accepted events. Returns at once. */
  notify: (hookId: string) => void;
  /** True while Redis is so full that alerts are refused. */
  isStoreNearlyFull: () => Promise<boolean>;
  metrics: Pick<Metrics, "events" | "deliveryRefused">;
  tracing?: Tracing;
  now: () => Date;
  log: Logger;
}

/** Receives alerts: authenticates the request, reads its body, and writes once to Redis. */
export function receiver(parts: Options): Receive {
  const { inboxOf, notify, isStoreNearlyFull, metrics, tracing = noTracing, now, log, ...options } = parts;
  const { hookParts } = options;
  const authenticator = hookAuthenticator({
    hooksOf: (hookId) => options.hooksOf(workspaceOf(hookId)),
    sealerOf: (hookId) => options.sealerOf(workspaceOf(hookId)),
    hookParts,
    now,
    log,
  });
  const limited = recentRefusals(now);

  return async (request) => {
    const receivedAt = now();
    const credentials = credentialsOf(request.headers, request.pathSecret);
    if (!hasCredentials(request, credentials)) return { outcome: "unauthorized" };
    const raw = await request.body();
    if (raw === "too large") return { outcome: "too_large" };
    if (raw === "busy") return { outcome: "busy" };
    if (request.headers[probeHeader] !== undefined && (await isProbe(request))) return { outcome: "probed" };
    for (;;) {
      const receipt = await tryReceive(request, credentials, raw, receivedAt);
      if (receipt !== "stale") return receipt;
      authenticator.forget(request.hookId);
    }
  };

  async function isProbe({ hookId, headers }: HookRequest): Promise<boolean> {
    const workspaceId = workspaceOfHook(hookId);
    if (workspaceId === undefined) return false;
    if (!isHookProbe(headers[probeHeader], hookId, now(), options.sealerOf(workspaceId))) return false;
    return (await options.hooksOf(workspaceId).findVersion(hookId)) !== undefined;
  }

  /** "stale" if the hook was changed since it was read. */
  async function tryReceive(
    { hookId, headers }: HookRequest,
    credentials: Credentials,
    raw: Buffer,
    receivedAt: Date,
  ): Promise<Receipt | "stale"> {
    const authenticated = await authenticator.authenticate(hookId, credentials, raw);
    if (!authenticated) return { outcome: "unauthorized" };
    const { hook, signedId } = authenticated;
    const known = limited.of(hook.id);
    if (known) return refuse(hook.id, known);
    if (await isStoreNearlyFull()) return refuse(hook.id, { reason: "memory", forMs: retryWhenFullMs });
    const read = readBody(raw, hook, receivedAt);
    const { events, own } = deliveryOf(hook, read);
    tracing.note({ "qm.workspace": workspaceOf(hook.id), "qm.hook": hook.id, "qm.events": events.length });
    if (hook.paused) return countAsPaused(hook.id, events.length + (own?.events.length ?? 0));
    // The sender's own id of a delivery. A retry has the same one.
    const key = headers["idempotency-key"];
    const ownId = typeof key === "string" && key !== "" ? key : signedId;
    const added = own ? withDedupeIds(own.events, `${own.name} ${ownId ?? receivedAt.getTime()}`) : [];
    const received = [...withDedupeIds(events, ownId), ...added];
    return accept(authenticated, received, { receivedAt, bytes: raw.length });
  }

  /** The first part of the hook that reads deliveries reads this one. */
  function deliveryOf(hook: Hook, events: readonly AlertEvent[]): Delivery {
    for (const part of hookParts) {
      const delivery = part.deliver?.(hook, events);
      if (delivery) return delivery;
    }
    return { events };
  }

  function refuse(hookId: string, { reason, forMs }: { reason: RefusalReason; forMs: number }): Receipt {
    metrics.deliveryRefused(reason);
    // The sender does not wait for it. While Redis is away, its connection logs that.
    inboxOf(workspaceOf(hookId))
      .countRefused(hookId, reason, now())
      .catch((err: unknown) => log.debug({ err, hookId }, "couldn't count a refused delivery"));
    const retryAfterSeconds = Math.max(1, Math.ceil(forMs / 1_000));
    return reason === "memory"
      ? { outcome: "store_full", retryAfterSeconds }
      : { outcome: "limited", reason, retryAfterSeconds };
  }

  async function countAsPaused(hookId: string, count: number): Promise<Receipt> {
    await inboxOf(workspaceOf(hookId)).countPaused(count);
    metrics.events("accepted", count);
    metrics.events("suppressed", count);
    return { outcome: "paused", accepted: count, duplicates: 0 };
  }

  async function accept(
    { hook, version }: AuthenticatedHook,
    received: Received[],
    { receivedAt, bytes }: { receivedAt: Date; bytes: number },
  ): Promise<Receipt | "stale"> {
    const traceparent = tracing.eventTraceparent();
    const facts = { receivedAtMs: receivedAt.getTime(), acceptedAtMs: now().getTime(), bytes, traceparent };
    const inbox = inboxOf(workspaceOf(hook.id));
    const { accepted, duplicates, coalesced, isStale, refused } = await tracing.span("alerts.keep", {}, () =>
      inbox.accept(hook.id, received, facts, version),
    );
    if (isStale) return "stale";
    if (refused) {
      limited.keep(hook.id, refused);
      return refuse(hook.id, refused);
    }
    metrics.events("accepted", accepted);
    metrics.events("duplicate", duplicates);
    metrics.events("coalesced", coalesced);
    // Answer the sender first.
    if (accepted > 0) setImmediate(notify, hook.id);
    return { outcome: accepted > 0 ? "accepted" : "duplicate", accepted, duplicates };
  }
}

type Refusal = NonNullable<Acceptance["refused"]>;

/** Memory takes time to get free: old incidents expire, or an operator adds memory. */
export const retryWhenFullMs = 30_000;

// The limit recovers with time, and other replicas share it, so a refusal counts for a moment only.
const longestKnownMs = 1_000;

/** The recent refusals by hook, so a flood costs no parsed bodies and no calls to Redis. */
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

/** False for a request that no hook could accept, whatever its body is. */
function hasCredentials(
  { hookId, headers }: HookRequest,
  { bearer, pathSecret, signature }: Credentials,
): boolean {
  if (workspaceOfHook(hookId) === undefined) return false;
  return bearer !== "" || pathSecret !== "" || signature !== undefined || headers[probeHeader] !== undefined;
}

function workspaceOf(hookId: string): string {
  const workspaceId = workspaceOfHook(hookId);
  if (workspaceId !== undefined) return workspaceId;
  throw new AppError("bug", "A hook has an id that no hook can have.");
}

/**
 * Gives each event of a delivery the id that detects a repetition: from the sender's own id of the delivery, else from
 * the event's window, else from its text for half a minute.
 */
function withDedupeIds(events: readonly AlertEvent[], deliveryId: string | undefined): Received[] {
  return events.map((event, index) => {
    const { key, state, title, body, startsAtMs, endsAtMs } = event;
    const hasWindow = startsAtMs !== undefined && endsAtMs !== undefined;
    if (deliveryId === undefined && !hasWindow)
      return {
        event,
        dedupeId: hashJson(["text", key, state, title, body, startsAtMs]),
        dedupeSeconds: ttlInSeconds.seenText,
      };
    // With key and state, so a sender with one id for all deliveries loses nothing.
    const id =
      deliveryId === undefined
        ? ["window", key, state, startsAtMs, endsAtMs]
        : ["delivery", deliveryId, index, key, state];
    return { event, dedupeId: hashJson(id), dedupeSeconds: ttlInSeconds.seenWindow };
  });
}
