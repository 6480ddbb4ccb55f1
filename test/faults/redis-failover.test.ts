import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalRedis, startRedis } from "../../src/demo/redis.ts";
import { putHook } from "../support/hook.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { shownText } from "@quartermaster/local-slack/person";
import { type TcpProxy, startTcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";

let servers: LocalRedis[];
let clients: Redis[];
let proxy: TcpProxy;

beforeAll(async () => {
  servers = await Promise.all([startRedis(), startRedis()]);
  clients = servers.map(({ url }) => new Redis(url));
  proxy = await startTcpProxy(portOf(0));
});
const environment = useTestEnvironment({
  environment: () => ({ REDIS_URL: `redis://127.0.0.1:${proxy.port}` }),
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await proxy.close();
  await Promise.all(servers.map((server) => server.close()));
});

function client(index: number): Redis {
  const found = clients[index];
  if (!found) throw new Error("There is no such Redis.");
  return found;
}

function portOf(index: number): number {
  return Number(new URL(servers[index]?.url ?? "").port);
}

/** Makes one server a replica of the other, and waits until it has all data. */
async function follow(replica: number, master: number): Promise<void> {
  await client(replica).replicaof("127.0.0.1", portOf(master));
  await until(async () => (await client(replica).info("replication")).includes("master_link_status:up"));
}

/** Moves the address to the other server. Connections stay with the first one, which is now a replica. */
async function failOver(from: number, to: number): Promise<void> {
  await follow(to, from);
  await client(to).replicaof("NO", "ONE");
  proxy.leadTo(portOf(to));
  await follow(from, to);
}

/** The connections of a server without this test's own and the replication. */
async function connectionsOf(index: number): Promise<string[]> {
  const own = await client(index).client("ID");
  const all = String(await client(index).client("LIST"))
    .trim()
    .split("\n");
  return all.filter((line) => !line.startsWith(`id=${own} `) && !/ flags=[A-Z]*[MS]/.test(line));
}

test("when Redis becomes read-only, every connection moves to the server that accepts writes", async ({
  skip,
}) => {
  if (servers.some(({ kind }) => kind !== "redis-server")) return skip("There is no redis-server here.");
  const { ada, slack } = environment;
  const channelId = slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  const { url, secret } = await putHook(`redis://127.0.0.1:${proxy.port}`, slack.teamId, {
    channelId,
    publicUrl: environment.app.url,
  });
  const alert = async (title: string) =>
    fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ title, status: "firing" }),
    });
  const shown = (title: string) =>
    ada.waitForMessage("databases", (message) => shownText(message).includes(title));
  expect((await alert("Before")).status).toBe(202);
  await shown("Before");

  await failOver(0, 1);
  await until(async () => (await alert("After")).status === 202);
  await shown("After");
  await until(async () => (await fetch(`${environment.app.url}/readyz`)).ok);
  await expect.poll(() => connectionsOf(0)).toEqual([]);
  expect(environment.app.output()).toContain("Redis is read-only");
});
