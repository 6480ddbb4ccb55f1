import { setTimeout as sleep } from "node:timers/promises";
import { fairSlots } from "../fair-slots.ts";
import { itemHere } from "../item-here.ts";
import type { WaitingOutbox } from "./run.ts";
import { longestStayMs } from "./scripts.ts";
import type { OutboxStep } from "./step.ts";

/** Steps mostly wait for Slack. A workspace alone gets as many as it has connections to Slack. */
const stepsAtOnce = 256;
const stepsOfWorkspace = 32;

/** A process says so often that it lives, while it has outboxes. */
const attendEveryMs = 1_000;

interface Options {
  stepsOf: (outbox: WaitingOutbox) => () => Promise<OutboxStep>;
  /** Says that this process lives and has outboxes of a workspace. */
  attend: (workspaceId: string) => Promise<void>;
  /** Says that this process has none any more. */
  leave: (workspaceId: string) => Promise<void>;
  onRedisError: (error: Error) => void;
}

/** Takes the steps of outboxes in this process. An outbox that waits costs a timer, and nothing in Redis. */
export function outboxRunners({ stepsOf, attend, leave, onRedisError }: Options) {
  const here = new Map<string, ReturnType<typeof itemHere>>();
  /** How many outboxes of each workspace this process has. */
  const attended = new Map<string, number>();
  const slots = fairSlots(stepsAtOnce, stepsOfWorkspace);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const attendNow = (workspaceId: string) => void attend(workspaceId).catch(onRedisError);
  const attending = setInterval(() => [...attended.keys()].forEach(attendNow), attendEveryMs).unref();

  function enter(workspaceId: string): void {
    const before = attended.get(workspaceId) ?? 0;
    attended.set(workspaceId, before + 1);
    // Commands keep their order, so Redis hears of the process before the process takes an item.
    if (before === 0) attendNow(workspaceId);
  }

  function exit(workspaceId: string): void {
    const left = (attended.get(workspaceId) ?? 1) - 1;
    if (left > 0) attended.set(workspaceId, left);
    else attended.delete(workspaceId);
  }

  async function run(id: string, outbox: WaitingOutbox): Promise<void> {
    const { workspaceId } = outbox;
    const present = itemHere();
    here.set(id, present);
    const step = stepsOf(outbox);
    enter(workspaceId);
    for (;;) {
      present.listen();
      const outcome = await takeSteps(workspaceId, step);
      if (outcome === "next" || stopping.signal.aborted) break;
      if (outcome === "done") {
        if (present.isWoken()) continue;
        break;
      }
      const { againInMs, isPaused = false } = outcome;
      // For a longer wait, the step has left the outbox to any process.
      const stays = againInMs <= longestStayMs;
      if (!stays) exit(workspaceId);
      await present.rest(againInMs, isPaused);
      if (!stays) enter(workspaceId);
    }
    // In the same instant in which it sees that the outbox was not woken, so no notice is lost.
    here.delete(id);
    exit(workspaceId);
  }

  /** All steps up to a wait or the end, once there is a slot. */
  async function takeSteps(workspaceId: string, step: () => Promise<OutboxStep>): Promise<OutboxStep> {
    await slots.enter(workspaceId);
    try {
      let outcome: OutboxStep = "next";
      while (outcome === "next" && !stopping.signal.aborted) outcome = await step();
      return outcome;
    } finally {
      slots.leave(workspaceId);
    }
  }

  return {
    /** Takes the steps of an outbox, or one more if it is here already. Returns at once. */
    notify(outbox: WaitingOutbox): void {
      const id = `${outbox.workspaceId}.${outbox.channelId}`;
      if (here.get(id)?.wake() || stopping.signal.aborted) return;
      const work = run(id, outbox).finally(() => running.delete(work));
      running.add(work);
    },
    isStopping: () => stopping.signal.aborted,
    /** Lets steps under way end, for at most `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      stopping.abort();
      clearInterval(attending);
      for (const present of here.values()) present.end();
      const workspaceIds = [...attended.keys()];
      await Promise.race([Promise.all(running), sleep(graceMs, undefined, { ref: false })]);
      await Promise.all(workspaceIds.map((workspaceId) => leave(workspaceId).catch(() => undefined)));
    },
  };
}
