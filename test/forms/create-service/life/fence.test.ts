import { expect, test } from "vitest";
import { fenceOf } from "../../../../src/forms/create-service/life/fence.ts";
import { requestLog } from "../../../../src/store/requests.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const startedAt = new Date("2026-11-20T10:00:00Z");
const claimed = { status: "submitting" as const, sentAt: startedAt.toISOString(), claim: "c1" };

/** A claim with its fence, and clocks that a test moves. */
async function fenced() {
  const clocks = { wallMs: startedAt.getTime(), monotonicMs: 0 };
  const requests = requestLog(redis.client, "T1");
  const limits = { cloudTimeoutMs: 30_000, settleMs: 60_000, requestsPerWindow: 10 };
  const context = {
    requests,
    limits,
    now: () => new Date(clocks.wallMs),
    monotonicMs: () => clocks.monotonicMs,
  };
  const fence = fenceOf({ requestId: "r1", context }, claimed);
  await requests.claim("r1", claimed);
  return { fence, clocks, requests };
}

test("a request that passes its fence is kept as sending, and passes again with the same claim", async () => {
  const { fence, requests } = await fenced();
  await fence.pass();
  expect(await requests.find("r1")).toEqual({ ...claimed, status: "sending" });
  await fence.pass();
  expect(fence.isLost()).toBe(false);
});

test("a request that another process took over cannot pass its fence", async () => {
  const { fence, requests } = await fenced();
  await requests.saveUnlessChanged("r1", claimed, { ...claimed, claim: "c2" });
  await expect(fence.pass()).rejects.toMatchObject({ kind: "conflict" });
  expect(fence.isLost()).toBe(true);
  expect(await requests.find("r1")).toEqual({ ...claimed, claim: "c2" });
});

test("a request that was taken for lost after it passed cannot pass again", async () => {
  const { fence, requests } = await fenced();
  await fence.pass();
  await requests.replace("r1", "sending", { status: "failed", message: "no", told: true });
  await expect(fence.pass()).rejects.toMatchObject({ kind: "conflict" });
});

test.each(["wallMs", "monotonicMs"] as const)(
  "a claim has the whole call's time, and not more, by its %s clock",
  async (clock) => {
    const { fence, clocks } = await fenced();
    clocks[clock] += 29_999;
    expect(fence.isTooLate()).toBe(false);
    clocks[clock] += 1;
    expect(fence.isTooLate()).toBe(true);
  },
);

test("a claim whose machine was suspended for an hour is too late, although its timers stood still", async () => {
  const { fence, clocks } = await fenced();
  clocks.wallMs += 3_600_000;
  expect(fence.isTooLate()).toBe(true);
});
