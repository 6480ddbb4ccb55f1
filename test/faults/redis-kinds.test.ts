import { afterAll, beforeAll, expect, test } from "vitest";
import { redisServerIn } from "../../src/app/reach.ts";
import { type ReferenceCloud, startReferenceCloud } from "@quartermaster/reference-cloud";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../src/demo/start-sandbox.ts";
import { startAppHere } from "../support/app-here.ts";
import { submitFilled } from "../support/create-walk.ts";
import { sandboxEnvironment } from "../support/environment.ts";
import { putHook } from "../support/hook.ts";
import type { RedisOfKind } from "../support/redis-kinds/kind.ts";
import { hasRedisServer, startRedisOf } from "../support/redis-kinds/start.ts";
import { shownText } from "@quartermaster/local-slack/person";
import { person } from "../support/slack-person.ts";
import { until } from "../support/until.ts";

let cloud: ReferenceCloud;
let slack: LocalSlack;

beforeAll(async () => {
  cloud = await startReferenceCloud({ provisioningMs: 300, rateLimit: false });
});
afterAll(() => cloud.close());

/** The keys on all masters that name the workspace. */
async function keysOf(redis: RedisOfKind): Promise<string[]> {
  const found = await Promise.all(redis.masters().map((master) => master.keys(`*${slack.teamId}*`)));
  return found.flat();
}

async function started(redis: RedisOfKind) {
  slack = await startSlack({ page: false, rateLimitPosts: false });
  const app = await startAppHere(sandboxEnvironment({ redis, cloud, slack }), {
    erasePace: { everyMs: 50, forMs: 500 },
  });
  slack.setAppUrl(app.url);
  await until(async () => (await fetch(`${app.url}/readyz`)).ok);
  return app;
}

test.skipIf(!hasRedisServer()).each(["tls", "sentinel", "cluster"] as const)(
  "with Redis of the kind %s everything works, also after a failover, and nothing is left after a removal",
  async (kind) => {
    await using redis = await startRedisOf(kind);
    const app = await started(redis);
    await using ada = person(slack, "Ada Park");
    const channelId = slack.channels.find(({ name }) => name === "databases")?.id ?? "";
    const at = redisServerIn(redis.settings);
    const hook = await putHook(at, slack.teamId, { channelId, publicUrl: app.url, name: "checkout" });
    const accepted: string[] = [];
    const alert = async (title: string) => {
      const response = await fetch(hook.url, {
        method: "POST",
        headers: { authorization: `Bearer ${hook.secret}`, "content-type": "application/json" },
        body: JSON.stringify({ title, status: "firing" }),
      });
      if (response.status === 202) accepted.push(title);
      return response.status;
    };
    const shown = async (title: string) =>
      (await ada.messages("databases")).filter((message) => shownText(message).includes(`${title}.`)).length;

    expect(await alert("Before.")).toBe(202);
    await submitFilled(ada, `orders ${kind}`);
    await ada.waitForMessage("databases", `*orders ${kind}* is running`);
    await ada.command("databases", "/db services");
    await ada.waitForMessage("databases", `orders ${kind}`);

    await redis.killPrimary(`qm:{${slack.teamId}}:hooks`);
    for (let sent = 0; sent < 5; sent += 1) await alert(`During ${sent}.`);
    if (kind === "tls") await redis.restartKilled();
    else await redis.failedOver();
    await until(async () => (await alert("After.")) === 202);
    await until(async () => (await fetch(`${app.url}/readyz`)).ok);
    await redis.restartKilled();
    for (const title of accepted) await expect.poll(() => shown(title.slice(0, -1))).toBe(1);
    await submitFilled(ada, `payments ${kind}`);
    await ada.waitForMessage("databases", `*payments ${kind}* is running`);

    expect(await keysOf(redis)).not.toEqual([]);
    await fetch(`${slack.url}/page/uninstall`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ how: "revoked" }),
    });
    await until(async () => (await keysOf(redis)).length === 0);
    expect(app.output()).not.toMatch(/CROSSSLOT|same slot/);
    await app.end("SIGTERM");
    await slack.close();
  },
);
