import { expect, test } from "vitest";
import { workspaceConcurrency } from "../../../src/platform/jobs/backpressure.ts";

function enter(share: ReturnType<typeof workspaceConcurrency>, owner: string) {
  const slot = share.enter(owner);
  return "leave" in slot ? slot : undefined;
}

test("a single owner may have half of all slots", () => {
  const share = workspaceConcurrency(10, 2);
  const slots = Array.from({ length: 10 }, () => enter(share, "T1"));
  expect(slots.filter(Boolean)).toHaveLength(5);
});

test("a new owner gets its share, even while another one has more than that", () => {
  const share = workspaceConcurrency(10, 2);
  for (let count = 0; count < 10; count += 1) enter(share, "T1");
  const others = ["T2", "T2", "T2", "T3"].map((owner) => enter(share, owner) !== undefined);
  expect(others).toEqual([true, true, false, true]);
});

test("a released slot is free for the next, and the more items wait, the longer each waits", () => {
  const share = workspaceConcurrency(2, 1);
  const first = enter(share, "T1");
  const waits = Array.from({ length: 30 }, () => share.enter("T1"));
  expect(waits[0]).toEqual({ againInMs: 250 });
  expect(waits[3]).toEqual({ againInMs: 1_000 });
  expect(waits[29]).toEqual({ againInMs: 5_000 });
  first?.leave();
  expect(enter(share, "T1")).toBeDefined();
});
