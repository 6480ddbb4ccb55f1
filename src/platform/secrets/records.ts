import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { JsonText } from "../../lib/json.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys } from "../redis/keys.ts";
import { type SecretScheme, storeScheme } from "./scheme.ts";
import type { WorkspaceSealer } from "./seal.ts";

/** One workspace's sealed secrets, by id. */
export interface SealedSecrets {
  save(id: string, sealed: string): Promise<void>;
  /** Undefined if there is none. */
  find(id: string): Promise<string | undefined>;
  remove(id: string): Promise<void>;
}

/** The sealed secrets of one workspace in Redis: a hash. */
export function sealedSecrets(redis: RedisClient, workspaceId: string): SealedSecrets {
  const key = keys.sealedSecrets(workspaceId);
  return {
    async save(id, sealed) {
      await reachingRedis(() => redis.hset(key, id, sealed));
    },
    async find(id) {
      return (await reachingRedis(() => redis.hget(key, id))) ?? undefined;
    },
    async remove(id) {
      await reachingRedis(() => redis.hdel(key, id));
    },
  };
}

/** The references of all secrets that we wrote for one workspace, so they can be deleted. */
export interface KeptSecrets {
  add(reference: string): Promise<void>;
  has(reference: string): Promise<boolean>;
  list(): Promise<string[]>;
  drop(reference: string): Promise<void>;
}

/** One workspace's references in Redis: a set. */
export function keptSecrets(redis: RedisClient, workspaceId: string): KeptSecrets {
  const key = keys.keptSecrets(workspaceId);
  return {
    async add(reference) {
      await reachingRedis(() => redis.sadd(key, reference));
    },
    async has(reference) {
      return (await reachingRedis(() => redis.sismember(key, reference))) === 1;
    },
    list: () => reachingRedis(() => redis.smembers(key)),
    async drop(reference) {
      await reachingRedis(() => redis.srem(key, reference));
    },
  };
}

const Fields = JsonText.pipe(z.record(z.string(), z.string()));

/** Secrets that we keep, sealed for one workspace: `sealed:<id>#secret`. */
export function sealedScheme({
  texts,
  sealer,
}: {
  texts: SealedSecrets;
  sealer: WorkspaceSealer;
}): SecretScheme {
  return storeScheme({
    name: "sealed",
    usage:
      "the id under which Quartermaster keeps a secret, and to read it a field. Give the secret itself, and both are made",
    addressOf: (id) => (/^[\w-]{1,100}$/.test(id) ? id : undefined),

    async readFields(id, { reference }) {
      const sealed = await texts.find(id);
      if (sealed === undefined)
        throw new AppError("auth", `There is nothing at ${reference} anymore. Enter the secret again.`);
      return Fields.parse(sealer.open(sealed, sealedPurpose(id)));
    },

    write: (id, fields) => texts.save(id, sealer.seal(JSON.stringify(fields), sealedPurpose(id))),
    remove: (id) => texts.remove(id),
  });
}

/** The purpose of the fields of an id. */
export function sealedPurpose(id: string): string {
  return `secret ${id}`;
}
