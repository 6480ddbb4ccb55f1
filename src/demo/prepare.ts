import { z } from "zod";
import { defaultConnection } from "../features/connections/connection.ts";
import { BudgetSchedule } from "../features/costs/budget/schedule.ts";
import { addDays, utcDay } from "../lib/day.ts";
import { dayMs, hourMs } from "../lib/duration.ts";
import { AppError } from "../lib/errors.ts";
import { demoOrganization } from "./app-settings.ts";
import type { Sandbox } from "./start-sandbox.ts";
import { inStore } from "./store.ts";

// Final by the reference server's rules, and in the last seven whole days.
const unusualDaysAgo = 4;
const unusualFactor = 2.6;
const usedShareOfBudget = 0.93;

/**
 * Prepares what a person should see from the first minute: a new service, a failed backup, an unusual day, a budget, and
 * two teams.
 */
export async function prepare(sandbox: Sandbox): Promise<void> {
  const { redis, slack, cloud } = sandbox;
  const [person] = slack.users;
  if (!person) throw new AppError("bug", "The local Slack has no people.");
  const asker = { workspaceId: slack.teamId, userId: person.id };
  const [first, second] = demoOrganization(cloud).services;
  if (!first || !second) throw new AppError("bug", "The demo needs two services.");
  const fresh = await newService(sandbox);
  const day = addDays(utcDay(new Date()), -unusualDaysAgo);
  await control(sandbox, "/costs", { factors: [{ serviceId: first.id, day, factor: unusualFactor }] });
  await control(sandbox, "/backups", { serviceId: second.id, lastFailed: true });
  await knowServices(redis.url, asker, [first, second, fresh]);
  await giveTeams(redis.url, asker, { payments: [first, fresh], growth: [second] });
  await setBudget(sandbox, person.id);
}

/** Adds services to the workspace by name, as if `userId` had added them. Keeps existing names. */
export async function knowServices(
  redisUrl: string,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  services: readonly { id: string; name: string }[],
): Promise<void> {
  await inStore(redisUrl, workspaceId, async ({ services: known }) => {
    const taken = new Set((await known.list()).map(({ name }) => name));
    const addedAt = new Date().toISOString();
    for (const { id, name } of services) {
      if (!taken.has(name)) await known.add({ name, serviceId: id, addedBy: userId, addedAt });
    }
  });
}

/** Gives services to teams, as if `userId` had. Keeps what they have. */
async function giveTeams(
  redisUrl: string,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  teams: Record<string, readonly { id: string; name: string }[]>,
): Promise<void> {
  await inStore(redisUrl, workspaceId, async ({ owners }) => {
    const facts = { connection: defaultConnection, since: new Date().toISOString(), by: userId };
    for (const [name, services] of Object.entries(teams)) {
      for (const service of services) {
        const team = { kind: "name", name } as const;
        const first = { ...facts, serviceId: service.id, name: service.name, team };
        await owners.change(service.id, (present) => present ?? first);
      }
    }
  });
}

/** A service that is younger than its first backup for hours. */
async function newService(sandbox: Sandbox): Promise<{ id: string; name: string }> {
  const request = { name: "session cache", provider: "aws", region: "eu-west-1" };
  const { service } = z
    .object({ service: z.object({ id: z.string(), name: z.string() }) })
    .parse(await ask(sandbox, "/services", request));
  await control(sandbox, "/backups", { serviceId: service.id, firstAfterMs: 12 * hourMs });
  return service;
}

/** A monthly budget in #databases that is nearly used up. Set some weeks ago, so the unusual day is announced. */
async function setBudget(sandbox: Sandbox, createdBy: string): Promise<void> {
  const today = utcDay(new Date());
  const query = `from_date=${today.slice(0, 8)}01&to_date=${today}`;
  const { grandTotalCredits: used } = z
    .object({ grandTotalCredits: z.number() })
    .parse(await ask(sandbox, `/usageCost?${query}`));
  const channel = sandbox.slack.channels.find(({ name }) => name === "databases");
  if (!channel) throw new AppError("bug", "The local Slack has no #databases.");
  const budget: BudgetSchedule = {
    id: "budget-of-the-demo",
    kind: "budget",
    channelId: channel.id,
    connection: defaultConnection,
    createdBy,
    createdAt: new Date(Date.now() - 3 * 7 * dayMs).toISOString(),
    every: "monthly",
    credits: String(Math.ceil(used / usedShareOfBudget)),
    state: { periods: [], judged: [] },
  };
  await inStore(sandbox.redis.url, sandbox.slack.teamId, async ({ schedules }) => {
    const known = await schedules.list(BudgetSchedule);
    if (known.length === 0) await schedules.add(budget);
  });
}

/** Asks the management API as the demo's organization. */
async function ask({ cloud }: Sandbox, path: string, request?: object): Promise<unknown> {
  const { organizationId, keyId, keySecret } = demoOrganization(cloud);
  const key = Buffer.from(`${keyId}:${keySecret}`).toString("base64");
  const answer = await fetch(`${cloud.url}/v1/organizations/${organizationId}${path}`, {
    headers: { authorization: `Basic ${key}`, "content-type": "application/json" },
    ...(request && { method: "POST", body: JSON.stringify(request) }),
  });
  if (!answer.ok) throw new AppError("bug", `The reference server refused ${path}: ${await answer.text()}`);
  return z.object({ result: z.unknown() }).parse(await answer.json()).result;
}

async function control({ cloud }: Sandbox, path: string, body: object): Promise<void> {
  const answer = await fetch(cloud.controlUrl + path, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new AppError("bug", `The reference server refused ${path}: ${await answer.text()}`);
}
