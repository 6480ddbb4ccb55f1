import type { Logger } from "pino";
import type { Metrics } from "../../../lib/metrics.ts";
import { z } from "zod";
import type { JobConnections } from "../../../platform/jobs/bullmq.ts";
import { openQueue } from "../../../platform/jobs/queue.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { jobEraser } from "../../../platform/jobs/erase.ts";
import { slackClockToleranceMs } from "../../../lib/clock.ts";
import type { WorkspaceSecrets } from "../../../platform/secrets/workspace.ts";
import type { Installation, Installations } from "./installations.ts";
import { hashText } from "../../../lib/hash.ts";
import type { Removal } from "./guard.ts";
import type { RedisClient } from "../../../platform/redis/connect.ts";

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
