import { peopleOf } from "../../support/people.ts";
import { clockOf } from "../../../src/lib/clock.ts";
import type { Redis } from "ioredis";
import { pino } from "pino";
import { ingestInbox } from "../../../src/features/alerts/ingest/ingest.ts";
import { alertOutboxSource } from "../../../src/features/alerts/outbox/source.ts";
import { usualStormLimits } from "../../../src/features/alerts/storm/storm.ts";
import type { Reply } from "../../../src/platform/blocks/reply.ts";
import type { AppContext } from "../../../src/app/context.ts";
import { outboxSteps } from "../../../src/platform/jobs/outbox/step.ts";
import { AppError, type ErrorKind } from "../../../src/lib/errors.ts";
import { noTracing } from "../../../src/lib/tracing/tracing.ts";
import type { AlertEvent } from "../../../src/features/alerts/incident/event-record.ts";
import { createStore } from "../../../src/app/store.ts";
import { hookRecord, received } from "../../support/alerts.ts";

/** A hook with its ingestion and its outboxes on a real Redis. The test controls Slack and the clock. */
export function alertFixture(redis: Redis, hook = hookRecord()) {
  const store = createStore(redis);
  const kept = store.workspace("T1");
  const posts: {
    channelId: string;
    text: string;
    blocks?: Reply["blocks"];
    ts: string;
    mark: string;
    atMs: number;
  }[] = [];
  const shared: string[] = [];
  const refused = new Map<string, AppError>();
  let nowMs = Date.parse("2026-11-20T10:00:00.000Z");
  let ids = 0;

  const messenger = {
    people: peopleOf(),
    async post(channelId: string, { text, blocks }: Reply, { mark = "" }: { mark?: string } = {}) {
      const error = refused.get(channelId);
      if (error) throw error;
      const ts = `${posts.length + 1}.0`;
      posts.push({ channelId, text, blocks, ts, mark, atMs: nowMs });
      return { channelId, ts };
    },
    async update({ ts }: { ts: string }, { text, blocks }: Reply) {
      for (const post of posts) if (post.ts === ts) Object.assign(post, { text, blocks });
    },
    share: async ({ bytes }: { bytes: Buffer }) => void shared.push(bytes.toString()),
    findMarked: async (channelId: string, mark: string) =>
      posts.find((post) => post.channelId === channelId && post.mark === mark),
    isShared: async () => false,
    timeZoneOf: async () => "Europe/Berlin",
    linkTo: async ({ channelId, ts }: { channelId: string; ts: string }) =>
      `https://acme.slack.com/archives/${channelId}/p${ts.replace(".", "")}`,
  };
  const log = pino({ level: "silent" });
  const parts = {
    ...kept,
    workspaceId: "T1",
    messenger,
    ingestSoon: () => {},
    newId: () => `i${(ids += 1)}`,
    people: { find: async (userId: string) => ({ userId, name: `Person ${userId}` }) },
    now: () => new Date(nowMs),
    moment: clockOf(() => new Date(nowMs)),
    log,
  };
  // Holds all that ingestion and outboxes use. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as AppContext;
  const step = ingestInbox({
    contextOf: () => context,
    notifyOutbox: () => {},
    listened: () => store.listened(),
  });
  const source = alertOutboxSource(() => context, usualStormLimits);

  return {
    ...kept,
    context,
    source,
    posts,
    /** The texts of the files that were shared. */
    shared,
    pass: (ms: number) => (nowMs += ms),
    nowMs: () => nowMs,
    begin: () => kept.hooks.add(hook),
    /** Makes a channel refuse every post from now on. */
    refuse: (channelId: string, kind: ErrorKind = "forbidden") =>
      refused.set(channelId, new AppError(kind, "Slack refused this.", { code: "is_archived" })),
    accepts: (channelId: string) => refused.delete(channelId),
    accept: (...events: Partial<AlertEvent>[]) =>
      kept.inbox.accept(
        hook.id,
        events.map((event) => received(event)),
        { receivedAtMs: nowMs, acceptedAtMs: nowMs },
      ),
    async ingest(): Promise<void> {
      while ((await step(hook.id)) === "next");
    },
    /** Runs a channel's outbox until it has nothing to do for half a minute. */
    async runOutbox(channelId: string): Promise<void> {
      const stepOf = outboxSteps({
        workspaceId: "T1",
        channelId,
        outbox: kept.outboxes.outbox(channelId),
        messenger,
        source,
        everyMs: 0,
        longestWaitMs: Infinity,
        now: () => new Date(nowMs),
        clock: () => ({ wallMs: nowMs, monotonicMs: nowMs }),
        newToken: () => `token ${(ids += 1)}`,
        tracing: noTracing,
        processId: "this",
        isStopping: () => false,
        log,
      });
      for (let steps = 0; steps < 300; steps += 1) {
        const outcome = await stepOf();
        if (outcome === "done") return;
        if (outcome !== "next") {
          const dueMs = (await kept.outboxes.outbox(channelId).view(nowMs)).dueMs ?? 0;
          if (dueMs > nowMs + 30_000) return;
          // A timer waits for whole milliseconds, and a time of the outbox can be between two.
          nowMs += Math.ceil(outcome.againInMs);
        }
      }
      throw new Error("The outbox does not come to rest.");
    },
  };
}
