import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { noTracing } from "../../../src/lib/tracing/tracing.ts";
import { createInFlight, createSlackApp } from "../../../src/platform/slack/app.ts";

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

test("a stop waits for a command from its arrival to the end of its work, also after the acknowledgement", async () => {
  const inFlight = createInFlight();
  const app = await createSlackApp({
    slackApiUrl: "http://127.0.0.1:9/api/",
    tracing: noTracing,
    inFlight,
    log: pino({ level: "silent" }),
  });
  onTestFinished(() => app.stop());
  const acknowledged = Promise.withResolvers<void>();
  let isAnswered = false;
  app.bolt.command("/db", async ({ ack }) => {
    await ack();
    await sleep(20);
    isAnswered = true;
  });
  const body = { command: "/db", team_id: "T1", user_id: "U1", channel_id: "C1" };
  void app.bolt.processEvent({ body, ack: async () => acknowledged.resolve() });
  await acknowledged.promise;
  await inFlight.drain(60_000);
  expect(isAnswered).toBe(true);
});
