import { expect, test } from "vitest";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import type { PostOptions } from "../../../../src/platform/jobs/messenger.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { announcementPostKey } from "../../../../src/features/services/announcement/announce.ts";
import { advanceCreation } from "../../../../src/features/services/provisioning/advance.ts";
import { isOver } from "../../../../src/lib/clock.ts";
import { minuteMs } from "../../../../src/lib/duration.ts";
import { approvalFixture } from "../approval/fixture.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const requestId = "request-f1-1";

/** Ada's service was just created, and its announcement is next. A test may do something before the post and before a save. */
async function createdFixture() {
  const { context, world } = await approvalFixture(redis.client);
  const posted: string[] = [];
  const fixture = { posted, world, context, beforeLeaving: async () => {}, beforeKept: async () => {}, step };
  const { created } = context;
  Object.assign(context, {
    created: {
      async change(...change: Parameters<typeof created.change>) {
        await fixture.beforeKept();
        return created.change(...change);
      },
    },
    messenger: {
      ...context.messenger,
      async post(channelId: string, { text }: Reply, { mark = "", sendBy }: PostOptions = {}) {
        await fixture.beforeLeaving();
        const now = { wallMs: world.now.getTime(), monotonicMs: performance.now() };
        if (sendBy && isOver(sendBy, now)) throw new AppError("upstream", "It was too late to send it.");
        posted.push(mark);
        return { channelId, ts: `${posted.length}.0 ${text.length}` };
      },
      findMarked: async (channelId: string, mark: string) =>
        posted.includes(mark) ? { channelId, ts: "1.0" } : undefined,
    },
  });
  const submission = {
    workspaceId: "T1",
    userId: "UADA",
    userName: "Ada",
    channelId: "C9",
    connection: "default",
    request: { name: "orders" },
  };
  await context.requests.saveCreated(requestId, {
    status: "created",
    serviceId: "s1",
    name: "orders",
    endpoints: [],
    createdAt: world.now.toISOString(),
    password: { fate: "seen" },
    creatorNotified: true,
    silent: false,
  });

  async function step() {
    return advanceCreation(() => context)(requestId, submission);
  }
  return fixture;
}

type Fixture = Awaited<ReturnType<typeof createdFixture>>;

/** The process pauses so long that another one takes over the step, and announces the service. */
async function meanwhile(fixture: Fixture): Promise<void> {
  Object.assign(fixture, { beforeLeaving: async () => {}, beforeKept: async () => {} });
  await afterHold(fixture);
  await fixture.step();
}

/** Lets the hold on the post expire, so another process may take over. */
async function afterHold(fixture: Fixture): Promise<void> {
  fixture.world.now = new Date(fixture.world.now.getTime() + 15_000);
  await redis.client.del(keys.postHold("T1", announcementPostKey(requestId)));
}

test.each([
  ["beforeLeaving", "It was too late to send it."],
  ["beforeKept", "next"],
] as const)(
  "a process that paused while announcing (%s) posts nothing after another one has",
  async (moment, outcome) => {
    const fixture = await createdFixture();
    fixture[moment] = () => meanwhile(fixture);
    const ended = await fixture.step().catch((error: unknown) => error);
    expect(ended instanceof AppError ? ended.message : ended).toBe(outcome);
    expect(fixture.posted).toEqual([announcementPostKey(requestId)]);
    expect(await fixture.context.requests.find(requestId)).toMatchObject({ message: { channelId: "C9" } });
  },
);

test.each([
  ["behind", -2],
  ["ahead", 2],
])(
  "an announcement is posted once if its process dies right after it, with Slack's clock two minutes %s",
  async (_, slackMinutes) => {
    const fixture = await createdFixture();
    const { messenger } = fixture.context;
    const slackNow = () => fixture.world.now.getTime() + slackMinutes * minuteMs;
    const times: number[] = [];
    Object.assign(messenger, {
      async post(...post: Parameters<typeof messenger.post>) {
        times.push(slackNow());
        fixture.posted.push(post[2]?.mark ?? "");
        throw new Error("The process died.");
      },
      findMarked: async (channelId: string, mark: string, since: Date) =>
        fixture.posted.includes(mark) && times.some((time) => time >= since.getTime())
          ? { channelId, ts: "1.0" }
          : undefined,
    });
    await expect(fixture.step()).rejects.toThrow("The process died.");
    await afterHold(fixture);
    expect(await fixture.step()).toBe("next");
    expect(fixture.posted).toEqual([announcementPostKey(requestId)]);
    expect(await fixture.context.requests.find(requestId)).toMatchObject({
      message: { channelId: "C9", ts: "1.0" },
    });
  },
);
