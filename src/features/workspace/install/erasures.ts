import type { App } from "@slack/bolt";
import type { Logger } from "pino";
import { z } from "zod";
import { slackClockToleranceMs } from "../../../lib/clock.ts";
import { type AppError, isAppError } from "../../../lib/errors.ts";
import { hashText } from "../../../lib/hash.ts";
import type { Metrics } from "../../../lib/metrics.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { notice } from "../../../platform/forms/notice.ts";
import type { JobConnections } from "../../../platform/jobs/bullmq.ts";
import { jobEraser } from "../../../platform/jobs/erase.ts";
import { openQueue } from "../../../platform/jobs/queue.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { RedisClient } from "../../../platform/redis/connect.ts";
import type { WorkspaceSecrets } from "../../../platform/secrets/workspace.ts";
import { EndingBody, workspaceIdOfAny } from "../../../platform/slack/bodies.ts";
import { ephemeral } from "../../../platform/slack/interactions/respond.ts";
import type { Installation, Installations } from "./installations.ts";
import * as texts from "./texts.ts";

interface Options {
  redis: RedisClient;
  jobConnections: JobConnections;
  installations: Pick<Installations, "find" | "remove">;
  /** A workspace's secrets. It deletes those that we keep for it. */
  secretsOf: (workspaceId: string) => Pick<WorkspaceSecrets, "discardAll" | "rememberKept">;
  /** Deletes a workspace's keys, unless the app is installed there. */
  eraseKeys: (workspaceId: string) => Promise<number | "installed">;
  /** True if Slack knows the app's token of a workspace. Fails as `upstream` if Slack cannot be reached. */
  isAlive: (workspaceId: string, installation: Installation | undefined) => Promise<boolean>;
  metrics?: Pick<Metrics, "stepFailed">;
  now: () => Date;
  onRedisError: (error: Error) => void;
  log: Logger;
  pace?: Pace | undefined;
}

/** How often and how long a workspace is erased. Work that was running at first may still write. */
export interface Pace {
  everyMs: number;
  /** Longer than any call of a cloud. No call begins while the app is not installed. */
  forMs: number;
}

const usualPace: Pace = { everyMs: 8_000, forMs: 40_000 };

const Item = z.object({
  workspaceId: z.string(),
  endedAtMs: z.number(),
  acceptedAtMs: z.number(),
  isWhole: z.boolean(),
});
type Item = z.infer<typeof Item>;

/** Deletes everything that is kept of workspaces that removed the app. */
export type Erasures = ReturnType<typeof startErasures>;

const name = "erasures";

/** Starts the erasures. */
export function startErasures(options: Options) {
  const { redis, jobConnections, installations, metrics, now, onRedisError, log, pace = usualPace } = options;
  const jobs = jobEraser(redis, onRedisError, [name]);
  const queue = openQueue({
    connections: jobConnections,
    name,
    forgetsDone: true,
    metrics,
    onRedisError,
    log,
  });
  queue.work({ advance: (_id, item) => advance(Item.parse(item)) });

  async function advance(item: Item): Promise<Step> {
    const { workspaceId } = item;
    const installation = await installations.find(workspaceId);
    const isOver = now().getTime() - item.acceptedAtMs >= pace.forMs;
    if (!isCertain(item, installation) && (await options.isAlive(workspaceId, installation))) {
      return isOver ? "done" : { againInMs: pace.everyMs };
    }
    if (installation && !(await installations.remove(installation))) return "next";
    const found = await erase(workspaceId);
    log.info({ workspaceId, found }, "erased a workspace's data");
    return isOver && found === 0 ? "done" : { againInMs: pace.everyMs };
  }

  /** Jobs go first, because a step may write keys. Secrets go before the keys that say where they are. */
  async function erase(workspaceId: string): Promise<number> {
    const found = await jobs.erase(workspaceId);
    if (await installations.find(workspaceId)) return 0;
    const secrets = options.secretsOf(workspaceId);
    const left = await secrets.discardAll();
    const erased = await options.eraseKeys(workspaceId);
    if (erased === "installed") return 0;
    if (left.length > 0) {
      log.warn({ workspaceId, left }, "couldn't delete an erased workspace's secrets yet");
      await secrets.rememberKept(left);
    }
    return found + erased;
  }

  return {
    /** Accepts a removal durably. It is done within a minute, through crashes, unless the app is installed again. */
    accept: async ({ workspaceId, endedAt, isWhole }: Removal): Promise<void> => {
      const item = { workspaceId, endedAtMs: endedAt.getTime(), acceptedAtMs: now().getTime(), isWhole };
      // The id outlives the item, so it must not name the workspace.
      const id = hashText(`${workspaceId} ${item.endedAtMs} ${isWhole}`);
      await queue.accept(id, item satisfies Item);
    },
    /** Deletes at once what is left of a workspace without the app. */
    sweep: async (workspaceId: string) => void (await erase(workspaceId)),
    close: (graceMs: number): Promise<void> => queue.close(graceMs),
  };
}

