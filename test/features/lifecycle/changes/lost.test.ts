import process from "node:process";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Part, shapeOf } from "../../../../src/features/lifecycle/changes/change.ts";
import type { Shape } from "../../../../src/features/lifecycle/changes/progress.ts";
import { minuteMs } from "../../../../src/lib/duration.ts";
import { type AppError, attempt } from "../../../../src/lib/errors.ts";
import type { CloudClient } from "../../../../src/platform/cloud/client.ts";
import {
  type Service,
  changeServiceState,
  createService,
  getService,
} from "../../../../src/platform/cloud/services/service.ts";
import type { ReferenceCloud } from "@quartermaster/reference-cloud";
import { seededBetween } from "@quartermaster/reference-cloud/seeded-random";
import { clientFor } from "../../../contract/contract-client.ts";
import { cloudInTest, control, organizationOf } from "../../../support/asking.ts";
import { useRedis } from "../../../support/redis.ts";
import { amount } from "../../../support/soak.ts";
import { type LifecycleFixture, lifecycleFixture } from "../fixture.ts";

const redis = useRedis();
const cases = amount({ usual: 100, soak: 1_000 });

const office = { source: "203.0.113.0/24", description: "office" };
const home = { source: "198.51.100.7", description: "home" };
const addresses: Part = { kind: "addresses", add: [home], remove: [office] };
const scaling: Part = { kind: "scaling", to: { numReplicas: 3, maxReplicaMemoryGb: 32, idleScaling: false } };

/** What is wanted of a service, and the operation of each part. */
const wishes = [
  { verb: "change", parts: [addresses], operations: ["changeService"] },
  { verb: "change", parts: [scaling], operations: ["scaleService"] },
  { verb: "change", parts: [addresses, scaling], operations: ["changeService", "scaleService"] },
  { verb: "stop", parts: [{ kind: "stop" }], operations: ["changeServiceState"] },
  { verb: "start", parts: [{ kind: "start" }], operations: ["changeServiceState"] },
  {
    verb: "delete",
    parts: [{ kind: "stop" }, { kind: "delete" }],
    operations: ["changeServiceState", "deleteService"],
  },
] as const satisfies readonly { verb: string; parts: readonly Part[]; operations: readonly string[] }[];

/** How an answer is lost, or a request refused. `isDone`: the server did what it was asked for. */
const faults = [
  { fault: undefined, isDone: true },
  { fault: { kind: "drop-before" }, isDone: false },
  { fault: { kind: "drop-after" }, isDone: true },
  { fault: { kind: "status", status: 500, when: "before" }, isDone: false },
  { fault: { kind: "status", status: 500, when: "after" }, isDone: true },
  { fault: { kind: "status", status: 503, when: "before" }, isDone: false },
  { fault: { kind: "status", status: 503, when: "after" }, isDone: true },
  { fault: { kind: "status", status: 429, when: "before" }, isDone: false },
  { fault: { kind: "status", status: 403, when: "before" }, isDone: false },
  { fault: { kind: "html" }, isDone: false },
  { fault: { kind: "malformed", cut: "json" }, isDone: true },
  { fault: { kind: "malformed", cut: "connection" }, isDone: true },
] as const;

interface Case {
  number: number;
  wish: (typeof wishes)[number];
  /** The operation with the fault. */
  operation: string;
  how: (typeof faults)[number];
  /** True if processes die now and then. */
  isDeadly: boolean;
}

function pick<Each>(all: readonly Each[], number: number, what: string): Each {
  const found = all[Math.floor(seededBetween(0, all.length, number, what))];
  if (found === undefined) throw new Error("There is none.");
  return found;
}

function caseOf(number: number): Case {
  const wish = pick(wishes, number, "wish");
  return {
    number,
    wish,
    operation: pick(wish.operations, number, "operation"),
    how: pick(faults, number, "fault"),
    isDeadly: seededBetween(0, 1, number, "deadly") < 0.4,
  };
}

interface World {
  cloud: ReferenceCloud;
  client: CloudClient;
  fixture: LifecycleFixture;
}

const Requests = z.array(
  z.looseObject({ method: z.string(), path: z.string(), operation: z.string().optional() }),
);

/** How many requests for each operation reached the server and may have had an effect. */
async function effective({ cloud }: World, { operation, how }: Case): Promise<number[]> {
  const { body } = await control(cloud, "/requests", undefined, "GET");
  const sent = Requests.parse(body).filter(({ method }) => method === "PATCH" || method === "DELETE");
  const counts = new Map<string, number>();
  for (const each of sent) counts.set(each.operation ?? "", (counts.get(each.operation ?? "") ?? 0) + 1);
  if (!how.isDone) counts.set(operation, (counts.get(operation) ?? 0) - 1);
  return [...counts.values()];
}

/** True if the service is as a part wants it. The product's own way to say so isn't used. */
function holds(part: Part, service: Service | AppError): boolean {
  if (service instanceof Error) return part.kind === "delete" || part.kind === "stop";
  const now = shapeOf(service);
  switch (part.kind) {
    case "addresses":
      return JSON.stringify(now.ipAccessList) === JSON.stringify([home]);
    case "scaling":
      return now.numReplicas === 3 && now.maxReplicaMemoryGb === 32 && now.idleScaling === false;
    case "stop":
      return service.state === "stopped";
    case "start":
      return service.state === "running";
    case "delete":
      return false;
  }
}

