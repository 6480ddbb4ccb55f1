import type { Redis } from "ioredis";
import { pino } from "pino";
import { type Reply, say } from "../../../../src/platform/blocks/reply.ts";
import type { OutboxSource, OutboxTraffic, Wanted } from "../../../../src/platform/jobs/outbox/source.ts";
import { outboxSteps } from "../../../../src/platform/jobs/outbox/step.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { type WorkspaceStore, createStore } from "../../../../src/app/store.ts";
import { noTracing } from "../../../../src/lib/tracing/tracing.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { type TimeLimit, isOver } from "../../../../src/lib/clock.ts";
import { mortal } from "../../../support/mortal.ts";
import { hourMs } from "../../../../src/lib/duration.ts";
import type { OutboxRun } from "../../../../src/platform/jobs/outbox/run.ts";

/** A message in Slack. */
export interface PostedMessage {
  channelId: string;
  ts: string;
  text: string;
  mark: string;
  threadTs?: string;
  isBroadcast?: boolean;
  fileName?: string;
  edits: number;
  atMs: number;
}

/** An item's wanted state; the thread by its entries. */
export interface Look {
  root: string;
  thread?: Wanted["thread"];
}

class Death extends Error {}

interface Marking {
  channelId?: string;
  score?: number;
  events?: number;
  isNew?: boolean;
}

type Outcome = Awaited<ReturnType<ReturnType<typeof outboxSteps>>>;

/** Channels, items and a clock that the test controls, beside a real Redis. */
export interface OutboxFixture {
  nowMs: number;
  /** How far Slack's clock is behind ours. */
  slackBehindMs: number;
  readonly messages: PostedMessage[];
  readonly items: Map<string, Look>;
  readonly prepared: OutboxTraffic[];
  /** Called with each call to Slack before its first byte leaves. */
  connect: (call: string) => void | Promise<void>;
  /** Called before each call to Slack takes effect. Its error is Slack's answer. */
  refuse: (call: string, text: string) => void | Promise<void>;
  /** The same, after the call took effect. */
  lose: (call: string, text: string) => void;
  fate: "moved" | "gone" | "dead";
  readonly unreachable: string[];
  /** The items that Slack refused several times, with channel and reason. */
  readonly stuck: string[];
  /** Prepares an outbox. */
  prepare: (traffic: OutboxTraffic) => Promise<boolean>;
  /** Called when an item is read. */
  read: (itemId: string) => Promise<void>;
  /** Marks an item as the ingestion does. */
  mark(itemId: string, marking?: Marking): Promise<void>;
  /** Changes an item's wanted state, as an event does. */
  change(itemId: string, view: Look, marking?: Marking): Promise<void>;
  /** The steps of one more process. */
  process(channelId?: string): () => Promise<Outcome>;
  /** Takes steps of one process until it has to wait or is done. Returns which. */
  run(channelId?: string, step?: () => Promise<Outcome>): Promise<Exclude<Outcome, "next">>;
  /** Takes steps and moves the clock until the outbox is done, for an hour at most. */
  finish(channelId?: string): Promise<void>;
  /** Dies after this many outside calls. Each counts twice, before and after it. */
  dieAfter(calls: number): void;
  /** Lets processes live again. True if one had died. */
  revive(): boolean;
  counts(): Promise<Record<string, number>>;
  waitingEvents(channelId?: string): Promise<number>;
  texts(channelId?: string): string[];
  readonly store: WorkspaceStore;
}

const workspaceId = "T1";

