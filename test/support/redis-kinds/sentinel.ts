import { Redis } from "ioredis";
import { until } from "../until.ts";
import { type RedisNode, durableLines, inOne, patient, startNode } from "./node.ts";
import { type KindParts, startKilled } from "./kind.ts";

const masterName = "quartermaster";
const password = "of-redis";
const sentinelPassword = "of-sentinels";

/** One primary, two replicas and three sentinels. One of them notices a failure within a second. */
export async function startSentinels(directory: string): Promise<KindParts> {
  const server = (...more: string[]) =>
    startNode(directory, (port) => [
      `port ${port}`,
      `requirepass ${password}`,
      `masterauth ${password}`,
      ...durableLines(port),
      ...more,
    ]);
  const primary = await server();
  const replicaOf = `replicaof 127.0.0.1 ${primary.port}`;
  const servers = [primary, ...(await Promise.all([server(replicaOf), server(replicaOf)]))];
  await untilSynced(primary);
  const sentinels = await Promise.all(
    servers.map((_, index) =>
      startNode(directory, (port) => sentinelLines(port, primary.port, index), ["--sentinel"]),
    ),
  );
  const addresses = sentinels.map(({ port }) => ({ host: "127.0.0.1", port }));
  await Promise.all(sentinels.map(untilComplete));
  const client = new Redis({
    sentinels: addresses,
    name: masterName,
    password,
    sentinelPassword,
    ...patient,
    sentinelRetryStrategy: () => 50,
  });
  client.on("error", () => {});
  const primaryPort = async () => portIn(await asked(sentinels, "get-master-addr-by-name"));
  let killed = 0;
  return {
    nodes: [...servers, ...sentinels],
    settings: {
      REDIS_URL: `redis-sentinel://${addresses.map(({ host, port }) => `${host}:${port}`).join(",")}/${masterName}`,
      REDIS_PASSWORD_REF: "env:TEST_REDIS_PASSWORD",
      REDIS_SENTINEL_PASSWORD_REF: "env:TEST_SENTINEL_PASSWORD",
      TEST_REDIS_PASSWORD: password,
      TEST_SENTINEL_PASSWORD: sentinelPassword,
    },
    client,
    masters: () => [client],
    async primaryOf() {
      const port = await primaryPort();
      const node = servers.find((each) => each.port === port);
      if (!node) throw new Error("The sentinels name a server that is not theirs.");
      killed = port;
      return node;
    },
    failedOver: () =>
      until(async () => {
        const port = await primaryPort();
        return port !== killed && (await isMaster(port));
      }),
    // The sentinels make it a replica after 8 s. Until then it believes that it is the primary, as in production.
    restartKilled: () => startKilled(servers),
  };
}

/** One of them notices first, and the others vote for it. If all noticed at once, they would split their votes for 10 s. */
function sentinelLines(port: number, primaryPort: number, index: number): string[] {
  const downAfterMs = index === 0 ? 700 : 2_500;
  return [
    `port ${port}`,
    `requirepass ${sentinelPassword}`,
    `sentinel sentinel-pass ${sentinelPassword}`,
    `sentinel monitor ${masterName} 127.0.0.1 ${primaryPort} 1`,
    `sentinel auth-pass ${masterName} ${password}`,
    `sentinel down-after-milliseconds ${masterName} ${downAfterMs}`,
    `sentinel failover-timeout ${masterName} 2000`,
  ];
}

/** Both replicas have everything. */
async function untilSynced({ port }: RedisNode): Promise<void> {
  await until(
    async () =>
      (await inOne(port, (redis) => redis.info("replication"), { password }).catch(() => ""))
        .split("\n")
        .filter((line) => line.includes("state=online")).length === 2,
  );
}

/** A sentinel knows the replicas and the other sentinels, so it can fail over. */
async function untilComplete({ port }: RedisNode): Promise<void> {
  await until(async () => {
    const facts = await inOne(port, (redis) => redis.call("SENTINEL", "master", masterName), {
      password: sentinelPassword,
    }).catch(() => undefined);
    const text = Array.isArray(facts) ? facts.join(" ") : JSON.stringify(facts ?? "");
    return /num-slaves\W+2\b/.test(text) && /num-other-sentinels\W+2\b/.test(text);
  });
}

async function isMaster(port: number): Promise<boolean> {
  const role = await inOne(port, (redis) => redis.role(), { password }).catch(() => []);
  return role[0] === "master";
}

/** The answer of the first sentinel that answers. */
async function asked(sentinels: readonly RedisNode[], question: string): Promise<unknown> {
  for (const { port } of sentinels) {
    const answer = await inOne(port, (redis) => redis.call("SENTINEL", question, masterName), {
      password: sentinelPassword,
    }).catch(() => undefined);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function portIn(address: unknown): number {
  return Array.isArray(address) ? Number(address[1]) : 0;
}
