import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { withSlowNotice } from "../../../src/platform/forms/page.ts";

function failing(): Promise<void> {
  return Promise.reject(new Error("Slack is away."));
}

test("a fast result needs no notice", async () => {
  expect(await withSlowNotice(Promise.resolve(1), failing)).toEqual({ found: 1, isNotified: false });
});

test("a slow result is not lost if the notice fails", async () => {
  expect(await withSlowNotice(sleep(5_100, 1), failing)).toEqual({ found: 1, isNotified: true });
});
