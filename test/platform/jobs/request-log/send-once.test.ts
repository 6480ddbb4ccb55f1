import { expect, test } from "vitest";
import { AppError } from "../../../../src/lib/errors.ts";
import type { Departure } from "../../../../src/platform/cloud/client.ts";
import { sendOnce, senderWaitMs } from "../../../../src/platform/jobs/request-log/send-once.ts";
import type { Fenced } from "../../../../src/platform/redis/durability.ts";

const startMs = Date.parse("2026-11-20T10:00:00Z");

/** Sends once, within 30 s. A test sets the fence's answers and moves the clocks. */
function sender(answers: (Fenced | Error)[] = ["passed"]) {
  const clocks = { wallMs: startMs, monotonicMs: 0 };
  const writes: string[] = [];
  const send = (work: (departure: Departure) => Promise<string>) =>
    sendOnce({
      log: {
        async fence(id, read: string | undefined, sending: string) {
          writes.push(`${id}: ${read} to ${sending}`);
          const answer = answers.shift() ?? "passed";
          if (answer instanceof Error) throw answer;
          return answer;
        },
      },
      id: "r1",
      read: "read",
      sending: "sending",
      moment: () => ({ ...clocks }),
      forMs: 30_000,
      send: work,
    });
  return { send, clocks, writes };
}

function failing(failure: Error) {
  return async (departure: Departure): Promise<string> => {
    await departure.pass();
    throw failure;
  };
}

async function leave(departure: Departure): Promise<string> {
  await departure.pass();
  return "answer";
}

test("a request that passes its fence is answered, and may pass it again", async () => {
  const { send, writes } = sender();
  const sent = await send(async (departure) => {
    await departure.pass();
    return leave(departure);
  });
  expect(sent).toEqual({ outcome: "answered", answer: "answer" });
  expect(writes).toEqual(["r1: read to sending", "r1: sending to sending"]);
});

test("a request that another process has does not leave", async () => {
  expect(await sender(["taken"]).send(leave)).toEqual({ outcome: "taken" });
});

test("a request does not leave unless Redis confirms its record", async () => {
  const unconfirmed = { outcome: "refused", failure: { kind: "upstream" }, isUnconfirmed: true };
  expect(await sender(["unconfirmed"]).send(leave)).toMatchObject(unconfirmed);
  const away = new AppError("upstream", "Redis is away.");
  expect(await sender([away]).send(leave)).toEqual({ ...unconfirmed, failure: away });
});

test("a failure without an effect is a refusal, and one that may have an effect is a lost answer", async () => {
  const refusal = new AppError("limited", "Wait.");
  const loss = new AppError("upstream", "No answer.", { outcomeUnknown: true });
  expect(await sender().send(failing(refusal))).toEqual({
    outcome: "refused",
    failure: refusal,
    isUnconfirmed: false,
  });
  expect(await sender().send(failing(loss))).toEqual({ outcome: "lost", failure: loss });
  await expect(sender().send(failing(new AppError("bug", "Odd.")))).rejects.toThrow("Odd.");
  await expect(sender().send(failing(new Error("Odd.")))).rejects.toThrow("Odd.");
});

test.each(["wallMs", "monotonicMs"] as const)(
  "a request is too late when its time is over by the %s clock",
  async (clock) => {
    const { send, clocks } = sender();
    await send(async (departure) => {
      clocks[clock] += 29_999;
      expect(departure.isTooLate()).toBe(false);
      clocks[clock] += 1;
      expect(departure.isTooLate()).toBe(true);
      return "";
    });
  },
);

test("a sender may run for its call's time and 5 s more to save the outcome", () => {
  const sending = { sentAt: new Date(startMs).toISOString() };
  const after = (ms: number) => ({
    now: () => new Date(startMs + ms),
    limits: { cloudTimeoutMs: 30_000 },
  });
  expect(senderWaitMs(sending, after(0))).toBe(35_000);
  expect(senderWaitMs(sending, after(34_999))).toBe(1);
  expect(senderWaitMs(sending, after(35_000))).toBe(0);
});
