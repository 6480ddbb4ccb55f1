import type { Logger } from "pino";
import { z } from "zod";
import { connectQueue } from "../../../platform/jobs/queue.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { jobEraser } from "../../../platform/jobs/erase-jobs.ts";
import { slackClockToleranceMs } from "../../../lib/clock.ts";
import type { WorkspaceSecrets } from "../../../platform/secrets/workspace.ts";
import type { Installation, Installations } from "./installations.ts";
import { hashText } from "../../../lib/hash.ts";

interface Options {
  redisUrl: string;
  installations: Pick<Installations, "find" | "remove">;
  /** A workspace's secrets, of which those that we keep for it, here or elsewhere, are deleted. */
  secretsOf: (workspaceId: string) => Pick<WorkspaceSecrets, "discardAll" | "rememberKept">;
  /** Deletes a workspace's keys, unless the app is installed there. */
  eraseKeys: (workspaceId: string) => Promise<number | "installed">;
  /** True where Slack still knows the app's token of a workspace; fails as `upstream` where it cannot be asked. */
  isAlive: (workspaceId: string, installation: Installation | undefined) => Promise<boolean>;
  now: () => Date;
  onRedisError: (error: Error) => void;
  log: Logger;
  pace?: Pace | undefined;
}

/** How a workspace is erased: again and again, since what was under way at first may write something yet. */
export interface Pace {
  everyMs: number;
  /** What began before is over by then: no call of a cloud lasts longer, and none begins where the app is not installed. */
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

/** What deletes everything that is kept of workspaces which the app was taken out of. */
export interface Erasures {
  /** Accepts it durably: it is done within a minute, through crashes, unless the app is installed there again. */
  accept: (ending: { workspaceId: string; endedAt: Date; isWhole: boolean }) => Promise<void>;
  /** Takes away at once what is left of a workspace without the app. */
  sweep: (workspaceId: string) => Promise<void>;
  /** Fails when nothing can be accepted, since Redis does not take a write. */
  ping(): Promise<void>;
  close(graceMs: number): Promise<void>;
}

const name = "erasures";

/** Starts it. */
export function startErasures(options: Options): Erasures {
  const { redisUrl, installations, now, onRedisError, log, pace = usualPace } = options;
  const jobs = jobEraser(redisUrl, onRedisError, [name]);
  const queue = connectQueue({ redisUrl, name, forgetsDone: true, onRedisError, log });
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
    log.info({ workspaceId, found }, "erased what was kept of a workspace");
    return isOver && found === 0 ? "done" : { againInMs: pace.everyMs };
  }

  /** The jobs first, since a step may write keys; and the secrets before the keys that say where they are. */
  async function erase(workspaceId: string): Promise<number> {
    const found = await jobs.erase(workspaceId);
    if (await installations.find(workspaceId)) return 0;
    const secrets = options.secretsOf(workspaceId);
    const left = await secrets.discardAll();
    const erased = await options.eraseKeys(workspaceId);
    if (erased === "installed") return 0;
    if (left.length > 0) {
      log.warn({ workspaceId, left }, "secrets of an erased workspace could not be deleted yet");
      await secrets.rememberKept(left);
    }
    return found + erased;
  }

  return {
    async accept({ workspaceId, endedAt, isWhole }) {
      const item = { workspaceId, endedAtMs: endedAt.getTime(), acceptedAtMs: now().getTime(), isWhole };
      // The id stays longer than the item does, and is not to say whose it was.
      const id = hashText(`${workspaceId} ${item.endedAtMs} ${isWhole}`);
      await queue.accept(id, item satisfies Item);
    },
    sweep: async (workspaceId) => void (await erase(workspaceId)),
    ping: async () => void (await Promise.all([queue.ping(), jobs.ping()])),
    async close(graceMs) {
      await queue.close(graceMs);
      jobs.close();
    },
  };
}

/** An event may come late, when the app was installed anew: only what is older than it has certainly ended. */
function isCertain({ isWhole, endedAtMs }: Item, installation: Installation | undefined): boolean {
  if (!isWhole || !installation) return false;
  return Date.parse(installation.installedAt) + slackClockToleranceMs < endedAtMs;
}
