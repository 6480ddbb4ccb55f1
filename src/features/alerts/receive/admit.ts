import type { Logger } from "pino";
import type { WorkspaceSealer } from "../../../platform/secrets/seal.ts";
import type { HookVersion, Hooks } from "../hooks/hooks.ts";
import { Hook } from "../hooks/record.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { type Proof, authenticator, nobodysHook } from "./authenticate.ts";
import type { Credentials } from "./credentials.ts";
import { workspaceOfHook } from "../hooks/id.ts";

/** A hook that somebody may post to, as it was at one moment. */
export interface Admission extends HookVersion {
  proof: Proof;
}

interface Options {
  hooksOf: (hookId: string) => Pick<Hooks, "findVersion">;
  sealerOf: (hookId: string) => WorkspaceSealer;
  now: () => Date;
  log: Logger;
}

/** Finds out who may post to which hook. */
export interface Doorkeeper {
  /**
   * Admits whoever may post to a hook: by what was last known of it, if that is enough, else by a look into Redis.
   * Undefined where they may not, or there is no such hook: both cost the same.
   */
  admit(hookId: string, credentials: Credentials, body: Buffer): Promise<Admission | undefined>;
  /** Forgets what is known of a hook, since it is not so any more. */
  forget(hookId: string): void;
}

// Those that are posted to all the time are far fewer.
const mostKnown = 1_000;

/** Keeps the door of all hooks; whatever is known of one must be checked before it counts. */
export function doorkeeper({ hooksOf, sealerOf, now, log }: Options): Doorkeeper {
  const nobody = nobodysHook(sealerOf, now());
  const nobodysRecord = JSON.stringify(nobody);
  const nobodysVersion: HookVersion = { hook: nobody, version: "" };
  const onUnopened = (error: unknown) => log.warn({ err: error }, "a hook's secret cannot be opened");
  const authenticate = authenticator({ sealerOf, nobody, onUnopened });
  const known = new Map<string, HookVersion>();

  /** What is no hook's costs as much as what is one: a look into Redis, and the reading of a record. */
  async function look(hookId: string): Promise<HookVersion> {
    const id = workspaceOfHook(hookId) === undefined ? nobody.id : hookId;
    const found = await hooksOf(id).findVersion(id);
    return found ?? { hook: readRecord(Hook, nobodysRecord, "nobody's hook"), version: "" };
  }

  function keep(hookId: string, version: HookVersion): void {
    const [oldest] = known.keys();
    if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest);
    known.set(hookId, version);
  }

  return {
    async admit(hookId, credentials, body) {
      // Who is not admitted by what is known has cost as much as who is not known at all.
      const before = known.get(hookId) ?? nobodysVersion;
      const proof = await authenticate(before.hook, credentials, body);
      if (proof && !before.hook.paused) return { ...before, proof };
      const present = await look(hookId);
      const newProof = await authenticate(present.hook, credentials, body);
      if (!newProof) return undefined;
      keep(hookId, present);
      return { ...present, proof: newProof };
    },
    forget: (hookId) => void known.delete(hookId),
  };
}
