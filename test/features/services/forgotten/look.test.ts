import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStore } from "../../../../src/app/store.ts";
import { lookForForgotten } from "../../../../src/features/services/forgotten/look.ts";
import { minuteMs } from "../../../../src/lib/duration.ts";
import { createService } from "../../../../src/platform/cloud/services/service.ts";
import { clientFor } from "../../../contract/contract-client.ts";
import { startDurableRedis } from "../../../faults/durable-redis.ts";
import { answerTo } from "../../../support/answer-to.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { commandPath } from "../../../support/installed.ts";
import { found } from "../../../support/until.ts";
import { shownText } from "@quartermaster/local-slack/person";

const environment = useTestEnvironment();
let redis: Redis;
beforeAll(() => void (redis = new Redis(environment.redisUrl)));
afterAll(() => redis.disconnect());

const at = (minutes: number) => new Date(Date.now() + minutes * minuteMs);

/** A round so many minutes from now. */
function round(minutes: number): Promise<void> {
  const { app, slack } = environment;
  const workspaceId = slack.teamId;
  const contextOf = () => {
    const context = app.contextOf?.(workspaceId);
    if (!context) throw new Error("The app isn't here.");
    return context;
  };
  const installs = { ownership: { own: async () => ({ workspaceId }) } };
  return lookForForgotten({ store: createStore(redis), contextOf, installs, now: () => at(minutes) });
}

/** As if it had been another Redis until so many minutes ago. */
async function wasAnother(minutesAgo: number): Promise<void> {
  const seenAt = at(-minutesAgo).toISOString();
  await createStore(redis).seenRuns.save({ runs: "another", seenAt });
}

/** Creates a service in the cloud, as a form that Redis forgot has done. */
async function created(name: string): Promise<string> {
  const body = { name, provider: "aws" as const, region: "eu-west-1" as const, ipAccessList: [] };
  const { service } = await clientFor(environment.cloud, environment.organization).call(createService, {
    body,
  });
  return service.id ?? "";
}

async function told(): Promise<string[]> {
  const messages = await environment.ada.messages("direct");
  return messages.map(shownText).filter((text) => text.includes("may have forgotten"));
}

test("after Redis was another process, admins hear once of the services of that time that no one here knows", async () => {
  const known = await created("known");
  await answerTo(environment.ada, `/db services add ${known} known`, "Added *known*");
  const forgotten = await created("forgotten");
  await wasAnother(3);
  await round(0);
  expect(await told()).toEqual([]);
  await round(3);
  await round(4);
  const [text = "", ...more] = await told();
  expect(more).toEqual([]);
  expect(text).toContain("has 1 service of that time");
  expect(text).toContain(`/db services add ${forgotten} forgotten`);
  // Services that were there long before aren't news.
  expect(text).not.toContain("orders prod");
});

test("the same Redis, and one that was never seen, tell nothing", async () => {
  const { length: before } = await told();
  await created("by hand");
  await round(5);
  await redis.del("qm:seen-runs");
  await round(6);
  await round(9);
  expect(await told()).toHaveLength(before);
});

test("a cloud that can't be read then is read again", async () => {
  const late = await created("late");
  await wasAnother(1);
  await round(0);
  await environment.faults({ kind: "status", status: 503, match: { operation: "listServices" } });
  await round(3);
  const { length: before } = await told();
  await fetch(`${environment.cloud.controlUrl}/faults`, { method: "DELETE" });
  await round(4);
  const texts = await told();
  expect(texts).toHaveLength(before + 1);
  expect(texts.at(-1)).toContain(late);
});

test("what a request here explains is not listed: one without an outcome, and one that created it", async () => {
  const context = environment.app.contextOf?.(environment.slack.teamId);
  const { length: before } = await told();
  await wasAnother(1);
  // All of the tests before are explained, too.
  for (const name of ["by hand", "late", "forgotten"])
    await context?.unresolved.add(`of ${name}`, { name, connection: "default", since: at(0).toISOString() });
  await context?.origins.attribute(await created("asked"), "request");
  await round(0);
  await round(3);
  expect(await told()).toHaveLength(before);
});

test.skipIf(commandPath("redis-server") === undefined)(
  "a Redis that was killed and started again is another one, and keeps what was noted",
  async () => {
    const durable = await startDurableRedis();
    if (!durable) throw new Error("Redis doesn't start.");
    const client = new Redis(durable.url);
    client.on("error", () => {});
    const { seenRuns } = createStore(client);
    const runs = await seenRuns.present();
    expect(await seenRuns.present()).toBe(runs);
    await seenRuns.save({ runs, seenAt: at(0).toISOString() });
    await durable.kill();
    await durable.start();
    const next = await found(() => seenRuns.present().catch(() => undefined));
    expect(next).toMatch(/^\w{40}$/);
    expect([next === runs, (await seenRuns.find())?.runs]).toEqual([false, runs]);
    client.disconnect();
    await durable.close();
  },
);
