import type { IncomingHttpHeaders } from "node:http";
import type { Logger } from "pino";
import { AppError } from "../errors.ts";
import type { Metrics } from "../metrics.ts";
import type { WorkspaceSealer } from "../secrets/seal.ts";
import type { Received } from "../store/alerts/accept.ts";
import type { Hooks } from "../store/alerts/hooks.ts";
import type { Inbox } from "../store/alerts/inbox.ts";
import { type Admission, doorkeeper } from "./admit.ts";
import type { Proof } from "./authenticate.ts";
import { credentialsOf } from "./credentials.ts";
import { workspaceOfHook } from "./hook-id.ts";
import { isHookProbe, probeHeader } from "./hook-probe.ts";
import { readBody } from "./senders/index.ts";
import { toldApart } from "./tell-apart.ts";

/** A request to a hook. */
export interface Delivery {
  hookId: string;
  /** What follows the id in the address; empty where nothing does. */
  pathSecret: string;
  headers: IncomingHttpHeaders;
  body: Promise<Buffer | "too large">;
}

/** What became of a request; duplicates are what had been accepted before. */
export type Receipt =
  | { outcome: "accepted" | "duplicate" | "paused"; accepted: number; duplicates: number }
  | { outcome: "unauthorized" | "too_large" }
  /** A delivery of our own that only tried the way. */
  | { outcome: "probed" };

/** Takes requests to hooks; fails as `upstream` where Redis cannot be reached, and nothing was accepted. */
export type Receive = (delivery: Delivery) => Promise<Receipt>;

interface Options {
  hooksOf: (workspaceId: string) => Pick<Hooks, "findVersion">;
  inboxOf: (workspaceId: string) => Pick<Inbox, "accept" | "countPaused">;
  sealerOf: (workspaceId: string) => WorkspaceSealer;
  /** Has what was accepted worked in; not waited for. */
  poke: (hookId: string) => void;
  metrics: Pick<Metrics, "events">;
  now: () => Date;
  log: Logger;
}

/** Receives alerts: checks that the sender may post to the hook, reads the body, and writes once. */
export function receiver({ inboxOf, poke, metrics, now, log, ...options }: Options): Receive {
  const door = doorkeeper({
    hooksOf: (hookId) => options.hooksOf(workspaceOf(hookId)),
    sealerOf: (hookId) => options.sealerOf(workspaceOf(hookId)),
    now,
    log,
  });

  return async (delivery) => {
    const receivedAt = now();
    const raw = await delivery.body;
    if (raw === "too large") return { outcome: "too_large" };
    if (delivery.headers[probeHeader] !== undefined && (await isProbe(delivery)))
      return { outcome: "probed" };
    for (;;) {
      const receipt = await takeIn(delivery, raw, receivedAt);
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
    { hookId, pathSecret, headers }: Delivery,
    raw: Buffer,
    receivedAt: Date,
  ): Promise<Receipt | "stale"> {
    const admission = await door.admit(hookId, credentialsOf(headers, pathSecret), raw);
    if (!admission) return { outcome: "unauthorized" };
    const { hook, proof } = admission;
    const events = readBody(raw, hook, receivedAt);
    if (hook.paused) return pass(hook.id, events.length);
    return accept(admission, toldApart(events, deliveryIdOf(headers, proof)), receivedAt);
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
    receivedAt: Date,
  ): Promise<Receipt | "stale"> {
    const times = { receivedAtMs: receivedAt.getTime(), acceptedAtMs: now().getTime() };
    const inbox = inboxOf(workspaceOf(hook.id));
    const { accepted, duplicates, coalesced, isStale } = await inbox.accept(
      hook.id,
      received,
      times,
      version,
    );
    if (isStale) return "stale";
    metrics.events("accepted", accepted);
    metrics.events("duplicate", duplicates);
    metrics.events("coalesced", coalesced);
    // The answer goes out first.
    if (accepted > 0) setImmediate(poke, hook.id);
    return { outcome: accepted > 0 ? "accepted" : "duplicate", accepted, duplicates };
  }
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
