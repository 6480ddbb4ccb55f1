import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { useHouse } from "../support/house.ts";
import { type SeenMessage, shownText, type SlackPerson } from "../support/slack-person.ts";
import { until } from "../support/until.ts";

const house = useHouse({ provisioningMs: 1_500 });

async function submitFilled(ada: SlackPerson, name: string): Promise<void> {
  await ada.command("databases", `/db create ${name}`);
  await ada.waitForModal(({ title }) => title === "Create a service");
  await ada.fill("region", "eu-west-1");
  await ada.submit();
}

async function about(name: string): Promise<SeenMessage[]> {
  return (await house.ada.messages("databases")).filter(({ text }) => text.includes(name));
}

/** Makes it look as if the request had been sent long ago, so that the test need not wait for its time to pass. */
async function ageSendingRequests(): Promise<void> {
  const redis = new Redis(house.redisUrl);
  for (const key of await redis.keys("qm:*:request:*")) {
    const record: unknown = JSON.parse((await redis.get(key)) ?? "");
    if (typeof record !== "object" || record === null || Reflect.get(record, "status") !== "sending")
      continue;
    await redis.set(key, JSON.stringify({ ...record, sentAt: "2026-01-01T00:00:00.000Z" }));
  }
  await redis.quit();
}

test("killed while the cloud creates, the next process does not send again and tells the person to look", async () => {
  const { ada } = house;
  await house.faults({ kind: "delay", ms: 1_500, times: 1, match: { operation: "createService" } });
  const posts = (await house.received("POST")).length;
  await submitFilled(ada, "killed in between");
  await until(async () => (await house.received("POST")).length === posts + 1);
  await house.app.end("SIGKILL");
  await ageSendingRequests();
  await house.restartApp();
  await until(async () => (await ada.modal())?.title === "Not certain");
  const view = await ada.waitForModal();
  expect(shownText(view)).toContain("*It is not certain whether killed in between was created:*");
  expect((await house.received("POST")).length).toBe(posts + 1);
});

test("killed after the service was created, the next process follows it and edits the one message", async () => {
  const { ada } = house;
  await submitFilled(ada, "killed later");
  await ada.waitForMessage("databases", "*killed later* is created and provisioning");
  await house.restartApp();
  await until(async () => (await about("killed later")).some(({ text }) => text.includes("and running")));
  expect(await about("killed later")).toHaveLength(1);
});

test("told to stop, the app ends by itself with exit code 0", async () => {
  expect(await house.app.end("SIGTERM")).toBe(0);
  await house.restartApp();
});
