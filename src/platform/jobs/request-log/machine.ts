import type { Logger } from "pino";
import type { Clock } from "../../../lib/clock.ts";
import { type AppError, isAppError } from "../../../lib/errors.ts";
import type { Departure } from "../../cloud/client.ts";
import { keepTrying, tryLater } from "../keep-trying.ts";
import type { Step } from "../worker.ts";
import type { Holds, RequestLog, Updated } from "./log.ts";
import { type Lost, awaitSender, readAgainInMs, remainingMs, sendOnce } from "./send-once.ts";

/** A request that a server must get at most once, with its log and its process's clocks. */
export interface Pending<Progress> {
  id: string;
  log: RequestLog<Progress>;
  context: {
    now: () => Date;
    newId: () => string;
    moment: Clock;
    limits: { cloudTimeoutMs: number };
    log: Logger;
  };
}

/** Why no answer came. */
export interface Loss {
  lostAt: string;
  /** True if the server answered with a failure of its own, so it no longer works on the request. */
  answered: boolean;
  /** True if the server answered that it succeeded, in an answer that can't be read. */
  succeeded: boolean;
  /** What went wrong, for people. Undefined if its sender left no outcome, and may still go on. */
  message: string | undefined;
}

/** A record that is `sending`. One process writes it right before the request leaves. */
interface Attempt {
  /** Tells the process. Absent in records of earlier versions. */
  claim?: string | undefined;
  sentAt: string;
}

/** How requests of one kind are sent, and what their records say afterwards. */
export interface RequestKind<Of, Progress, Sending extends Progress & Attempt, Answer> {
  pendingOf(this: void, of: Of): Pending<Progress>;
  /** Sends it. It leaves once it has passed its departure. */
  send(this: void, of: Of, sending: Sending, departure: Departure): Promise<Answer>;
  /** Follows the server's own answer, which only this process knows. `save` saves its outcome. */
  answered(
    this: void,
    of: Of,
    facts: { sending: Sending; answer: Answer; save(this: void, outcome: Progress): Promise<Step> },
  ): Promise<Step>;
  /** The record once the answer is lost. */
  lost(this: void, sending: Sending, loss: Loss): Progress;
  /** The record after an outcome. Undefined if the present one knows as much. */
  next(this: void, now: Progress | undefined, outcome: Progress, sending: Sending): Progress | undefined;
  /** Follows an outcome that was saved. */
  saved?(this: void, of: Of, kept: Updated<Progress>, outcome: Progress): Promise<void>;
  /** Follows a failure that surely had no effect. `kept` is its record now. */
  refused(
    this: void,
    of: Of,
    kept: Progress | undefined,
    facts: {
      read: Progress | undefined;
      sending: Sending;
      failure: AppError;
      isUnconfirmed: boolean;
      save(this: void, outcome: Progress): Promise<Step>;
    },
  ): Promise<Step>;
}

/** What to do after a failure that surely had no effect. */
interface Again<Progress> {
  /** The record now. */
  kept: Progress | undefined;
  failure: AppError;
  /** Since when it is tried. */
  since: string;
  /** The record of one that is tried again, and of one that has failed. */
  again: Progress;
  failed: Progress;
  /** Shows that it waits, for so many milliseconds in all. */
  showWaiting(this: void, waitedMs: number): Promise<void>;
}

/** While another process has the request. */
const laterMs = 1_000;

/** Takes the steps that every kind of request has: sending it once, waiting for another sender, saving its outcome. */
export function requestMachine<Of, Progress extends object, Sending extends Progress & Attempt, Answer>(
  kind: RequestKind<Of, Progress, Sending, Answer>,
) {
  /** Saves an outcome that only this process knows, so it waits until Redis is back. */
  async function save(of: Of, sending: Sending, outcome: Progress): Promise<Step> {
    const { id, log } = kind.pendingOf(of);
    const kept = await keepTrying(() => log.update(id, (now) => kind.next(now, outcome, sending)));
    if (kept) await kind.saved?.(of, kept, outcome);
    return "next";
  }

  return {
    /** Sends a request once. `read` is its record, and `sending` the one from the moment that it may leave. */
    async send(of: Of, read: Progress | undefined, sending: Sending): Promise<Step> {
      const { id, log, context } = kind.pendingOf(of);
      const sent = await sendOnce<Progress, Answer>({
        log,
        id,
        read,
        sending,
        moment: context.moment,
        forMs: context.limits.cloudTimeoutMs,
        send: (departure) => kind.send(of, sending, departure),
      });
      const saveIt = (outcome: Progress) => save(of, sending, outcome);
      switch (sent.outcome) {
        case "taken":
          return { againInMs: laterMs };
        case "answered":
          return kind.answered(of, { sending, answer: sent.answer, save: saveIt });
        case "lost": {
          const { happened: message, answered, succeeded } = sent.failure;
          context.log.warn({ err: sent.failure, id }, "the answer to a request was lost");
          const lostAt = context.now().toISOString();
          return save(of, sending, kind.lost(sending, { lostAt, answered, succeeded, message }));
        }
        case "refused": {
          const { failure, isUnconfirmed } = sent;
          // A write that failed may have been made.
          const now = await keepTrying(() => log.find(id));
          const isOurs = now !== undefined && "claim" in now && now.claim === sending.claim;
          return kind.refused(of, isOurs ? now : read, {
            read,
            sending,
            failure,
            isUnconfirmed,
            save: saveIt,
          });
        }
      }
    },
    /** Waits for another process that sent it. If that leaves no outcome, its answer is lost. */
    awaitSender(of: Of, sending: Sending): Promise<Step> {
      const { id, log, context } = kind.pendingOf(of);
      return awaitSender<Progress>(log, id, sending, context, (lostAt) =>
        kind.lost(sending, { lostAt, answered: false, succeeded: false, message: undefined }),
      );
    },
  };
}

