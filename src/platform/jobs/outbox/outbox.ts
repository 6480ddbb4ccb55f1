import { AppError } from "../../../lib/errors.ts";
import { batched } from "../../../lib/event-loop.ts";
import { type RedisClient, reachingRedis } from "../../redis/connect.ts";
import { keys, ttlInSeconds } from "../../redis/keys.ts";
import { readRecord } from "../../redis/record.ts";
import { postHoldMs } from "../post-once.ts";
import { attendScript, holdScript, stepsScript, unattendedScript } from "./scripts.ts";
import { type OutboxClaim, Shown, type TraceEntry, unshown } from "./shown.ts";
import type { Calm, ItemRecords, OutboxView, RecordsOfItems } from "./source.ts";

/** An item that a process works on. */
export interface Taken {
  itemId: string;
  /** Its score before. */
  dueMs: number;
  /** Its score during the work. A later notification sets a lower one. */
  score: number;
  shown: Shown;
  /** Its stored state. If it differs, another process took over. */
  stored: string;
  /** True if the claim in `shown` is this process's own, for a new item's first post. */
  isClaimed: boolean;
  /** How many of its events are not shown yet. */
  events: number;
  /** Its records as they were when it was taken. */
  records: ItemRecords;
}

/** How to take the first due item. */
export interface Taking {
  atMs: number;
  /** The process that takes it. */
  processId: string;
  /** The claim of a new item's first message. "{item}" in it becomes the item's id. Absent if no item can be due. */
  claim?: OutboxClaim | undefined;
  /** The traffic up to which an outbox needs no preparation. Absent if it is prepared. */
  calm?: Calm | undefined;
  recordsOf: RecordsOfItems;
}

/** What a process found in an outbox. */
export interface Found {
  view: OutboxView;
  /** True if another process works on the outbox. */
  isElsewhere: boolean;
  /** The item that it took. Undefined if none is due, or if the outbox has to be prepared first. */
  taken?: Taken | undefined;
}

/** The outcome of working on an item. */
export interface Resolution {
  atMs: number;
  shown: Shown;
  /** The fate of its events. "waiting" if they are not shown yet. */
  events: "posted" | "merged" | "dead" | "waiting";
  /**
   * When it is due again. Without it, the item leaves the outbox unless it was notified in the meantime. "gone"
   * leaves in any case.
   */
  again?: number | "gone";
  isRootPosted?: boolean;
  notBeforeMs?: number | undefined;
  /** How often in a row Slack has failed in this outbox now. Unchanged if absent. */
  failures?: number;
  /** Why it cannot be shown anywhere. */
  letter?: { reason: string; attempts: number };
  trace: readonly TraceEntry[];
}

/** The outbox of one channel: its items that differ from their wanted state. Each method is one atomic step. */
export interface Outbox {
  view(atMs: number): Promise<OutboxView>;
  /**
   * Takes the first due item, unless another living process has the outbox. Saves the claim if nothing of the item was
   * ever shown.
   */
  take(taking: Taking): Promise<Found>;
  /** Extends the hold of an item and saves its state. Undefined if it is gone, or another process has it. */
  hold(taken: Taken, shown: Shown, atMs: number): Promise<Taken | undefined>;
  /** Saves the outcome, and takes the next item with `next`. */
  resolve(taken: Taken, resolution: Resolution, next?: Taking): Promise<Found>;
}

/** One step of the script: its channel, the outcome to save, and how to take the next item. */
interface Step {
  channelId: string;
  outcome: readonly (string | number)[];
  taking: readonly (string | number)[];
}

/** Few enough that Redis is held for a millisecond only. */
const mostStepsAtOnce = 32;

/** The outbox of each channel of a workspace in Redis. Steps of the same moment share a command. */
function channelOutboxes(redis: RedisClient, workspaceId: string): (channelId: string) => Outbox {
  const shownKey = (itemId: string) => keys.shown(workspaceId, itemId);
  const all = [keys.outboxes(workspaceId)];

  async function takeSteps(steps: readonly Step[]): Promise<unknown[]> {
    const args: (string | number)[] = [];
    for (const { channelId, outcome, taking } of steps)
      args.push(channelId, outcome.length, ...outcome, taking.length, ...taking);
    const answers = await reachingRedis(() => stepsScript(redis, all, args));
    return Array.isArray(answers) ? answers : [];
  }
  const takeStep = batched(takeSteps, () => 1, mostStepsAtOnce);

  return (channelId) => ({
    view: async (atMs) => foundOf(await takeStep({ channelId, outcome: [], taking: [atMs] })).view,

    async take(taking) {
      return foundOf(await takeStep({ channelId, outcome: [], taking: takingArgs(taking) }), taking);
    },

    async hold(taken, shown, atMs) {
      const stored = JSON.stringify(shown);
      const score = atMs + postHoldMs;
      const own = [keys.outbox(workspaceId, channelId), shownKey(taken.itemId)];
      const args = [taken.itemId, taken.score, taken.stored, stored, ttlInSeconds.shown, score];
      const held = await reachingRedis(() => holdScript(redis, own, args));
      return held === 1 ? { ...taken, shown, stored, score } : undefined;
    },

    async resolve(taken, resolution, next) {
      const outcome = outcomeArgs(channelId, taken, resolution);
      const taking = next ? takingArgs(next) : [resolution.atMs];
      return foundOf(await takeStep({ channelId, outcome, taking }), next);
    },
  });
}

