import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { toldWhileSlow } from "../../../src/platform/forms/page.ts";

function cannotTell(): Promise<void> {
  return Promise.reject(new Error("Slack is away."));
}

test("what is found at once is told of by nobody", async () => {
  expect(await toldWhileSlow(Promise.resolve(1), cannotTell)).toEqual({ found: 1, isTold: false });
});

test("what is found late is not lost where nobody could be told to wait", async () => {
  expect(await toldWhileSlow(sleep(5_100, 1), cannotTell)).toEqual({ found: 1, isTold: true });
});
