import type { IncomingHttpHeaders } from "node:http";
import type { Logger } from "pino";
import { AppError } from "../errors.ts";
import type { Metrics } from "../metrics.ts";
import type { WorkspaceSealer } from "../secrets/seal.ts";
import type { Hooks } from "../store/alerts/hooks.ts";
import { Hook } from "../store/alerts/hook.ts";
import type { Inbox, Received } from "../store/alerts/inbox.ts";
import { readRecord } from "../store/record.ts";
import { type Proof, authenticator, nobodysHook } from "./authenticate.ts";
import { credentialsOf } from "./credentials.ts";
import { workspaceOfHook } from "./hook-id.ts";
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
  | { outcome: "unauthorized" | "too_large" };

/** Takes requests to hooks; fails as `upstream` where Redis cannot be reached, and nothing was accepted. */
export type Receive = (delivery: Delivery) => Promise<Receipt>;

interface Options {
  hooksOf: (workspaceId: string) => Pick<Hooks, "find">;
  inboxOf: (workspaceId: string) => Pick<Inbox, "accept" | "countPaused">;
  sealerOf: (workspaceId: string) => WorkspaceSealer;
  /** Has what was accepted worked in; not waited for. */
  poke: (hookId: string) => void;
  metrics: Pick<Metrics, "events">;
  now: () => Date;
  log: Logger;
}

/** Receives alerts: finds the hook, checks that the sender may post to it, reads the body, and writes once. */
export function receiver({ hooksOf, inboxOf, poke, metrics, now, log, ...options }: Options): Receive {
  const sealerOf = (hookId: string) => options.sealerOf(workspaceOf(hookId));
  const nobody = nobodysHook(sealerOf, now());
  const nobodysRecord = JSON.stringify(nobody);
  const onUnopened = (error: unknown) => log.warn({ err: error }, "a hook's secret cannot be opened");
  const authenticate = authenticator({ sealerOf, nobody, onUnopened });

  return async ({ hookId, pathSecret, headers, body }) => {
    const receivedAt = now();
    const [raw, hook] = await Promise.all([body, find(hookId)]);
    if (raw === "too large") return { outcome: "too_large" };
    const proof = await authenticate(hook, credentialsOf(headers, pathSecret), raw);
    if (!proof) return { outcome: "unauthorized" };
    const events = readBody(raw, hook, receivedAt);
    if (hook.paused) return pass(hook.id, events.length);
    return accept(hook.id, toldApart(events, deliveryIdOf(headers, proof)), receivedAt);
  };

  /** What is no hook's costs as much as what is one: a look into Redis, and the reading of a record. */
  async function find(hookId: string): Promise<Hook> {
    const id = workspaceOfHook(hookId) === undefined ? nobody.id : hookId;
    return (await hooksOf(workspaceOf(id)).find(id)) ?? readRecord(Hook, nobodysRecord, "nobody's hook");
  }

  async function pass(hookId: string, count: number): Promise<Receipt> {
    await inboxOf(workspaceOf(hookId)).countPaused(count);
    metrics.events("accepted", count);
    metrics.events("suppressed", count);
    return { outcome: "paused", accepted: count, duplicates: 0 };
  }

  async function accept(hookId: string, received: Received[], receivedAt: Date): Promise<Receipt> {
    const times = { receivedAtMs: receivedAt.getTime(), acceptedAtMs: now().getTime() };
    const { accepted, duplicates, coalesced } = await inboxOf(workspaceOf(hookId)).accept(
      hookId,
      received,
      times,
    );
    metrics.events("accepted", accepted);
    metrics.events("duplicate", duplicates);
    metrics.events("coalesced", coalesced);
    // The answer goes out first.
    if (accepted > 0) setImmediate(poke, hookId);
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
