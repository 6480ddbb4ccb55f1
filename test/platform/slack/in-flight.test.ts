import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createInFlight } from "../../../src/platform/slack/app.ts";

test("a stop waits for work, and for the work that it began meanwhile", async () => {
  const inFlight = createInFlight();
  const done: string[] = [];
  const work = async (name: string) => {
    await sleep(20);
    done.push(name);
  };
  void inFlight.track(async () => {
    await work("first");
    void inFlight.track(() => work("second"));
  });
  await inFlight.drain(60_000);
  expect(done).toEqual(["first", "second"]);
});

test("a stop does not wait longer than its time", async () => {
  const inFlight = createInFlight();
  void inFlight.track(() => Promise.withResolvers<void>().promise);
  await expect(inFlight.drain(10)).resolves.toBeUndefined();
});