/** A late event may be older than a new installation. Only older ones have certainly ended. */
function isCertain({ isWhole, endedAtMs }: Item, installation: Installation | undefined): boolean {
  if (!isWhole || !installation) return false;
  return Date.parse(installation.installedAt) + slackClockToleranceMs < endedAtMs;
}

/** Answers requests from a workspace that `check` refuses as `auth` with the reason. Nothing else runs. */
export function guardInstalled(
  bolt: App,
  check: (workspaceId: string) => Promise<unknown>,
  log: Logger,
): void {
  bolt.use(async ({ next, ...args }) => {
    const refusal = await refusalFor(workspaceIdOfAny(args.body), check);
    if (!refusal) return next();
    log.info({ err: refusal, type: args.body["type"] }, "not installed in this workspace");
    const words = say(`:warning: ${explain(refusal)}`);
    if ("command" in args) return args.ack(ephemeral(words));
    if ("view" in args && args.payload.type === "modal") {
      return args.ack({ response_action: "update", view: notice(texts.notInstalled, [section(words.text)]) });
    }
    if (args.ack) await args.ack();
    if ("respond" in args) await args.respond?.(ephemeral(words));
  });
}

async function refusalFor(
  workspaceId: string | undefined,
  check: (workspaceId: string) => Promise<unknown>,
): Promise<AppError | undefined> {
  try {
    if (workspaceId !== undefined) await check(workspaceId);
  } catch (error) {
    if (isAppError(error, "auth")) return error;
    // If Redis is away, each handler that needs it says so.
    if (!isAppError(error, "upstream")) throw error;
  }
  return undefined;
}

/** The removal of the app, as Slack reports it. */
interface Removal {
  workspaceId: string;
  /** By Slack's clock. */
  endedAt: Date;
  /** True if Slack reports it of the whole installation, and not of tokens or of one workspace in it. */
  isWhole: boolean;
}

/**
 * Listens for removals of the app. Bolt acknowledges an event before any listener runs, but this one must be accepted
 * durably first. So it is handled before Bolt, and if that fails Slack sends it again.
 */
export function acceptRemovals(bolt: App, accept: (removal: Removal) => Promise<void>): void {
  const processEvent = bolt.processEvent.bind(bolt);
  bolt.processEvent = async (event) => {
    // Most requests are commands, which need no closer reading.
    const body = event.body["type"] === "event_callback" ? EndingBody.safeParse(event.body).data : undefined;
    if (!body) return processEvent(event);
    for (const removal of removalsIn(body)) await accept(removal);
    await event.ack();
  };
}

function removalsIn(body: z.output<typeof EndingBody>): Removal[] {
  const { event } = body;
  const endedAt = new Date(body.event_time * 1_000);
  if (event.type === "team_access_revoked") {
    return event.team_ids.map((workspaceId) => ({ workspaceId, endedAt, isWhole: false }));
  }
  // Slack also reports revoked tokens of people. The app has none.
  const isOurs = event.type === "app_uninstalled" || (event.tokens.bot?.length ?? 0) > 0;
  const workspaceId = workspaceIdOfAny(body);
  if (!isOurs || workspaceId === undefined) return [];
  return [{ workspaceId, endedAt, isWhole: event.type === "app_uninstalled" }];
}
