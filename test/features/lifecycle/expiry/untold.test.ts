import { expect, test } from "vitest";
import type { Connection } from "../../../../src/features/connections/connection.ts";
import { endOfService, expiresCommand } from "../../../../src/features/lifecycle/expiry/command.ts";
import { moveEnd } from "../../../../src/features/lifecycle/expiry/set.ts";
import { dayMs, hourMs, minuteMs } from "../../../../src/lib/duration.ts";
import { useRedis } from "../../../support/redis.ts";
import { peopleOf } from "../../../support/people.ts";
import { type LifecycleFixture, lifecycleFixture } from "../fixture.ts";

const redis = useRedis();
const start = "2026-01-01T00:00:00.000Z";
const ada = { userId: "UADA", userName: "ada", channelId: "C1" };

const managed: Connection = {
  name: "default",
  kind: "managed",
  baseUrl: "https://cloud.example",
  organizationId: "o",
  keyIdRef: "env:ID",
  keySecretRef: "env:SECRET",
  wireNames: { engineVersion: "engineVersion", credits: "Credits", observability: "observability" },
};

function after(days: number): Date {
  return new Date(Date.parse(start) + days * dayMs);
}

/** A service that ends after 7 days, and is deleted 14 days later. It has a backup of all its data. */
async function ending(): Promise<{ fixture: LifecycleFixture; serviceId: string }> {
  const fixture = lifecycleFixture(redis.client, start);
  // Each step is due by what it waits for, and a few more change nothing.
  fixture.longestWaitMs = 12 * hourMs;
  await fixture.context.createLimits.set("operator", { deletesAfterDays: 14 });
  fixture.backupAt = after(100).toISOString();
  const serviceId = await fixture.addService("dev");
  const service = { serviceId, name: "dev", connection: "default" };
  await moveEnd({ service, until: after(7) }, ada, fixture.context);
  return { fixture, serviceId };
}

async function listed({ context }: LifecycleFixture): Promise<string> {
  context.connections.list = async () => [managed];
  const reading = expiresCommand.read("");
  if (!("run" in reading)) throw new Error("not read");
  const answer = await reading.run(
    context,
    { workspaceId: "T1", ...ada },
    { progress: async () => undefined },
  );
  const shown = "draw" in answer ? await answer.draw() : answer;
  return "text" in shown ? shown.text : "";
}

test("a service with an end that no one can hear of is neither stopped nor deleted, and the list and the card say why", async () => {
  const { fixture, serviceId } = await ending();
  for (const gone of ["UADA", "C1", "UADMIN"]) fixture.unreachable.add(gone);
  await fixture.runUntil(after(8));
  expect(fixture.effects).toEqual([]);
  expect(fixture.posted).toEqual([]);
  expect(await listed(fixture)).toContain("No one could be told that it ends, so it isn't stopped.");
  const facts = await endOfService.read([{ serviceId, name: "dev", connection: "default" }], fixture.context);
  expect(facts.get(serviceId)?.text).toContain("No one could be told");
  expect(facts.get(serviceId)?.data.endState).toBe("untold");
});

