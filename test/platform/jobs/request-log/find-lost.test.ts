import { expect, test } from "vitest";
import { findLost } from "../../../../src/platform/jobs/request-log/machine.ts";

const lost = { lostAt: "2026-11-30T10:00:00.000Z", answered: false };

function clockAt(time: string) {
  let nowMs = Date.parse(time);
  const context = { limits: { settleMs: 30_000 }, now: () => new Date(nowMs) };
  return { context, pass: (ms: number) => (nowMs += ms) };
}

test("only a look that begins after the time is over ends a lost request, however long it takes", async () => {
  const clock = clockAt("2026-11-30T10:00:29.000Z");
  const looks: boolean[] = [];
  const look = async (isOver: boolean) => {
    looks.push(isOver);
    clock.pass(5_000);
    return isOver ? "done" : undefined;
  };
  expect(await findLost(clock, lost, look)).toEqual({ againInMs: 1_000 });
  expect(await findLost(clock, lost, look)).toBe("done");
  expect(looks).toEqual([false, true]);
});

test("a lost request is looked for less and less often, and once more when the time is over", async () => {
  const clock = clockAt("2026-11-30T10:00:00.000Z");
  const waits: number[] = [];
  const look = () => findLost(clock, lost, async (isOver) => (isOver ? "done" : undefined));
  for (let step = await look(); typeof step === "object"; step = await look()) {
    waits.push(step.againInMs);
    clock.pass(step.againInMs);
  }
  expect(waits).toEqual([1_000, 1_000, 2_000, 4_000, 8_000, 14_000]);
});
