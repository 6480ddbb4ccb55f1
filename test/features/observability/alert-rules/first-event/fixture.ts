import { clockOf } from "../../../../../src/lib/clock.ts";
import type { Redis } from "ioredis";
import { ingestInbox } from "../../../../../src/features/alerts/ingest/ingest.ts";
import type { Reply } from "../../../../../src/platform/blocks/reply.ts";
import type { AppContext } from "../../../../../src/app/context.ts";
import { AppError } from "../../../../../src/lib/errors.ts";
import { followFirstEvents } from "../../../../../src/features/observability/alert-rules/first-event/follow.ts";
import type { AlertEvent } from "../../../../../src/features/alerts/incident/event-record.ts";
import type { MadeAlert } from "../../../../../src/features/alerts/rules/made-alerts.ts";
import { keys } from "../../../../../src/platform/redis/keys.ts";
import { createStore } from "../../../../../src/app/store.ts";
import { hookRecord, madeAlert, received } from "../../../../support/alerts.ts";
import { mortal } from "../../../../support/mortal.ts";
import { type Deployment, observedFixture } from "../../fixture.ts";
import { tileAlert } from "../tile-alert.ts";

class Death extends Error {}

/** A target, a hook and the alert “Checkout errors” of Ada (U1) in #alerts (C1). The test controls Slack. */
export async function firstEventFixture(redis: Redis, deployment: Deployment) {
  const { context: whole, target, cloud } = await observedFixture(redis, deployment);
  const { alert, dashboardId, tileId } = await tileAlert(target, whole, { name: "Checkout errors" });
  const hook = hookRecord();
  await whole.hooks.add(hook);
  const told: { to: string; reply: Reply }[] = [];
  const refused = new Set<string>();
  let nowMs = whole.now().getTime();
  let callsLeft = Infinity;
  let ids = 0;

  function chance(): void {
    if (callsLeft <= 0) throw new Death("The process died.");
    callsLeft -= 1;
  }
  function say(to: string, reply: Reply): void {
    if (refused.has(to)) throw new AppError("forbidden", "No.");
    told.push({ to, reply });
  }
  const messenger = {
    post: async (channelId: string, reply: Reply) => (say(channelId, reply), { channelId: "D1", ts: "1.0" }),
    // Slack finds no marks by a user's id.
    findMarked: async () => undefined,
  };
  const mortals = {
    madeAlerts: mortal(whole.madeAlerts, chance),
    firstEvents: mortal(whole.firstEvents, chance),
    incidents: mortal(whole.incidents, chance),
    webhookTargets: mortal(whole.webhookTargets, chance),
    messenger: mortal(messenger, chance),
  };
  const newId = () => `i${(ids += 1)}`;
  // Holds all that the ingestion and this job use. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = {
    ...whole,
    ...mortals,
    newId,
    now: () => new Date(nowMs),
    moment: clockOf(() => new Date(nowMs)),
  } as unknown as AppContext;
  const ingest = ingestInbox({
    contextOf: () => context,
    notifyOutbox: () => {},
    listened: createStore(redis).listened,
  });
  const follow = followFirstEvents(() => context);

  return {
    context: whole,
    cloud,
    target,
    hook,
    alertId: alert.id,
    tile: { dashboardId, tileId },
    told,
    refused,
    pass: (ms: number) => (nowMs += ms),
    texts: () => told.map(({ to, reply }) => `${to}: ${reply.text}`),
    remember: (facts: Partial<MadeAlert> = {}) =>
      whole.madeAlerts.remember(
        madeAlert({
          alertId: alert.id,
          connection: target.connection,
          serviceId: target.serviceId,
          dashboardId,
          tileId,
          threshold: 5,
          webhookId: "w1",
          ...facts,
        }),
      ),
    /** Accepts events through the hook, and ingests them. */
    async happens(...events: Partial<AlertEvent>[]): Promise<void> {
      const times = { receivedAtMs: nowMs, acceptedAtMs: nowMs };
      await whole.inbox.accept(
        hook.id,
        events.map((event) => received(event)),
        times,
      );
      while ((await ingest(hook.id)) === "next");
    },
    /** Marks an incident's message as posted by the outbox. */
    shows: (incidentId: string) =>
      redis.set(
        keys.shown("T1", incidentId),
        JSON.stringify({ root: { channelId: "C1", ts: "12.3" }, generation: 1, threadUpTo: -1 }),
      ),
    /** Follows all clues. Returns the job's last step. */
    async follow() {
      for (;;) {
        const step = await follow("T1");
        if (step !== "next") return step;
      }
    },
    /** Follows them with a process that dies after this many outside calls. True if it survived. */
    async followUntilDeath(calls: number): Promise<boolean> {
      callsLeft = calls;
      try {
        await this.follow();
        return true;
      } catch (error) {
        if (!(error instanceof Death)) throw error;
        return false;
      } finally {
        callsLeft = Infinity;
        // The hold of the dead process has expired when another process continues.
        await redis.del(keys.postHold("T1", `first-event:${alert.id}`));
      }
    },
    offersOnly: (offers: "documented") =>
      fetch(`${cloud.controlUrl}/observability`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ offers }),
      }),
    clues: () => redis.zcard(keys.firstEvents("T1")),
  };
}
