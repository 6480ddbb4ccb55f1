import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import {
  type NamedService,
  type ServiceLabel,
  calledName,
  serviceLabels,
  unquoted,
} from "../../lib/names.ts";
import { foldName } from "../../lib/text.ts";
import { defaultConnection } from "./connection.ts";
import { notFound } from "../../platform/commands/near.ts";
import { keys, ttlInSeconds } from "../../platform/redis/keys.ts";
import { readableRecords, tryRecord } from "../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../platform/redis/connect.ts";
import * as texts from "./texts.ts";

/** A database service that the workspace knows by name. */
export const KnownService = z.object({
  name: z.string(),
  serviceId: z.string(),
  /** The connection through which it was created or added. */
  connection: z.string().default(defaultConnection),
  addedBy: z.string(),
  addedAt: z.iso.datetime(),
});
export type KnownService = z.output<typeof KnownService>;

/** A workspace's services by name. */
export type KnownServices = ReturnType<typeof knownServices>;

// Limits what a cloud with many or long names can store in Redis.
const mostSeen = 5_000;
const longestSeen = 200;

/**
 * The services of one workspace in Redis: a hash from folded name to record. Case and runs of spaces do not matter in
 * names.
 */
export function knownServices(redis: RedisClient, workspaceId: string) {
  const key = keys.services(workspaceId);
  const seenKey = keys.seenServices(workspaceId);
  const detailsKey = keys.serviceDetails(workspaceId);

  async function list(): Promise<KnownService[]> {
    const stored = await reachingRedis(() => redis.hvals(key));
    return readableRecords(KnownService, stored).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  }

  /** Finds a service by name or id. Fails as missing, with the nearest name and how to add one. */
  async function find(nameOrId: string): Promise<KnownService> {
    const services = await list();
    const typed = unquoted(nameOrId);
    const wanted = foldName(typed);
    const found = services.find(({ name, serviceId }) => foldName(name) === wanted || serviceId === wanted);
    if (found) return found;
    throw unknownService(typed, services);
  }

  /** Fails as conflict if the name belongs to another service. Adding the same service again changes nothing. */
  async function add(service: z.input<typeof KnownService>): Promise<void> {
    const isNew = await reachingRedis(() =>
      redis.hsetnx(key, foldName(service.name), JSON.stringify(service)),
    );
    if (isNew) return;
    const existing = await find(service.name);
    if (existing.serviceId === service.serviceId) return;
    throw new AppError("conflict", texts.serviceNameTaken(existing.name, existing.serviceId));
  }

  /** Returns the forgotten service. Fails as missing. */
  async function forget(name: string): Promise<KnownService> {
    const service = await find(name);
    await reachingRedis(async () => {
      await redis.hdel(detailsKey, service.serviceId.toLowerCase());
      await redis.hdel(key, foldName(service.name));
    });
    return service;
  }

  /**
   * Labels for every service, also for those without a name here. `seen` adds names that the cloud uses. They are kept
   * for 90 days, so two services of one name stay distinct even if only one is shown.
   */
  async function labels(seen: readonly NamedService[] = []): Promise<ServiceLabel> {
    const [known, before] = await Promise.all([list(), reachingRedis(() => redis.hgetall(seenKey))]);
    const news = seen
      .filter(({ serviceId, name }) => serviceId !== "" && before[serviceId.toLowerCase()] !== name)
      .slice(0, Math.max(0, mostSeen - Object.keys(before).length));
    if (news.length > 0) await keepSeen(news);
    const kept = Object.entries(before).map(([serviceId, name]) => ({ serviceId, name }));
    return serviceLabels(known, [...kept, ...seen]);
  }

  async function keepSeen(news: readonly NamedService[]): Promise<void> {
    const names = Object.fromEntries(
      news.map(({ serviceId, name }) => [serviceId.toLowerCase(), name.slice(0, longestSeen)]),
    );
    await reachingRedis(async () => {
      await redis.hset(seenKey, names);
      await redis.expire(seenKey, ttlInSeconds.seenServices);
    });
  }

  return {
    list,
    find,
    add,
    forget,
    labels,
    /** Saves the cloud's answer about a service, while the workspace knows it. It holds no secret. */
    async keepDetails(serviceId: string, details: object): Promise<void> {
      const text = JSON.stringify(details);
      await reachingRedis(() => redis.hset(detailsKey, serviceId.toLowerCase(), text));
    },
    /** Undefined if nothing is saved. Parse it before use. */
    async detailsOf(serviceId: string): Promise<unknown> {
      const stored = await reachingRedis(() => redis.hget(detailsKey, serviceId.toLowerCase()));
      return stored === null ? undefined : tryRecord(z.unknown(), stored);
    },
  };
}

function unknownService(wanted: string, services: KnownService[]): AppError {
  return notFound({
    typed: wanted,
    names: services.map(({ name }) => name),
    message: texts.serviceNotFound(calledName(wanted)),
    advice: texts.addService,
  });
}
