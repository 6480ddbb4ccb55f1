import { pino } from "pino";
import { z } from "zod";
import { clockOf } from "../../../../src/lib/clock.ts";
import { expect, test } from "vitest";
import { AppError } from "../../../../src/lib/errors.ts";
import { say } from "../../../../src/platform/blocks/reply.ts";
import { postOnce, posts } from "../../../../src/platform/jobs/post-once.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { slackClientMaker } from "../../../../src/platform/slack/web-api/clients.ts";
import { sharedReads } from "../../../../src/platform/slack/web-api/history.ts";
import { slackMessenger } from "../../../../src/platform/slack/web-api/messenger.ts";
import { optionalScopes } from "../../../../src/platform/slack/web-api/scopes.ts";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../../../src/demo/start-sandbox.ts";
import { useRedis } from "../../../support/redis.ts";
import { person } from "../../../support/slack-person.ts";

const redis = useRedis();
const log = pino({ level: "silent" });
const everyMs = 60_000;

/** A local Slack that lets an app read 15 messages a minute, and a clock that the test moves. */
async function limitedSlack(refusedScopes: readonly string[] = []) {
  let nowMs = Date.now();
  const slack = await startSlack({
    page: false,
    rateLimitPosts: false,
    limitsHistory: { everyMs },
    refusedScopes,
    now: () => nowMs,
  });
  return {
    slack,
    now: () => new Date(nowMs),
    /** A minute passes, for Slack and for Redis. */
    async wait() {
      nowMs += everyMs;
      await redis.client.del(...(await redis.client.keys("*history-turn*")), "none");
    },
    databases: slack.channels.find(({ name }) => name === "databases")?.id ?? "",
    [Symbol.asyncDispose]: () => slack.close(),
  };
}

/** A process of the app. */
function processOf({ slack, now }: { slack: LocalSlack; now: () => Date }) {
  const clients = slackClientMaker({ slackApiUrl: slack.apiUrl, log })(slack.botToken);
  const messenger = slackMessenger(clients, sharedReads(redis.client, slack.teamId));
  return { messenger, posts: posts(redis.client, slack.teamId), now, moment: clockOf() };
}

const Calls = z.array(z.looseObject({ status: z.number() }));

async function historyCalls(slack: LocalSlack): Promise<number[]> {
  const response = await fetch(`${slack.url}/page/calls?methods=conversations.history`);
  return Calls.parse(await response.json()).map(({ status }) => status);
}

test("a search goes on where the limit ended it, page by page, and finds the message", async () => {
  await using limited = await limitedSlack();
  const { messenger } = processOf(limited);
  const since = new Date(limited.now().getTime() - 1_000);
  const sought = await messenger.post(limited.databases, say("Sought"), { mark: "m1" });
  for (let index = 0; index < 40; index += 1)
    await messenger.post(limited.databases, say(`Message ${index}`));
  const search = () => processOf(limited).messenger.findMarked(limited.databases, "m1", since);
  for (let page = 1; page < 3; page += 1) {
    await expect(search()).rejects.toMatchObject({ kind: "limited" });
    await limited.wait();
  }
  expect(await search()).toEqual(sought);
  expect(await redis.client.keys("*history-place*")).toEqual([]);
});

test("once Slack limits a workspace, all its processes share one call a minute, and others are free", async () => {
  await using limited = await limitedSlack();
  const [one, other] = [processOf(limited), processOf(limited)];
  const search = ({ messenger }: typeof one) =>
    messenger.findMarked(limited.databases, "none", new Date(limited.now().getTime() - 1_000));
  expect(await search(one)).toBeUndefined();
  await expect(search(other)).rejects.toMatchObject({ kind: "limited" });
  const before = (await historyCalls(limited.slack)).length;
  for (let attempt = 0; attempt < 10; attempt += 1)
    for (const each of [one, other]) await expect(search(each)).rejects.toMatchObject({ kind: "limited" });
  expect((await historyCalls(limited.slack)).length).toBe(before);
  await limited.wait();
  expect(await search(other)).toBeUndefined();
  await expect(search(one)).rejects.toMatchObject({ kind: "limited" });
  expect((await historyCalls(limited.slack)).filter((status) => status === 429)).toHaveLength(1);
  expect(await redis.client.exists(keys.historyPace("T-other", "conversations.history"))).toBe(0);
});

test("posts with lost answers in 12 channels are all found, one a minute, and none is there twice", async () => {
  await using limited = await limitedSlack();
  const { slack } = limited;
  const channelIds = Array.from({ length: 12 }, (_, index) => `${index}`);
  const post = (key: string) => ({ key, channelId: limited.databases, reply: say(`Report ${key}`) });
  await fetch(`${slack.url}/page/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify([{ kind: "drop-after", match: { methods: ["chat.postMessage"] }, times: 12 }]),
  });
  for (const key of channelIds)
    await expect(postOnce(processOf(limited), post(key))).rejects.toBeInstanceOf(AppError);
  const open = new Set(channelIds);
  for (let minute = 0; open.size > 0 && minute < 20; minute += 1) {
    await redis.client.del(...(await redis.client.keys("*post-hold*")), "none");
    for (const key of open)
      await postOnce(processOf(limited), post(key)).then(
        () => open.delete(key),
        (error: unknown) => expect(error).toMatchObject({ kind: "limited" }),
      );
    await limited.wait();
  }
  expect(open).toEqual(new Set());
  await using ada = person(slack, "Ada Park");
  const texts = (await ada.messages("databases"))
    .map(({ text }) => text)
    .filter((text) => text.startsWith("Report"));
  expect(texts.toSorted()).toEqual(channelIds.map((key) => `Report ${key}`).toSorted());
});

test("where no one allowed history, a post with a lost answer is posted again, and says that it may be there twice", async () => {
  await using limited = await limitedSlack(optionalScopes);
  const { slack } = limited;
  const post = { key: "r1", channelId: limited.databases, reply: say("A report") };
  await fetch(`${slack.url}/page/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify([{ kind: "drop-before", match: { methods: ["chat.postMessage"] }, times: 1 }]),
  });
  await expect(postOnce(processOf(limited), post)).rejects.toBeInstanceOf(AppError);
  await redis.client.del(...(await redis.client.keys("*post-hold*")));
  await postOnce(processOf(limited), post);
  await using ada = person(slack, "Ada Park");
  const last = (await ada.messages("databases")).at(-1);
  expect(last?.text).toContain("A report\n_Slack didn't answer when I posted this before");
  expect(JSON.stringify(last?.blocks)).toContain("it may be here twice");
});
