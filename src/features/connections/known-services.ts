import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import {
  type NamedService,
  type ServiceLabel,
  calledName,
  serviceLabels,
  unquoted,
  compareNames,
} from "../../lib/names.ts";
import { foldName } from "../../lib/text.ts";
import { defaultConnection } from "./connection.ts";
import { notFound } from "../../platform/commands/near.ts";
import { keys, ttlInSeconds } from "../../platform/redis/keys.ts";
import { readRecord, readableRecords, tryRecord } from "../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../platform/redis/connect.ts";
import { script } from "../../platform/redis/script.ts";
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

const Outcome = z.enum(["added", "known", "taken"]);

/** The outcome for a service that was to be added. */
interface Addition {
  outcome: z.output<typeof Outcome>;
  /** The service in the list: the new one, the one with its id, or the one with its name. */
  service: KnownService;
}

// A service is in the list once, whatever its name, and a name once. With ARGV[1], a taken name gets a number.
const addScript = script(`
local known = {}
for _, text in ipairs(redis.call("HVALS", KEYS[1])) do
  local isRead, service = pcall(cjson.decode, text)
  if isRead and type(service) == "table" and type(service.serviceId) == "string" then
    known[string.lower(service.serviceId)] = text
  end
end
local answers = {}
for at = 2, #ARGV, 2 do
  local field, text = ARGV[at], ARGV[at + 1]
  local service = cjson.decode(text)
  local id, name = string.lower(service.serviceId), service.name
  local outcome, present = "known", known[id]
  if not present then
    outcome, present = "taken", redis.call("HGET", KEYS[1], field)
    local number = 2
    while present and ARGV[1] == "1" do
      field = ARGV[at] .. " " .. number
      service.name = name .. " " .. number
      text = cjson.encode(service)
      present = redis.call("HGET", KEYS[1], field)
      number = number + 1
    end
    if not present then
      redis.call("HSET", KEYS[1], field, text)
      known[id] = text
      outcome, present = "added", text
    end
  end
  table.insert(answers, outcome)
  table.insert(answers, present)
end
return answers`);

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
  const unwantedKey = keys.unwantedServices(workspaceId);

  async function list(): Promise<KnownService[]> {
    const stored = await reachingRedis(() => redis.hvals(key));
    return readableRecords(KnownService, stored).toSorted((a, b) => compareNames(a.name, b.name));
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

  async function addEach(
    services: readonly z.input<typeof KnownService>[],
    canRename: boolean,
  ): Promise<Addition[]> {
    const args = services.flatMap((service) => [foldName(service.name), JSON.stringify(service)]);
    const answer = await reachingRedis(() => addScript(redis, [key], [canRename ? "1" : "0", ...args]));
    const answers = z.array(z.string()).parse(answer);
    return services.map((_, index) => ({
      outcome: Outcome.parse(answers[2 * index]),
      service: readRecord(KnownService, answers[2 * index + 1] ?? "", key),
    }));
  }

  /** Returns it as it is in the list: a service that was there keeps its name. Fails as conflict if another has the name. */
  async function add(service: z.input<typeof KnownService>): Promise<KnownService> {
    const [addition] = await addEach([service], false);
    if (addition?.outcome !== "taken") return addition?.service ?? KnownService.parse(service);
    const { name, serviceId } = addition.service;
    throw new AppError("conflict", texts.serviceNameTaken(name, serviceId));
  }

  /** Returns the forgotten service, which is not offered again. Fails as missing. */
  async function forget(name: string): Promise<KnownService> {
    const service = await find(name);
    await reachingRedis(async () => {
      await redis.sadd(unwantedKey, service.serviceId.toLowerCase());
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
    /** Adds all of them in one step. A taken name gets a number. */
    addAll: (services: readonly z.input<typeof KnownService>[]) => addEach(services, true),
    forget,
    labels,
    /** The names of services that costs have had in the last 90 days, by lower-case id. */
    seen: () => reachingRedis(() => redis.hgetall(seenKey)),
    /** The lower-case ids of services that people don't want in the list. */
    unwanted: async () => new Set(await reachingRedis(() => redis.smembers(unwantedKey))),
    async ignore(serviceIds: readonly string[]): Promise<void> {
      if (serviceIds.length === 0) return;
      await reachingRedis(() => redis.sadd(unwantedKey, ...serviceIds.map((id) => id.toLowerCase())));
    },
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