test("as soon as someone can be reached, they are warned, and the stop comes 30 minutes later at the earliest", async () => {
  const { fixture } = await ending();
  for (const gone of ["UADA", "C1", "UADMIN"]) fixture.unreachable.add(gone);
  await fixture.runUntil(after(8));
  fixture.unreachable.delete("UADMIN");
  await fixture.runUntil(new Date(after(8).getTime() + 3 * hourMs));
  const [warning] = fixture.posted;
  expect(warning?.channelId).toBe("UADMIN");
  expect(warning?.text).toContain("Do you still need it?");
  const [stop] = fixture.effects;
  expect(stop?.what).toBe("stop");
  expect((stop?.at.getTime() ?? 0) - (warning?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(30 * minuteMs);
  expect(await listed(fixture)).toContain("has ended and is stopped");
});

test("admins are warned, told and asked if neither the owner nor the channel can be reached", async () => {
  const { fixture } = await ending();
  fixture.unreachable.add("UADA").add("C1");
  await fixture.runUntil(after(22));
  expect(new Set(fixture.posted.map(({ channelId }) => channelId))).toEqual(new Set(["UADMIN"]));
  const texts = fixture.posted.map(({ text }) => text);
  expect(texts.filter((text) => text.includes("Do you still need it?"))).toHaveLength(3);
  expect(texts.filter((text) => text.includes("is deleted"))).toHaveLength(1);
  expect(texts[0]).toContain("because I can't reach <@UADA> or <#C1>");
  expect(fixture.effects.map(({ what }) => what)).toEqual(["stop", "delete"]);
});

test("a deletion that no one can be told of waits, with a whole day after someone was", async () => {
  const { fixture } = await ending();
  await fixture.runUntil(after(8));
  expect(fixture.effects.map(({ what }) => what)).toEqual(["stop"]);
  for (const gone of ["UADA", "C1", "UADMIN"]) fixture.unreachable.add(gone);
  await fixture.runUntil(after(24));
  expect(fixture.effects.map(({ what }) => what)).toEqual(["stop"]);
  expect(await listed(fixture)).toContain("No one could be told that it is to be deleted, so it isn't.");
  fixture.unreachable.delete("C1");
  await fixture.runUntil(after(27));
  const grace = fixture.posted.find(({ text }) => text.includes("is deleted"));
  expect(grace?.channelId).toBe("C1");
  const deletion = fixture.effects.find(({ what }) => what === "delete");
  expect((deletion?.at.getTime() ?? 0) - (grace?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(dayMs);
});

test.each([
  ["the owner", 1],
  ["everyone", 2],
])(
  "a process that dies once %s knows of a deletion doesn't put it off, however late the next one comes",
  async (_, told) => {
    const { fixture } = await ending();
    const graces = () => fixture.posted.filter(({ text }) => text.includes("is deleted"));
    fixture.dies = () => {
      if (graces().length < told || fixture.deaths > 0) return false;
      fixture.outages = [{ from: fixture.now, to: new Date(fixture.now.getTime() + 9 * hourMs) }];
      return true;
    };
    await fixture.runUntil(after(24));
    expect(fixture.deaths).toBe(1);
    const [seconds, ...others] = graces().map(({ text }) => /<!date\^(\d+)/.exec(text)?.[1]);
    expect(others).toEqual([seconds]);
    const deletion = fixture.effects.find(({ what }) => what === "delete");
    const lateMs = (deletion?.at.getTime() ?? 0) - Number(seconds) * 1_000;
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(minuteMs);
  },
);

test("a person who has left Slack isn't told, even if Slack takes the message", async () => {
  const { fixture } = await ending();
  fixture.context.messenger.people = peopleOf({ gone: new Set(["UADA"]) });
  await fixture.runUntil(after(6));
  expect(fixture.posted.map(({ channelId }) => channelId)).toEqual(["C1"]);
});

test("a backup that started before the service stopped doesn't let it be deleted", async () => {
  const { fixture } = await ending();
  fixture.backupAt = after(-700).toISOString();
  await fixture.runUntil(after(30));
  expect(fixture.effects.map(({ what }) => what)).toEqual(["stop"]);
  const kept = fixture.posted.filter(({ text }) => text.includes("I didn't delete dev"));
  expect(kept.map(({ channelId }) => channelId)).toEqual(["UADA", "C1"]);
  expect(kept[0]?.text).toContain("What changed in between would be lost.");
  expect(await listed(fixture)).toContain("has ended and is kept.");
});

/** Backups can't be read from the time of the deletion on, for so long. */
async function unreadFor(ms: number): Promise<{ texts: string[]; lateMs: number | undefined }> {
  const { fixture } = await ending();
  const deleteAt = after(21).getTime();
  fixture.longestWaitMs = hourMs;
  fixture.readsBackups = () => fixture.now.getTime() < deleteAt || fixture.now.getTime() > deleteAt + ms;
  await fixture.runUntil(after(22));
  const deletion = fixture.effects.find(({ what }) => what === "delete");
  return {
    texts: fixture.posted.map(({ text }) => text),
    lateMs: deletion && deletion.at.getTime() - deleteAt,
  };
}

test("backups that can't be read for a moment put a deletion off by little, and nothing is said", async () => {
  const { texts, lateMs } = await unreadFor(10 * minuteMs);
  expect(lateMs).toBeLessThan(20 * minuteMs);
  expect(texts.filter((text) => text.includes("didn't delete"))).toEqual([]);
});

test("backups that can't be read for an hour keep the service, and that is said", async () => {
  const { texts, lateMs } = await unreadFor(2 * hourMs);
  expect(lateMs).toBeUndefined();
  expect(texts.filter((text) => text.includes("I couldn't read its backups."))).toHaveLength(2);
});

test.each([
  ["failed", { failedSince: 30 }],
  ["may have failed", { unclearSince: 1 }],
])("a later backup that %s doesn't let it be deleted", async (_, since) => {
  const { fixture } = await ending();
  Object.assign(fixture, since);
  await fixture.runUntil(after(30));
  expect(fixture.effects.map(({ what }) => what)).toEqual(["stop"]);
  expect(fixture.posted.filter(({ text }) => text.includes("I didn't delete dev"))).toHaveLength(2);
});

test("one that was kept for want of a backup is deleted once there is one, a day after people heard of it again", async () => {
  const { fixture } = await ending();
  fixture.backupAt = undefined;
  await fixture.runUntil(after(30));
  fixture.backupAt = after(30).toISOString();
  await fixture.runUntil(after(34));
  const graces = fixture.posted.filter(
    ({ text, channelId }) => text.includes("is deleted") && channelId === "C1",
  );
  expect(graces).toHaveLength(2);
  const deletion = fixture.effects.find(({ what }) => what === "delete");
  expect((deletion?.at.getTime() ?? 0) - (graces[1]?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(dayMs);
});

test("one that was started again after its end is kept while it runs, and its backup must be newer than that", async () => {
  const { fixture, serviceId } = await ending();
  fixture.backupAt = after(8).toISOString();
  await fixture.runUntil(after(9));
  const service = fixture.services.get(serviceId);
  if (service) service.state = "running";
  await fixture.runUntil(after(20));
  expect(await listed(fixture)).toContain("someone started it again");
  if (service) service.state = "stopped";
  await fixture.runUntil(after(38));
  expect(fixture.effects.map(({ what }) => what)).toEqual(["stop"]);
  expect(fixture.posted.at(-1)?.text).toContain("I didn't delete dev");
});
