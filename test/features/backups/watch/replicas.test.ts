import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReferenceCloud, startReferenceCloud } from "@quartermaster/reference-cloud";
import { type LocalRedis, startRedis } from "../../../../src/demo/redis.ts";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../../../src/demo/local-slack.ts";
import { createStore } from "../../../../src/app/store.ts";
import { type AppProcess, movedClock, startClockedApp } from "../../../support/app-process.ts";
import { sandboxEnvironment } from "../../../support/environment.ts";
import { type SlackPerson, person, shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";
import { hourMs } from "../../../../src/lib/duration.ts";

// In the past, because Slack's clock is the real one and the app searches for posts since its own time.
const start = new Date(Date.now() - 30 * 24 * hourMs);
const clock = movedClock(start.toISOString());

let sandbox: { redis: LocalRedis; cloud: ReferenceCloud; slack: LocalSlack };
let client: Redis;
let apps: AppProcess[];

beforeAll(async () => {
  const [redis, cloud, slack] = await Promise.all([
    startRedis(),
    startReferenceCloud({ rateLimit: false }),
    startSlack({ page: false, rateLimitPosts: false }),
  ]);
  sandbox = { redis, cloud, slack };
  client = new Redis(redis.url);
  apps = [];
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.end("SIGKILL")));
  await client.quit();
  await Promise.all([sandbox.cloud.close(), sandbox.slack.close()]);
  await sandbox.redis.close();
});

async function startReplica(): Promise<AppProcess> {
  return startClockedApp(sandboxEnvironment(sandbox), clock);
}

/** Starts a watch, as the command does. */
async function watchService(): Promise<void> {
  const { slack, cloud } = sandbox;
  await createStore(client)
    .workspace(slack.teamId)
    .schedules.add({
      id: randomUUID(),
      kind: "backup-watch",
      service: { serviceId: cloud.organizations[0]?.services[0]?.id ?? "", name: "orders prod" },
      connection: "default",
      channelId: slack.channels.find(({ name }) => name === "databases")?.id ?? "",
      createdBy: slack.users[0]?.id ?? "",
      createdAt: start.toISOString(),
      maxAgeMs: 26 * hourMs,
      state: {},
    });
}

/** Moves the clock to this hour after the start, with the last good backup so many hours before. */
async function moveTo(hours: number, lastGoodHoursBefore: number): Promise<void> {
  const at = start.getTime() + hours * hourMs;
  const startedAt = new Date(at - lastGoodHoursBefore * hourMs).toISOString();
  const result = [{ id: randomUUID(), status: "done", type: "full", startedAt }];
  const faults = [{ kind: "status", status: 200, body: { result }, match: { operation: "listBackups" } }];
  await fetch(`${sandbox.cloud.controlUrl}/faults`, { method: "DELETE" });
  await fetch(`${sandbox.cloud.controlUrl}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(faults),
  });
  clock.moveTo(new Date(at));
}

async function posts(ada: SlackPerson): Promise<string[]> {
  const messages = await ada.messages("databases");
  return messages.map(shownText).filter((text) => text.includes("orders prod"));
}

test("if either replica is killed, each breach and each end is still posted once", async () => {
  await moveTo(0, 1);
  await watchService();
  apps.push(...(await Promise.all([startReplica(), startReplica()])));
  await using ada = person(sandbox.slack, "Ada Park");
  for (const attempt of [0, 1]) {
    const isBroken = attempt % 2 === 0;
    await moveTo(100 + attempt * 50, isBroken ? 60 : 1);
    // A step is taken every 100 ms, so each kill hits another moment of one.
    await sleep(60 + attempt * 35);
    await apps.shift()?.end("SIGKILL");
    apps.push(await startReplica());
    await until(async () => (await posts(ada)).length > attempt);
  }
  // The last step updates the first message, after the second post.
  await until(async () => (await posts(ada))[0]?.includes("had no good") ?? false);
  expect(await posts(ada)).toHaveLength(2);
});
