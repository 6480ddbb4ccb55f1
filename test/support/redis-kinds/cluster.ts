import { Cluster, Redis } from "ioredis";
import { freePort } from "../../../src/demo/redis.ts";
import { until } from "../until.ts";
import { type RedisNode, durableLines, inOne, patient, startNode } from "./node.ts";
import { type KindParts, startKilled } from "./kind.ts";

const slots = 16_384;
const masterCount = 3;

/** Three masters with a replica each. A replica takes over after about a second. */
export async function startCluster(directory: string): Promise<KindParts> {
  const busPortOf = new Map<number, number>();
  const start = () =>
    startNode(directory, async (port) => {
      const busPort = await freePort();
      busPortOf.set(port, busPort);
      return clusterLines(port, busPort);
    });
  const nodes = await Promise.all(Array.from({ length: 2 * masterCount }, start));
  const direct = nodes.map(({ port }) => {
    const redis = new Redis({ port, host: "127.0.0.1", retryStrategy: () => 50, maxRetriesPerRequest: null });
    redis.on("error", () => {});
    return redis;
  });
  await join(direct, nodes, busPortOf);
  for (const redis of direct) redis.disconnect();
  const addresses = nodes.map(({ port }) => ({ host: "127.0.0.1", port }));
  const client = new Cluster(addresses, {
    clusterRetryStrategy: () => 50,
    slotsRefreshInterval: 500,
    // It waits for as long as a failover takes.
    maxRedirections: 1_000,
    redisOptions: patient,
  });
  client.on("error", () => {});
  const masterOf = async (key: string) => {
    const slot = await client.cluster("KEYSLOT", key);
    const ranges = await slotsOf(nodes);
    return ranges.find(({ first, last }) => first <= slot && slot <= last)?.port;
  };
  let killed: { key: string; port: number } | undefined;
  return {
    nodes,
    settings: {
      REDIS_URL: `redis-cluster://${addresses
        .slice(0, masterCount)
        .map(({ host, port }) => `${host}:${port}`)
        .join(",")}`,
    },
    client,
    masters: () => client.nodes("master"),
    async primaryOf(key) {
      const port = await masterOf(key);
      const node = nodes.find((each) => each.port === port);
      if (!node) throw new Error("This slot has no master.");
      killed = { key, port: node.port };
      return node;
    },
    failedOver: () =>
      until(async () => {
        const port = killed && (await masterOf(killed.key));
        return port !== undefined && port !== killed?.port && (await areWell(nodes));
      }),
    async restartKilled() {
      await startKilled(nodes);
      await until(() => areWell(nodes));
    },
  };
}

function clusterLines(port: number, busPort: number): string[] {
  return [
    `port ${port}`,
    "cluster-enabled yes",
    `cluster-port ${busPort}`,
    `cluster-config-file nodes-${port}.conf`,
    "cluster-node-timeout 1000",
    "cluster-replica-validity-factor 0",
    ...durableLines(port),
  ];
}

/** Makes a cluster of empty nodes. `redis-cli --cluster create` does the same and sleeps in between. */
async function join(
  direct: readonly Redis[],
  nodes: readonly RedisNode[],
  busPortOf: ReadonlyMap<number, number>,
): Promise<void> {
  const share = Math.ceil(slots / masterCount);
  for (const [index, redis] of direct.entries()) {
    await redis.call("CLUSTER", "SET-CONFIG-EPOCH", index + 1);
    const first = index * share;
    const last = Math.min(first + share, slots) - 1;
    if (index < masterCount) await redis.call("CLUSTER", "ADDSLOTSRANGE", first, last);
  }
  const [first] = direct;
  for (const { port } of nodes.slice(1))
    await first?.call("CLUSTER", "MEET", "127.0.0.1", port, busPortOf.get(port) ?? 0);
  await until(async () => {
    const known = await Promise.all(direct.map(async (redis) => clusterFact(redis, "cluster_known_nodes")));
    return known.every((count) => count === String(direct.length));
  });
  for (const [index, redis] of direct.slice(masterCount).entries())
    await redis.call("CLUSTER", "REPLICATE", String(await direct[index]?.call("CLUSTER", "MYID")));
  await until(async () => (await areWell(nodes)) && (await areSynced(direct.slice(masterCount))));
}

async function clusterFact(redis: Redis, name: string): Promise<string | undefined> {
  const info = String(await redis.call("CLUSTER", "INFO"));
  return new RegExp(`^${name}:(.*?)\r?$`, "m").exec(info)?.[1];
}

async function areSynced(replicas: readonly Redis[]): Promise<boolean> {
  const infos = await Promise.all(replicas.map((redis) => redis.info("replication")));
  return infos.every((info) => info.includes("master_link_status:up"));
}

/** Every node that runs sees all slots served. */
async function areWell(nodes: readonly RedisNode[]): Promise<boolean> {
  const states = await Promise.all(
    nodes
      .filter(({ isRunning }) => isRunning)
      .map(({ port }) => heard(port, (redis) => clusterFact(redis, "cluster_state"))),
  );
  return states.every((state) => state === "ok");
}

async function slotsOf(
  nodes: readonly RedisNode[],
): Promise<{ first: number; last: number; port: number }[]> {
  for (const { port } of nodes.filter(({ isRunning }) => isRunning)) {
    const found = await heard(port, async (redis) => {
      const ranges: unknown = await redis.call("CLUSTER", "SLOTS");
      return Array.isArray(ranges) ? ranges : [];
    });
    if (found) return found.map(([first, last, [, master]]) => ({ first, last, port: Number(master) }));
  }
  return [];
}

/** What a node says, if it answers. */
function heard<Result>(port: number, work: (redis: Redis) => Promise<Result>): Promise<Result | undefined> {
  return inOne(port, work, { commandTimeout: 1_000 }).catch(() => undefined);
}
