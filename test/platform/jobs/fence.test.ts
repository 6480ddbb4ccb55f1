import { expect, test } from "vitest";
import type { Fenced } from "../../../src/platform/redis/durability.ts";
import { fenceOf } from "../../../src/platform/jobs/keep-trying.ts";

type Progress = "read" | "sending";

/** A fence for 30 s, whose write answers what a test says, and clocks that a test moves. */
function fenced(answers: (Fenced | Error)[] = ["passed"]) {
  const clocks = { wallMs: Date.parse("2026-11-20T10:00:00Z"), monotonicMs: 0 };
  const writes: string[] = [];
  const fence = fenceOf<Progress, "sending">({
    read: "read",
    sending: "sending",
    async write(read, sending) {
      writes.push(`${read} to ${sending}`);
      const answer = answers.shift() ?? "passed";
      if (answer instanceof Error) throw answer;
      return answer;
    },
    clocks: { now: () => new Date(clocks.wallMs), monotonicMs: () => clocks.monotonicMs },
    forMs: 30_000,
  });
  return { fence, clocks, writes };
}

test("a request that passes its fence is kept as sending, and passes again from there", async () => {
  const { fence, writes } = fenced();
  expect(fence.kept()).toBe("read");
  await fence.pass();
  expect(fence.kept()).toBe("sending");
  await fence.pass();
  expect(writes).toEqual(["read to sending", "sending to sending"]);
  expect(fence.held()).toBeUndefined();
});

test("a request that another process took over cannot pass its fence", async () => {
  const { fence } = fenced(["taken"]);
  await expect(fence.pass()).rejects.toMatchObject({ kind: "conflict" });
  expect([fence.held(), fence.kept()]).toEqual(["taken", "read"]);
});

test("a request whose fence is not surely kept is held, and it is kept as sending", async () => {
  const { fence } = fenced(["unconfirmed"]);
  await expect(fence.pass()).rejects.toMatchObject({ kind: "upstream" });
  expect([fence.held(), fence.kept()]).toEqual(["unsure", "sending"]);
});

test("a request whose fence could not be written is held", async () => {
  const { fence } = fenced([new Error("Redis is away.")]);
  await expect(fence.pass()).rejects.toThrow("Redis is away.");
  expect(fence.held()).toBe("unsure");
});

test.each(["wallMs", "monotonicMs"] as const)(
  "a claim has the whole call's time, and not more, by its %s clock",
  (clock) => {
    const { fence, clocks } = fenced();
    clocks[clock] += 29_999;
    expect(fence.isTooLate()).toBe(false);
    clocks[clock] += 1;
    expect(fence.isTooLate()).toBe(true);
  },
);

test("a claim whose machine was suspended for an hour is too late, although its timers stood still", () => {
  const { fence, clocks } = fenced();
  clocks.wallMs += 3_600_000;
  expect(fence.isTooLate()).toBe(true);
});