/** A process that was silent for so long counts as dead. */
const silentMs = 4_000;

/** The outboxes of a workspace, and the processes that work on them. */
export function outboxes(redis: RedisClient, workspaceId: string) {
  const processes = keys.outboxProcesses(workspaceId);
  const attend = (processId: string, forMs: number) =>
    reachingRedis(() => attendScript(redis, [processes], [processId, forMs, ttlInSeconds.outboxProcesses]));
  return {
    /** The outbox of one channel. */
    outbox: channelOutboxes(redis, workspaceId),
    /** Says that a process lives. It has its outboxes for 4 s from then on. */
    attend: async (processId: string): Promise<void> => void (await attend(processId, silentMs)),
    /** Says that a process ends, so others can have its outboxes at once. */
    leave: async (processId: string): Promise<void> => void (await attend(processId, 0)),
    /** Ends all pauses, because Slack takes the app's token again. Any process goes on within seconds. */
    async wake(): Promise<void> {
      await reachingRedis(async () => {
        for (const channelId of await redis.smembers(keys.outboxes(workspaceId)))
          await redis.hdel(keys.outboxState(workspaceId, channelId), "notBefore", "failures");
      });
    },
    /** The channels of the outboxes with something due that no living process has. */
    unattended: async (atMs: number): Promise<string[]> => {
      const prefixes = [keys.outbox(workspaceId, ""), keys.outboxState(workspaceId, "")];
      const own = [keys.outboxes(workspaceId), processes];
      return textsOf(await reachingRedis(() => unattendedScript(redis, own, [atMs, ...prefixes])));
    },
  };
}

/** The outboxes of a workspace. */
export type Outboxes = ReturnType<typeof outboxes>;

/** A number that Redis' scripts read, for no limit. */
const noLimit = 1e15;

/** The arguments of the steps script for taking an item. */
function takingArgs({ atMs, processId, claim, calm, recordsOf }: Taking): (string | number)[] {
  if (!claim) return [atMs, processId];
  const first: Shown = { ...unshown, claim };
  const most = calm
    ? [Math.min(calm.newWaiting, noLimit), Math.min(calm.newPostedLastMinute, noLimit)]
    : ["", ""];
  const records = [recordsOf.prefix, recordsOf.ownerPattern, recordsOf.owners];
  return [atMs, processId, JSON.stringify(first), ...most, ...records];
}

/** The arguments of the steps script for saving an outcome. */
function outcomeArgs(channelId: string, taken: Taken, resolution: Resolution): (string | number)[] {
  const { atMs, shown, again = "", isRootPosted = false, notBeforeMs = "", failures = "" } = resolution;
  const letter = resolution.letter && { itemId: taken.itemId, channelId, atMs, ...resolution.letter };
  const { itemId, score, stored, events } = taken;
  return [
    itemId,
    atMs,
    score,
    again,
    resolution.events,
    events,
    isRootPosted ? 1 : 0,
    notBeforeMs,
    failures,
    stored,
    JSON.stringify(shown),
    letter ? JSON.stringify(letter) : "",
    ...resolution.trace.map((entry) => JSON.stringify(entry)),
  ];
}

/** What the answer of the steps script says about one step. */
function foundOf(answer: unknown, taking?: Pick<Taking, "atMs">): Found {
  const [seen, ...more]: unknown[] = Array.isArray(answer) ? answer : [];
  if (!Array.isArray(seen)) throw new AppError("bug", `An outbox can't take a step: ${String(answer)}`);
  const view = viewOf(textsOf(seen));
  const [itemId, due, stored, isNew, events, item = "", owner = ""] = textsOf(more);
  if (itemId === undefined || taking === undefined) return { view, isElsewhere: false };
  if (stored === undefined) return { view, isElsewhere: true };
  const taken = {
    itemId,
    dueMs: Number(due),
    score: taking.atMs + postHoldMs,
    shown: readRecord(Shown, stored, keys.shown("…", itemId)),
    stored,
    isClaimed: isNew === "1",
    events: Number(events),
    records: { item, owner },
  };
  return { view, isElsewhere: false, taken };
}

function viewOf([due = "", newWaiting, newPosted, hasSummaries, notBefore, failures]: string[]): OutboxView {
  return {
    dueMs: due === "" ? undefined : Number(due),
    newWaiting: Number(newWaiting),
    newPostedLastMinute: Number(newPosted),
    hasSummaries: hasSummaries === "1",
    notBeforeMs: Number(notBefore),
    failures: Number(failures),
  };
}

/** The texts of a script's answer. */
function textsOf(answer: unknown): string[] {
  return Array.isArray(answer) ? answer.map(String) : [];
}
