import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { AppError } from "../../../src/lib/errors.ts";
import { clockOf } from "../../../src/lib/clock.ts";
import { createStore } from "../../../src/app/store.ts";
import { type FailureWatch, failureWatch } from "../../../src/platform/jobs/failing.ts";
import { useRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const redis = useRedis();
const minute = 60_000;
const log = pino({ level: "silent" });

let nowMs: number;
let told: { to: string; text: string }[];
let contexts: number;
let watch: FailureWatch;
beforeEach(() => {
  nowMs = Date.parse("2026-11-20T10:00:00Z");
  told = [];
  contexts = 0;
  watch = watchOf();
});

const now = () => new Date(nowMs);

/** Another process's watch of the same workspace. */
function watchOf(): FailureWatch {
  const { posts, grants, failing } = createStore(redis.client).workspace("T1");
  const messenger = {
    async post(channelId: string, { text }: { text: string }) {
      told.push({ to: channelId, text });
      return { channelId, ts: `${told.length}.0` };
    },
    findMarked: async () => undefined,
    people: {
      find: async () => ({ isGone: false }),
      list: async () => [],
      groups: async () => [],
    },
  };
  // Holds all that telling uses.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = {
    posts,
    grants,
    failing,
    messenger,
    now,
    moment: clockOf(now),
    log,
  } as unknown as ReturnType<Parameters<typeof failureWatch>[0]["contextOf"]>;
  const contextOf = () => {
    contexts += 1;
    return context;
  };
  return failureWatch({ contextOf, ownWorkspace: async () => "T1", log });
}

const item = {
  workspaceId: "T1",
  job: "ingestion",
  id: "h1",
  about: async () => ({ subject: "Taking in the alerts of hook checkout", userId: "U1" }),
};
const list = () => createStore(redis.client).workspace("T1").failing.list();

/** A failure, and what is kept of it. */
async function fail(error: unknown, by = watch): Promise<void> {
  const before = (await list())[0]?.times ?? 0;
  by.failed(item, error);
  await until(async () => ((await list())[0]?.times ?? 0) > before);
}

test("what fails at each try is listed at once, told to its owner once within 15 minutes, and told when it works again", async () => {
  const error = new RangeError("Invalid time value of password=hunter2");
  const begunMs = nowMs;
  while (told.length === 0 && nowMs - begunMs < 60 * minute) {
    await fail(error);
    expect((await list())[0]).toMatchObject({ subject: "Taking in the alerts of hook checkout" });
    if (nowMs - begunMs >= 5 * minute) await until(async () => told.length > 0);
    nowMs += 5_000;
  }
  expect(nowMs - begunMs).toBeLessThan(15 * minute);
  expect(told.map(({ to }) => to)).toEqual(["U1"]);
  expect(told[0]?.text).toContain("Something went wrong on our side");
  expect(JSON.stringify([told, await list()])).not.toContain("hunter2");
  for (let minutes = 0; minutes < 30; minutes += 1) {
    nowMs += minute;
    await fail(error);
  }
  expect(told).toHaveLength(1);
  watch.worked(item);
  await until(async () => told.length === 2);
  expect(told[1]).toMatchObject({ to: "U1", text: "Taking in the alerts of hook checkout works again." });
  expect(await list()).toEqual([]);
});

test("another process that works on it ends it too, and no one hears of what failed for a moment", async () => {
  await fail(new AppError("upstream", "The server didn't answer."));
  expect((await list())[0]).toMatchObject({ times: 1, reason: "The server didn't answer." });
  watchOf().worked(item);
  await until(async () => (await list()).length === 0);
  expect(told).toEqual([]);
});

test("a limit isn't a failure, and what never failed costs no write", async () => {
  watch.failed(item, new AppError("limited", "Too many.", { retryAfterMs: 1_000 }));
  watch.worked(item);
  await fail(new AppError("upstream", "The server didn't answer."), watchOf());
  expect((await list())[0]?.times).toBe(1);
});

test("the owner hears of a value that only a person can mend at the first try", async () => {
  await fail(new AppError("user", "It has “Mars/Olympus” in place of a time zone."));
  await until(async () => told.length > 0);
  expect(told[0]).toMatchObject({ to: "U1", text: expect.stringContaining("Set it again.") });
  expect(await list()).toMatchObject([{ needsPerson: true, times: 1 }]);
});

test("the admins of the operator's workspace hear of a round that fails at each try once, within 15 minutes", async () => {
  await createStore(redis.client).workspace("T1").grants.set("user:U9", {
    kind: "user",
    id: "U9",
    role: "admin",
    name: "Sam",
    grantedBy: "U1",
    grantedAt: now().toISOString(),
  });
  let isBroken = true;
  const round = watch.watchRound("schedules", "Something that was set up to happen at set times", {
    everyMs: 5 * minute,
    run: async () => {
      if (isBroken) throw new RangeError("Invalid time value");
    },
  });
  const beganMs = nowMs;
  const toldAfter: number[] = [];
  for (let tries = 1; tries <= 6; tries += 1) {
    await expect(round.run()).rejects.toThrow("Invalid time value");
    await until(async () => (await list())[0]?.times === tries);
    if (tries === 3) await until(async () => told.length === 1);
    toldAfter.push(told.length);
    nowMs += 5 * minute;
  }
  expect(toldAfter).toEqual([0, 0, 1, 1, 1, 1]);
  expect(told[0]?.to).toBe("U9");
  expect(nowMs - beganMs).toBe(30 * minute);
  isBroken = false;
  await round.run();
  await until(async () => told.length === 2);
  expect(told[1]?.text).toContain("works again");
});

test("what works costs no context of its workspace while nothing fails", async () => {
  for (let times = 0; times < 50; times += 1) watch.worked(item);
  await until(async () => contexts > 0);
  for (let times = 0; times < 50; times += 1) watch.worked(item);
  await fail(new RangeError("x"), watchOf());
  // One to read what fails, and one of the other process.
  expect(contexts).toBeLessThanOrEqual(4);
});
