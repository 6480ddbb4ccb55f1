import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { z } from "zod";
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

/** Redis as it is when the process died right after Slack took the message. */
async function forgetAnnouncements(): Promise<void> {
  await changeRecords("created", ({ message: _message, ...record }) => record);
}

/** Makes it look as if the request had been sent long ago, so that the test need not wait for its time to pass. */
async function ageSendingRequests(): Promise<void> {
  await changeRecords("submitting", (record) => ({ ...record, sentAt: "2026-01-01T00:00:00.000Z" }));
}

async function changeRecords(
  status: string,
  change: (record: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  const redis = new Redis(house.redisUrl);
  for (const key of await redis.keys("qm:*:request:*")) {
    const record = z.looseObject({ status: z.string() }).parse(JSON.parse((await redis.get(key)) ?? ""));
    if (record.status === status) await redis.set(key, JSON.stringify(change(record)));
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

test("killed between posting the announcement and remembering it, the next process does not post it again", async () => {
  const { ada } = house;
  await submitFilled(ada, "killed unaware");
  await ada.waitForMessage("databases", "*killed unaware* is created and provisioning");
  await house.app.end("SIGKILL");
  await forgetAnnouncements();
  await house.restartApp();
  await until(async () => (await about("killed unaware")).some(({ text }) => text.includes("and running")));
  expect(await about("killed unaware")).toHaveLength(1);
});

test("killed after the service was created and before its password was shown, the person is told that it is lost", async () => {
  const { ada } = house;
  await submitFilled(ada, "killed with it");
  await ada.waitForMessage("databases", "*killed with it* is created and provisioning");
  await house.app.end("SIGKILL");
  await changeRecords("created", (record) => ({ ...record, creatorTold: false }));
  await house.restartApp();
  await until(async () =>
    shownText(await ada.waitForModal()).includes("Set a new one in the cloud's console"),
  );
  await until(async () => (await about("killed with it")).some(({ text }) => text.includes("and running")));
});

test("told to stop, the app ends by itself with exit code 0", async () => {
  expect(await house.app.end("SIGTERM")).toBe(0);
  await house.restartApp();
});