/**
 * Looks for the outcome of a lost request, less and less often, and once more when the time is over by which it shows.
 * `find` gets true then. It returns undefined to look again, and `searching` shows that.
 */
export async function findLost(
  { context }: { context: { limits: { settleMs: number }; now: () => Date } },
  lost: Lost,
  find: (isOver: boolean) => Promise<Step | undefined>,
  searching?: () => Promise<unknown>,
): Promise<Step> {
  // Measured before the look: what is done by then shows.
  const leftMs = remainingMs(lost, context);
  const step = await find(leftMs <= 0);
  if (step !== undefined) return step;
  await searching?.();
  return { againInMs: readAgainInMs(lost, context.now(), leftMs) };
}

/** Saves the progress, unless it has changed since it was read. The next step follows in any case. */
export async function keepUnlessChanged<Progress>(
  { id, log }: Pick<Pending<Progress>, "id" | "log">,
  read: Progress | undefined,
  progress: Progress,
): Promise<Step> {
  await log.saveUnlessChanged(id, read, progress);
  return "next";
}

/** Tries a request again for two minutes after a failure that may pass. After any other it has failed. */
export async function tryRequestAgain<Progress>(
  { id, log, context }: Pending<Progress>,
  { kept, failure, since, again, failed, showWaiting }: Again<Progress>,
): Promise<Step> {
  context.log.warn({ err: failure, id }, "couldn't make a request yet");
  const ageMs = context.now().getTime() - Date.parse(since);
  const againInMs = isAppError(failure, "limited", "upstream") ? tryLater(ageMs, failure) : undefined;
  const next = againInMs === undefined ? failed : again;
  // If this were forgotten, a request that surely had no effect would seem lost.
  await keepTrying(() => log.saveUnlessChanged(id, kept, next));
  if (againInMs === undefined) return "next";
  await showWaiting(ageMs + againInMs);
  return { againInMs };
}

/**
 * Takes a step that reads a thing and then writes it, while no other change of ours does: one of the two would be lost. The
 * same change may take the hold again, so a process that died delays nothing.
 */
export async function whileHolding<Thing, Progress>(
  { thing, holds }: { thing: Thing; holds: Holds<Thing> },
  { id, context }: Pick<Pending<Progress>, "id" | "context">,
  step: () => Promise<Step>,
): Promise<Step> {
  const forMs = 2 * context.limits.cloudTimeoutMs + spareMs;
  if (!(await holds.take(thing, id, forMs))) return { againInMs: laterMs };
  try {
    return await step();
  } finally {
    await holds.release(thing, id);
  }
}

/** Besides the two calls of a step, each with its whole time. */
const spareMs = 10_000;

/** Whether an outcome is in the audit log, and whether its person was notified. */
interface Followed {
  recorded: boolean;
  notified: boolean;
}

/** Follows an outcome up, each step once: records it, then tells its person. */
export async function followUp<Progress extends { status: string }>(
  { id, log }: Pick<Pending<Progress>, "id" | "log">,
  outcome: Progress & Followed,
  { record, tell }: { record(this: void): Promise<void>; tell(this: void): Promise<void> },
): Promise<Step> {
  if (outcome.recorded && outcome.notified) return "done";
  await (outcome.recorded ? tell() : record());
  const noted = outcome.recorded ? { notified: true } : { recorded: true };
  // A quick person may have clicked a button already, and that choice stays.
  await log.update(id, (now) => (now?.status === outcome.status ? { ...now, ...noted } : undefined));
  return "next";
}
