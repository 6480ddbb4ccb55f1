import { randomUUID } from "node:crypto";
import process from "node:process";
import { pino } from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { createStore } from "../../src/app/store.ts";
import { expiryId } from "../../src/features/lifecycle/expiry/schedule.ts";
import { ensureSchedule } from "../../src/platform/jobs/schedules/schedules.ts";
import { connectJobs } from "../../src/platform/jobs/bullmq.ts";
import { openQueue } from "../../src/platform/jobs/queue.ts";
import type { KnownHook } from "../support/hook.ts";
import { type ShiftedReplicas, startShiftedReplicas } from "./shifted-replicas.ts";
import { found, until } from "../support/until.ts";
import { messagesIn } from "./alert-channel.ts";
import { channels } from "./alert-run.ts";
import { hookIn } from "./alert-environment.ts";
import { type Sandbox, startSandbox } from "./replicas.ts";

const hourMs = 3_600_000;
const Requests = z.array(z.looseObject({ at: z.string(), method: z.string(), body: z.unknown().optional() }));
const settings = { CLOUD_REQUESTS_PER_10_SECONDS: "5000" };

/** What one of three clocks shows: how far it is ahead, one after another. */
const courses = [
  ["2 h ahead", [2 * hourMs]],
  ["2 h behind", [-2 * hourMs]],
  ["jumping", [2 * hourMs, -2 * hourMs, 90 * 60_000, 0, 30 * 60_000]],
] as const;

async function deliver({ apps }: ShiftedReplicas, replica: number, { hook, secret }: KnownHook) {
  const title = `alert ${randomUUID()}`;
  const response = await fetch(`${apps[replica]?.url}/hooks/${hook.id}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
    body: JSON.stringify({ title, status: "firing" }),
  });
  expect(response.status).toBe(202);
  return title;
}

/** Lets services end that were warned of that an hour ago: the first one soon, the others late. */
async function letEnd({ slack, cloud, redis, redisServer }: Sandbox, soonMs: number): Promise<void> {
  const kept = createStore(redis).workspace(slack.teamId);
  const jobs = connectJobs(redisServer, () => {});
  using ending = new DisposableStack();
  ending.defer(() => jobs.close());
  await until(async () => jobs.producer.status === "ready");
  const log = pino({ level: "silent" });
  const queue = openQueue({ connections: jobs, name: "schedules", onRedisError() {}, log });
  const at = new Date().toISOString();
  const hourAgo = new Date(Date.now() - hourMs).toISOString();
  for (const [index, { id, name }] of (cloud.organizations[0]?.services ?? []).entries()) {
    const added = { connection: "default", addedBy: "U0ADAPARK1", addedAt: at };
    await kept.services.add({ name, serviceId: id, ...added });
    await kept.schedules.add({
      id: expiryId(id),
      kind: "expiry",
      channelId: slack.channels[0]?.id ?? "",
      connection: "default",
      createdBy: "U0ADAPARK1",
      createdAt: at,
      service: { serviceId: id, name },
      expiresAt: new Date(index === 0 ? soonMs : soonMs + hourMs).toISOString(),
      setAt: hourAgo,
      setBy: "U0ADAPARK1",
      // Nothing is stopped sooner than 30 minutes after its first warning.
      state: { warned: { firstAt: hourAgo, mark: "30 minutes" } },
    });
    await ensureSchedule(queue, slack.teamId, expiryId(id));
  }
}

test.each(courses)(
  "while and after one of three clocks is %s, no channel falls silent, and each service is stopped, none early",
  async (_, course) => {
    await using sandbox = await startSandbox(settings);
    const hooks = await Promise.all(channels.map((name) => hookIn(name, sandbox.slack, sandbox.redisServer)));
    await using replicas = await startShiftedReplicas(sandbox.environment, 3);
    let longestMs = 0;

    /** An alert to each channel, through each process in turn. Each is shown soon. */
    async function tellAll(round: number): Promise<void> {
      await Promise.all(
        hooks.map(async (hook, index) => {
          const sinceMs = performance.now();
          const title = await deliver(replicas, (index + round) % 3, hook);
          await until(async () =>
            (await messagesIn(sandbox.slack, hook.hook.channelId)).some(({ text }) => text.includes(title)),
          );
          longestMs = Math.max(longestMs, performance.now() - sinceMs);
        }),
      );
    }
    async function setAhead(aheadMs: number): Promise<void> {
      await replicas.setAhead(0, aheadMs);
      for (let round = 0; round < 3; round += 1) await tellAll(round);
    }
    const stops = async () => {
      const answer = await fetch(`${sandbox.cloud.controlUrl}/requests`);
      const all = Requests.parse(await answer.json());
      return all.filter(
        ({ method, body }) => method === "PATCH" && JSON.stringify(body ?? "").includes("stop"),
      );
    };

    await tellAll(0);
    const soonMs = Date.now() + 25_000;
    await letEnd(sandbox, soonMs);
    for (const aheadMs of course) await setAhead(aheadMs);
    const first = await found(async () => (await stops())[0]);
    expect(Date.parse(first.at)).toBeGreaterThanOrEqual(soonMs);
    await setAhead(0);
    expect(await stops()).toHaveLength(1);
    process.stdout.write(`the latest alert was shown after ${Math.round(longestMs)} ms\n`);
    // The pause between two posts in a channel is a second; a busy machine takes longer.
    expect(longestMs).toBeLessThan(20_000);
  },
);
