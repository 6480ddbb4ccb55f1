import { expect, test } from "vitest";
import { expiresCommand } from "../../../../src/features/lifecycle/expiry/command.ts";
import { endOfCreated, expiryOf, moveEnd } from "../../../../src/features/lifecycle/expiry/set.ts";
import { approvedKeep, keepActions } from "../../../../src/features/lifecycle/expiry/posts.ts";
import { dayMs } from "../../../../src/lib/duration.ts";
import { drawn } from "../../../support/drawn.ts";
import { useRedis } from "../../../support/redis.ts";
import { type LifecycleFixture, lifecycleFixture } from "../fixture.ts";

const redis = useRedis();
const start = "2026-01-01T00:00:00.000Z";
const connection = {
  name: "default",
  kind: "managed" as const,
  baseUrl: "https://cloud.example",
  organizationId: "o",
  keyIdRef: "env:ID",
  keySecretRef: "env:SECRET",
  wireNames: { engineVersion: "engineVersion", credits: "Credits", observability: "observability" },
};
const ada = { userId: "UADA", userName: "ada", channelId: "C1" };
const sam = { userId: "USAM", userName: "sam", channelId: "C1" };

/** A service that an operator made end after 7 days, and that belongs to Sam, a viewer. */
async function ownedByViewer(): Promise<{ fixture: LifecycleFixture; serviceId: string }> {
  const fixture = lifecycleFixture(redis.client, start);
  fixture.roles.set("USAM", "viewer").set("UEVE", "admin");
  await fixture.context.createLimits.set("operator", { mostDays: 10, deletesAfterDays: 5 });
  const serviceId = await fixture.addService("dev");
  const service = { serviceId, name: "dev", connection: "default" };
  const until = new Date(fixture.now.getTime() + 7 * dayMs);
  await moveEnd({ service, until }, ada, fixture.context);
  const owner = { ...service, ownerId: "USAM", team: undefined, since: start, by: "UADA" };
  await fixture.context.owners.set(owner.serviceId, owner);
  return { fixture, serviceId };
}

/** Presses one of “Keep 1 day”, “Keep 7 days” and “Keep for good”. */
async function press(
  { fixture, serviceId }: { fixture: LifecycleFixture; serviceId: string },
  kind: 0 | 1 | 2,
  person = sam,
): Promise<string> {
  const expiry = await expiryOf(serviceId, fixture.context);
  const value = JSON.stringify([serviceId, expiry?.expiresAt, expiry?.setAt]);
  const answer = await keepActions[kind]?.run({ value, triggerId: "t", ...person }, fixture.context);
  return answer && "text" in answer ? answer.text : "";
}

test("an owner who is a viewer keeps a service no longer than operators may", async () => {
  const owned = await ownedByViewer();
  for (const kind of [1, 2] as const)
    await expect(press(owned, kind)).rejects.toThrow("An operator can keep a service 10 days at most");
  expect(await press(owned, 0)).toContain("ends");
  expect(await press(owned, 2, { ...ada, userId: "UEVE" })).toContain("is kept for good");
});

test("a service stays under the limits that it was made under when a viewer keeps it", async () => {
  const owned = await ownedByViewer();
  await press(owned, 0);
  expect(await expiryOf(owned.serviceId, owned.fixture.context)).toMatchObject({
    setBy: "USAM",
    role: "operator",
  });
});

test("approval lets an owner who is a viewer keep it longer, while it is theirs", async () => {
  const { fixture, serviceId } = await ownedByViewer();
  const service = { serviceId, name: "dev", connection: "default" };
  const data = { service, until: null, from: null };
  expect(approvedKeep.access).toBe("viewer");
  expect(await approvedKeep.obstacle(data, sam, fixture.context)).toBeUndefined();
  await fixture.context.owners.set(service.serviceId, {
    ...service,
    ownerId: "UADA",
    team: undefined,
    since: start,
    by: "UADA",
  });
  expect(await approvedKeep.obstacle(data, sam, fixture.context)).toContain("isn't its owner anymore");
});

test.each(["never", "300d", undefined])(
  "a new service with %s in its form ends within the longest time, also if the limit came later",
  async (expires) => {
    const { fixture } = await ownedByViewer();
    const serviceId = await fixture.addService("new");
    const created = { serviceId, name: "new", connection: "default", ...ada, expires };
    await endOfCreated(created, fixture.context);
    const expiry = await expiryOf(serviceId, fixture.context);
    expect(Date.parse(expiry?.expiresAt ?? "") - Date.parse(start)).toBe(10 * dayMs);
  },
);

test("a service without an end offers ends, and one with an end is kept from its answer", async () => {
  const fixture = lifecycleFixture(redis.client, start);
  fixture.context.connections.list = async () => [connection];
  await fixture.addService("dev");
  const answer = async (words: string) => {
    const reading = expiresCommand.read(words);
    if (!("run" in reading)) throw new Error("not read");
    const asker = { workspaceId: "T1", ...ada };
    return JSON.stringify(
      await drawn(await reading.run(fixture.context, asker, { progress: async () => undefined })),
    );
  };
  expect(await answer("dev")).toMatch(/has no end, so it is kept for good.*End in 7 days.*End in 30 days/);
  expect(await answer("dev 7d")).toContain(
    "2 days before, 2 hours before and 30 minutes before, and stop it",
  );
  expect(await answer("dev")).toMatch(/ends.*Keep 1 day.*Keep 7 days.*Keep for good/);
});