/** An empty fixture. */
export function outboxFixture(redis: Redis, everyMs = 1_000): OutboxFixture {
  const messages: PostedMessage[] = [];
  const items = new Map<string, Look>();
  const prepared: OutboxTraffic[] = [];
  let callsToLive = Infinity;
  let isDead = false;
  let tokens = 0;

  const fixture: OutboxFixture = {
    nowMs: Date.parse("2026-11-20T10:00:00Z"),
    slackBehindMs: 0,
    messages,
    items,
    prepared,
    connect: () => {},
    refuse: () => {},
    lose: () => {},
    fate: "dead",
    unreachable: [],
    stuck: [],
    prepare: async () => false,
    read: async () => {},

    async mark(itemId, { channelId = "C1", score = fixture.nowMs, events = 1, isNew = false } = {}) {
      const transaction = redis
        .multi()
        .zadd(keys.outbox(workspaceId, channelId), "LT", score, itemId)
        .sadd(keys.outboxes(workspaceId), channelId)
        .hincrby(keys.outboxEvents(workspaceId, channelId), itemId, events);
      if (isNew) transaction.sadd(keys.outboxNew(workspaceId, channelId), itemId);
      await transaction.exec();
    },
    async change(itemId, view, options = {}) {
      const isNew = !items.has(itemId);
      items.set(itemId, view);
      await fixture.mark(itemId, { isNew, ...options });
    },
    process: (channelId = "C1") => outboxSteps(runOf(channelId)),
    async run(channelId = "C1", step = fixture.process(channelId)) {
      for (let steps = 0; steps < 1_000; steps += 1) {
        const outcome = await step();
        if (outcome !== "next") return outcome;
      }
      throw new Error("The outbox does not finish.");
    },
    async finish(channelId = "C1") {
      const endMs = fixture.nowMs + hourMs;
      while (fixture.nowMs <= endMs) {
        const outcome = await fixture.run(channelId);
        if (outcome === "done") return;
        fixture.nowMs += outcome.againInMs;
      }
      throw new Error("The outbox is not done in time.");
    },
    dieAfter(calls) {
      callsToLive = calls;
      isDead = false;
    },
    revive() {
      const died = isDead;
      callsToLive = Infinity;
      isDead = false;
      return died;
    },
    counts: async () => {
      const counts = await redis.hgetall(keys.alertCounts(workspaceId));
      return Object.fromEntries(Object.entries(counts).map(([fate, count]) => [fate, Number(count)]));
    },
    waitingEvents: async (channelId = "C1") => {
      const counts = await redis.hvals(keys.outboxEvents(workspaceId, channelId));
      return counts.reduce((sum, count) => sum + Number(count), 0);
    },
    texts: (channelId = "C1") =>
      messages.filter((message) => message.channelId === channelId).map(({ text }) => text),
    store: createStore(redis).workspace(workspaceId),
  };

  const clock = () => ({ wallMs: fixture.nowMs, monotonicMs: fixture.nowMs });

  function chance(): void {
    if (isDead) throw new Death();
    callsToLive -= 1;
    if (callsToLive >= 0) return;
    isDead = true;
    throw new Death();
  }

  async function called<T>(call: string, text: string, work: () => T, sendBy?: TimeLimit): Promise<T> {
    await fixture.connect(call);
    // A process that paused does not send too late.
    if (sendBy && isOver(sendBy, clock())) throw new AppError("upstream", "It was too late to send it.");
    await fixture.refuse(call, text);
    const answer = work();
    fixture.lose(call, text);
    return answer;
  }

  function add(message: Omit<PostedMessage, "ts" | "edits" | "atMs">): PostedMessage {
    const added = {
      ...message,
      ts: `${messages.length + 1}.0`,
      edits: 0,
      atMs: fixture.nowMs - fixture.slackBehindMs,
    };
    messages.push(added);
    return added;
  }

  const messenger: OutboxRun["messenger"] = {
    post: (channelId, { text }, { mark = "", threadTs, isBroadcast, sendBy } = {}) =>
      called(
        threadTs ? "thread" : "post",
        text,
        () => {
          const inThread = threadTs ? { threadTs, isBroadcast: isBroadcast ?? false } : {};
          const { ts } = add({ channelId, text, mark, ...inThread });
          return { channelId, ts };
        },
        sendBy,
      ),
    update: ({ ts }, { text }, sendBy) =>
      called(
        "edit",
        text,
        () => {
          const message = messages.find((each) => each.ts === ts);
          if (!message) throw new Error(`There is no message ${ts}.`);
          message.text = text;
          message.edits += 1;
        },
        sendBy,
      ),
    share: ({ name }, { channelId, threadTs = "" }) =>
      called("file", name, () => void add({ channelId, text: name, mark: "", threadTs, fileName: name })),
    findMarked: (channelId, mark, since, threadTs) =>
      called("find", mark, () => {
        const found = messages.find((each) => each.mark === mark && each.threadTs === threadTs);
        return found && found.atMs >= since.getTime() ? { channelId, ts: found.ts } : undefined;
      }),
    isShared: (fileName, since, { ts }) =>
      called("find", fileName, () =>
        messages.some(
          (each) => each.threadTs === ts && each.fileName === fileName && each.atMs >= since.getTime(),
        ),
      ),
  };

  const source: OutboxSource = {
    recordsOf: () => ({ prefix: "none:", ownerPattern: "none", owners: "none" }),
    calm: { newWaiting: -1, newPostedLastMinute: -1 },
    async wanted(_, itemId) {
      const view = items.get(itemId);
      await fixture.read(itemId);
      return view && { revision: 1, root: say(view.root) satisfies Reply, thread: view.thread ?? [] };
    },
    async prepare(_, __, traffic) {
      prepared.push(traffic);
      return fixture.prepare(traffic);
    },
    async unreachable(_, channelId, itemId, reason) {
      fixture.unreachable.push(`${itemId} ${channelId} ${reason}`);
      return fixture.fate;
    },
    async stuck(_, channelId, itemId, reason) {
      fixture.stuck.push(`${itemId} ${channelId} ${reason}`);
    },
    reached() {},
  };

  function runOf(channelId: string): OutboxRun {
    return {
      workspaceId,
      channelId,
      outbox: mortal(fixture.store.outboxes.outbox(channelId), chance),
      messenger: mortal(messenger, chance),
      source: { ...source, wanted: (...read) => mortal(source, chance).wanted(...read) },
      everyMs,
      longestWaitMs: Infinity,
      now: () => new Date(fixture.nowMs),
      clock,
      newToken: () => `token ${(tokens += 1)}`,
      tracing: noTracing,
      processId: "this",
      isStopping: () => false,
      log: pino({ level: "silent" }),
    };
  }

  return fixture;
}

/** Thread entries that say these, from 1 on. */
export function entries(...texts: string[]): Wanted["thread"] {
  return texts.map((mrkdwn, index) => ({ n: index + 1, mrkdwn }));
}