/** What the bot tells the person, in a word. */
function told(texts: readonly string[]): string {
  const last = texts.at(-1) ?? "";
  const words = [
    [":white_check_mark:", "done"],
    ["already. Nothing was sent", "already"],
    ["I couldn't", "failed"],
    ["I don't know if", "unknown"],
    ["in part", "half"],
  ] as const;
  return words.find(([text]) => last.includes(text))?.[1] ?? last;
}

interface Outcome {
  told: string;
  /** For each part. */
  isDone: boolean[];
  effective: number[];
}

async function run(each: Case, world: World): Promise<Outcome> {
  const { cloud, client, fixture } = world;
  const { number, wish, operation, how } = each;
  const name = `lost ${number}`;
  await control(cloud, "/faults", undefined, "DELETE");
  const size = { numReplicas: 2, minReplicaMemoryGb: 8, maxReplicaMemoryGb: 16, idleScaling: true };
  const body = { name, provider: "aws", region: "eu-west-1", ipAccessList: [office], ...size } as const;
  const { service } = await client.call(createService, {
    body: { ...body, ipAccessList: [...body.ipAccessList] },
  });
  const serviceId = service.id ?? "";
  if (wish.verb === "start") await client.call(changeServiceState, { serviceId, body: { command: "stop" } });
  const seen: Shape = shapeOf(await client.call(getService, { serviceId }));
  await fixture.context.services.add({
    name,
    serviceId,
    connection: "default",
    addedBy: "UADA",
    addedAt: fixture.now.toISOString(),
  });
  await control(cloud, "/requests", undefined, "DELETE");
  if (how.fault) await control(cloud, "/faults", [{ ...how.fault, match: { operation }, times: 1 }]);
  const before = fixture.posted.length;
  let draws = 0;
  fixture.dies = () => each.isDeadly && seededBetween(0, 1, number, "dies", (draws += 1)) < 0.05;
  await fixture.context.serviceChanges.accept(`change-${number}`, {
    workspaceId: "T1",
    userId: "UADA",
    userName: "ada",
    channelId: "C1",
    service: { serviceId, name, connection: "default" },
    verb: wish.verb,
    parts: wish.parts,
    seen,
  });
  await fixture.runUntil(new Date(fixture.now.getTime() + 20 * minuteMs));
  fixture.dies = () => false;
  const now = await attempt(() => client.call(getService, { serviceId }));
  if ((await fixture.context.services.list()).some((known) => known.name === name))
    await fixture.context.services.forget(name);
  return {
    told: told(fixture.posted.slice(before).map(({ text }) => text)),
    isDone: wish.parts.map((part) => holds(part, now)),
    effective: await effective(world, each),
  };
}

/** Why an outcome isn't right; undefined if it is. */
function wrong(
  { isDeadly, how }: Case,
  { told: said, isDone, effective: counts }: Outcome,
): string | undefined {
  if (counts.some((count) => count > 1)) return "it was done twice";
  const all = isDone.every(Boolean);
  const none = !isDone.some(Boolean);
  switch (said) {
    case "done":
      return all ? undefined : "it is said to be done";
    case "failed":
      return none ? undefined : "it is said to have failed";
    case "half":
      return !all && !none ? undefined : "it is said to be done in part";
    case "unknown":
      // What is done shows within the time in which the service is read.
      if (all) return "it is done, and said to be unknown";
      return isDeadly || !how.isDone ? undefined : "the answer wasn't lost, and it is said to be unknown";
    default:
      return `it is said: ${said}`;
  }
}

test(
  `of ${cases} changes with lost answers and processes that die, each is done at most once, and told as it is`,
  async () => {
    const cloud = await cloudInTest({ provisioningMs: 0, keptRequests: 100 });
    const client = clientFor(cloud, organizationOf(cloud, "SCALE"));
    const fixture = lifecycleFixture(redis.client, "2026-11-20T12:00:00.000Z", client);
    const counts = new Map<string, number>();
    const mistakes: string[] = [];
    for (let number = 0; number < cases; number += 1) {
      const each = caseOf(number);
      const outcome = await run(each, { cloud, client, fixture });
      counts.set(outcome.told, (counts.get(outcome.told) ?? 0) + 1);
      const why = wrong(each, outcome);
      if (why !== undefined) mistakes.push(`${why}: ${JSON.stringify({ each, outcome })}`);
    }
    expect(mistakes).toEqual([]);
    expect(
      Math.min(...["done", "failed", "unknown", "half"].map((said) => counts.get(said) ?? 0)),
    ).toBeGreaterThan(cases / 200);
    const shown = [...counts].map(([said, count]) => `${count} ${said}`).join(", ");
    process.stdout.write(`${cases} changes: ${shown}; ${fixture.deaths} processes died\n`);
  },
  amount({ usual: 120_000, soak: 600_000 }),
);
