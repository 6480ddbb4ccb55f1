import { beforeEach, expect, test } from "vitest";
import { say } from "../../../src/platform/blocks/reply.ts";
import type { MessageRef } from "../../../src/platform/jobs/messenger.ts";
import { type PostingParts, postOnce, posts } from "../../../src/platform/jobs/post-once.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { type TimeLimit, clockOf, isOver } from "../../../src/lib/clock.ts";
import { useRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const redis = useRedis();
const reply = say("Half of the budget is used.");
const post = { key: "budget:1:2026-11:50", channelId: "C1", reply };

const now = () => new Date("2026-11-20T10:00:00Z");

/** A channel that keeps its posts, and loses answers if the test says so. */
function channel() {
  const messages: { mark: string; messageRef: MessageRef }[] = [];
  let failure: AppError | undefined;
  let answered: Promise<void> = Promise.resolve();
  const messenger: PostingParts["messenger"] = {
    async post(channelId, _, options) {
      if (failure?.kind === "limited") throw failure;
      const messageRef = { channelId, ts: String(messages.length + 1) };
      messages.push({ mark: options?.mark ?? "", messageRef });
      await answered;
      if (failure) throw failure;
      return messageRef;
    },
    findMarked: async (_, mark) => messages.find((message) => message.mark === mark)?.messageRef,
  };
  return {
    messages,
    parts: { messenger, posts: posts(redis.client, "T1"), now, moment: clockOf(now) },
    failWith: (next: AppError | undefined) => void (failure = next),
    answerAfter: (wait: Promise<void>) => void (answered = wait),
  };
}

let slack: ReturnType<typeof channel>;
beforeEach(() => {
  slack = channel();
});

async function holdKey(): Promise<string> {
  const [key = ""] = await redis.client.keys("*post-hold*");
  return key;
}

/** A lost post can no longer arrive. */
async function letGo(): Promise<void> {
  await redis.client.del(...(await redis.client.keys("*post-hold*")));
}

test("a message is posted once, and later only found", async () => {
  const first = await postOnce(slack.parts, post);
  expect(await postOnce(slack.parts, post)).toEqual(first);
  expect(slack.messages).toHaveLength(1);
});

test("after a lost answer, the message is found and not posted again", async () => {
  slack.failWith(new AppError("upstream", "Slack did not answer.", { outcomeUnknown: true }));
  await expect(postOnce(slack.parts, post)).rejects.toMatchObject({ kind: "upstream" });
  slack.failWith(undefined);
  await expect(postOnce(slack.parts, post)).rejects.toMatchObject({ kind: "limited" });
  await letGo();
  expect(await postOnce(slack.parts, post)).toEqual({ channelId: "C1", ts: "1" });
  expect(slack.messages).toHaveLength(1);
});

test("a rate limit releases the claim, so the next try posts at once", async () => {
  slack.failWith(new AppError("limited", "Slack asks us to wait.", { retryAfterMs: 1_000 }));
  await expect(postOnce(slack.parts, post)).rejects.toMatchObject({ retryAfterMs: 1_000 });
  slack.failWith(undefined);
  expect(await postOnce(slack.parts, post)).toEqual({ channelId: "C1", ts: "1" });
});

test("of two that post at once, one has to wait, and then finds the other's message", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  slack.answerAfter(promise);
  const [first, second] = [postOnce(slack.parts, post), postOnce(slack.parts, post)];
  const both = Promise.allSettled([first, second]);
  await Promise.race([first, second]).catch(() => undefined);
  resolve();
  expect((await both).map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await postOnce(slack.parts, post);
  expect(slack.messages).toHaveLength(1);
});

test("the content is made only if the message is posted", async () => {
  let asked = 0;
  const made = { ...post, reply: async () => ((asked += 1), reply) };
  await postOnce(slack.parts, made);
  await postOnce(slack.parts, made);
  expect(asked).toBe(1);
});

test("a slow post keeps its claim until it ends", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  slack.answerAfter(promise);
  const parts = { ...slack.parts, posts: posts(redis.client, "T1", 3_000) };
  const posted = postOnce(parts, post);
  await until(async () => slack.messages.length === 1);
  const hold = await holdKey();
  await redis.client.pexpire(hold, 100_000);
  await until(async () => (await redis.client.pttl(hold)) <= 3_000);
  await expect(postOnce(slack.parts, post)).rejects.toMatchObject({ kind: "limited" });
  resolve();
  expect(await posted).toEqual({ channelId: "C1", ts: "1" });
});

test("a post does not leave after its claim's time", async () => {
  const limits: (TimeLimit | undefined)[] = [];
  const { messenger, now } = slack.parts;
  const watched: typeof messenger.post = async (channelId, said, options) => {
    limits.push(options?.sendBy);
    return messenger.post(channelId, said, options);
  };
  await postOnce({ ...slack.parts, messenger: { ...messenger, post: watched } }, post);
  const [limit] = limits;
  if (!limit) throw new Error("It was posted without a limit.");
  const at = (passedMs: number) => ({
    wallMs: now().getTime() + passedMs,
    monotonicMs: limit.since.monotonicMs,
  });
  expect([isOver(limit, at(9_000)), isOver(limit, at(12_000))]).toEqual([false, true]);
});

test("a process that paused until another one took over posts nothing, and leaves the other's claim", async () => {
  await slack.parts.posts.claim(post.key, slack.parts.now());
  await letGo();
  const looking = Promise.withResolvers<undefined>();
  let looks = 0;
  const findMarked = () => ((looks += 1), looking.promise);
  const late = postOnce({ ...slack.parts, messenger: { ...slack.parts.messenger, findMarked } }, post);
  await until(async () => looks === 1);
  await letGo();
  const other = await slack.parts.posts.claim(post.key, slack.parts.now());
  looking.resolve(undefined);
  await expect(late).rejects.toMatchObject({ kind: "limited" });
  await slack.parts.posts.hold(other);
  expect(slack.messages).toEqual([]);
});

test("a post is found even if Slack's clock is two minutes slow", async () => {
  const { messenger, posts: kept, now } = slack.parts;
  const postedAtMs = now().getTime() - 2 * 60_000;
  const findMarked: typeof messenger.findMarked = async (channelId, _, since) =>
    since.getTime() <= postedAtMs ? { channelId, ts: "1" } : undefined;
  await kept.claim(post.key, now());
  await letGo();
  const messageRef = await postOnce({ ...slack.parts, messenger: { ...messenger, findMarked } }, post);
  expect(messageRef).toEqual({ channelId: "C1", ts: "1" });
  expect(slack.messages).toEqual([]);
});
