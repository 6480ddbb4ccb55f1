import { clockOf } from "../../../../src/lib/clock.ts";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { CallOptions } from "../../../../src/platform/cloud/call.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { advanceCreation } from "../../../../src/features/services/provisioning/advance.ts";
import type { Submission } from "../../../../src/features/services/provisioning/submission.ts";
import { provisioningRequests } from "../../../../src/features/services/provisioning/progress.ts";
import { approvalFixture } from "../approval/fixture.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const requestId = "request-f1-1";

const submission: Submission = {
  workspaceId: "T1",
  userId: "UADA",
  userName: "Ada",
  channelId: "C9",
  connection: "default",
  form: { formId: "f1", attempt: 1, viewId: "V1" },
  request: { name: "orders", provider: "aws", region: "eu-west-1" },
};

/** A request that cannot be sent yet: Redis does not confirm its fence, or the cloud limits the rate. */
async function waitingFixture(busy: "storage" | "cloud", { isModalOpen = false } = {}) {
  const { context, world } = await approvalFixture(redis.client);
  const notices: string[] = [];
  const modals: string[] = [];
  let sent = 0;
  let isBusy = true;
  Object.assign(context, {
    requests: provisioningRequests(redis.client, "T1", { isKept: async () => busy === "cloud" || !isBusy }),
    messenger: {
      ...context.messenger,
      updateModal: async (_: string, view: unknown) => {
        if (!isModalOpen) return "gone";
        modals.push(JSON.stringify(view));
        return "updated";
      },
      whisper: async (channelId: string, userId: string, { text }: { text: string }) =>
        void notices.push(`${userId} in ${channelId}: ${text}`),
    },
    cloudOf: () => ({
      call: async (_: unknown, __: unknown, { departure }: CallOptions = {}) => {
        await departure?.pass();
        if (busy === "cloud" && isBusy) throw new AppError("limited", "Too many.", { retryAfterMs: 4_000 });
        sent += 1;
        throw new AppError("user", "The cloud has no room.");
      },
    }),
    limits: { cloudTimeoutMs: 1_000, settleMs: 1_000, requestsPerWindow: 10 },
    moment: clockOf(() => world.now),
    newId: randomUUID,
  });
  const startedMs = world.now.getTime();

  /** Takes a step, and moves the clock to the next one. */
  async function step(): Promise<void> {
    const next = await advanceCreation(() => context)(requestId, submission);
    if (typeof next === "object") world.now = new Date(world.now.getTime() + next.againInMs);
  }
  const ageMs = () => world.now.getTime() - startedMs;
  return { notices, modals, step, ageMs, sent: () => sent, relieve: () => void (isBusy = false) };
}

test.each([
  ["storage", "doesn't confirm writes right now"],
  ["cloud", "The cloud takes no more requests"],
] as const)(
  "a request that waits for the %s is reported once within 10 s if its form is closed, and then is sent once",
  async (busy, why) => {
    const fixture = await waitingFixture(busy);
    let noticedAtMs = 0;
    while (fixture.notices.length === 0) {
      noticedAtMs = fixture.ageMs();
      await fixture.step();
    }
    expect(noticedAtMs).toBeGreaterThan(2_000);
    expect(noticedAtMs).toBeLessThanOrEqual(10_000);
    expect(fixture.notices[0]).toMatch(/^UADA in C9: .*orders/);
    expect(fixture.notices[0]).toContain(why);
    await fixture.step();
    await fixture.step();
    expect(fixture.notices).toHaveLength(1);
    expect(fixture.sent()).toBe(0);
    fixture.relieve();
    await fixture.step();
    expect(fixture.sent()).toBe(1);
  },
);

test("an open form shows that the request waits, and no message follows", async () => {
  const fixture = await waitingFixture("storage", { isModalOpen: true });
  for (let steps = 0; steps < 6; steps += 1) await fixture.step();
  expect(fixture.ageMs()).toBeGreaterThan(10_000);
  expect(fixture.modals.at(-1)).toContain("doesn't confirm writes right now");
  expect(fixture.notices).toEqual([]);
});
