import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { actionIds } from "../../../../src/features/alerts/message/status.ts";
import { alertSender } from "../../../support/alert-sender.ts";
import { answerTo } from "../../../support/answer-to.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { putHook } from "../../../support/hook.ts";
import { sendEvent } from "../../../support/signed-event.ts";
import { shownText } from "@quartermaster/local-slack/person";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment();

/** Every key and value of the workspace, except the audit log and what keeps the old id on purpose. */
async function namesOf(channelId: string): Promise<string[]> {
  const redis = new Redis(environment.redisUrl);
  onTestFinished(() => redis.disconnect());
  const found: string[] = [];
  for (const key of await redis.keys(`qm:{${environment.slack.teamId}}:*`)) {
    const kind = await redis.type(key);
    const read: Record<string, () => Promise<unknown>> = {
      string: () => redis.get(key),
      hash: () => redis.hgetall(key),
      list: () => redis.lrange(key, 0, -1),
      set: () => redis.smembers(key),
      zset: () => redis.zrange(key, "0", "-1"),
    };
    const isKept = kind === "stream" || key.endsWith(":moved-channels");
    if (!isKept && `${key} ${JSON.stringify(await read[kind]?.())}`.includes(channelId)) found.push(key);
  }
  return found;
}

test("a channel's new id moves its alerts, schedules and messages, and clicks in older messages work", async () => {
  const { ada, app, organization, redisUrl, slack } = environment;
  const before = slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  const known = await putHook(redisUrl, slack.teamId, { channelId: before, publicUrl: app.url });
  const sender = alertSender({ url: known.url, secret: known.secret });
  onTestFinished(() => sender.close());
  await answerTo(ada, `/db services add ${organization.services[0]?.id} orders prod`, "Added ");
  await answerTo(ada, "/db backups watch orders prod #databases max-age 30h", "Watching");
  await answerTo(ada, "/db costs budget set 500 monthly in #databases", "udget");
  await answerTo(ada, "/db costs schedule weekly in #databases", "very");
  const begun = Date.now() - 60_000;
  await sender.fire({ name: "Old one", at: new Date(begun) });
  const older = await ada.waitForMessage("databases", "Old one");

  const after = "C0SHARED01";
  await fetch(`${slack.url}/page/channel`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: "databases", newId: after }),
  });
  await sender.fire({ name: "New one" });
  await ada.waitForMessage("databases", "New one");
  await until(async () => (await namesOf(before)).length === 0);

  await ada.click(await ada.waitForMessage("databases", "Old one"), actionIds.acknowledge);
  await ada.waitForMessage("databases", ({ ts, ...message }) => {
    return ts === older.ts && shownText(message).includes("Acknowledged by");
  });
  await sender.resolve({ name: "Old one", at: new Date() });
  await ada.waitForMessage("databases", ({ ts, ...message }) => {
    return ts === older.ts && shownText(message).includes("Resolved");
  });
  expect((await namesOf(after)).some((key) => key.endsWith(":hooks"))).toBe(true);
  expect((await namesOf(after)).some((key) => key.endsWith(":schedules"))).toBe(true);
  expect(await namesOf(before)).toEqual([]);
});

test("an id of another workspace moves nothing", async () => {
  const event = { type: "channel_id_changed", old_channel_id: "G0OLD00001", new_channel_id: "C0NEW00001" };
  const payload = { type: "event_callback", team_id: "T0OTHER001", event_id: "Ev9", event };
  expect(await sendEvent(environment.slack, payload)).toBe(200);
  expect(await namesOf("C0NEW00001")).toEqual([]);
});
