import { expect, test } from "vitest";
import { costs } from "../../../../src/features/costs/command.ts";
import type { Call } from "../../../../src/platform/commands/call.ts";
import { ReportSchedule, reportKind } from "../../../../src/features/costs/reports/schedule.ts";
import type { Role } from "../../../../src/platform/access/role.ts";
import { said } from "../../../support/said.ts";
import { useRedis } from "../../../support/redis.ts";
import { reportFixture } from "./fixture.ts";

const redis = useRedis();
const own = { channelId: "U2", createdBy: "U2", id: "own" };

async function workspace(start: string, expected: Partial<ReportSchedule> = {}) {
  const fixture = await reportFixture(redis.client, start, expected);
  const roles: Record<string, Role | undefined> = { U2: "viewer" };
  Object.assign(fixture.context, {
    access: { roleOf: async ({ userId }: { userId: string }) => roles[userId] },
    newId: () => `made-${ids++}`,
  });
  Object.assign(fixture.context.messenger, {
    timeZoneOf: async () => "Europe/Berlin",
    presenceIn: async () => "member",
  });
  Object.assign(fixture.context, { scheduleQueue: { wake: async () => undefined } });
  await fixture.context.connections.save({
    name: "default",
    kind: "managed",
    baseUrl: "https://api.cloud.example.com",
    organizationId: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
    keyIdRef: "env:A",
    keySecretRef: "env:B",
    wireNames: { engineVersion: "engineVersion", credits: "Credits", observability: "observability" },
  });
  const reports = () => fixture.context.schedules.list(ReportSchedule);
  async function answer(name: string, args: object, userId = "U2") {
    const call = costs.entries.find((each): each is Call => each.name === name && "lines" in each);
    const checked = call?.check({ ...args });
    if (!checked || "problem" in checked) throw new Error(`not a call: ${name}`);
    const asker = { workspaceId: "T1", userId, channelId: "C9" };
    const found = await checked.run(fixture.context, asker, { progress: async () => undefined });
    return said("draw" in found ? await found.draw() : found).text;
  }
  return { fixture, roles, reports, answer };
}

let ids = 0;

test("a viewer's own report is posted in their direct messages, once", async () => {
  const { fixture, answer, reports } = await workspace("2026-11-18T12:00:00Z");
  const scheduled = await answer("cost_reports_mine_set", { every: "daily at 9" });
  expect(scheduled).toContain(
    "Scheduled. Every day at 09:00 Europe/Berlin: costs of the day before by service, in your direct messages.",
  );
  const report = (await reports()).find(({ channelId }) => channelId === "U2");
  fixture.now = new Date("2026-11-19T09:00:00Z");
  await fixture.step(report?.id ?? "", 3);
  const direct = fixture.posted.filter(({ channelId }) => channelId === "U2");
  expect(direct.map(({ text }) => text.split("\n")[0])).toEqual(["*100.00 credits* on 18 Nov 2026."]);
  expect(report && reportKind.command(report)).toContain(" to me ");
});

test("a person sees the reports of channels and their own, and stops only their own", async () => {
  const { answer, reports } = await workspace("2026-11-18T12:00:00Z");
  await answer("cost_reports_mine_set", { every: "weekly" });
  await answer("cost_reports_mine_set", { every: "daily" }, "U3");
  const list = await answer("cost_reports_list", {});
  expect(list).toContain("*2 cost reports*");
  expect(list).toContain("in <#C1>");
  expect(list).toContain("in your direct messages");
  expect(list).not.toContain("U3");
  const ofOther = (await reports()).find(({ channelId }) => channelId === "U3")?.id ?? "";
  await expect(answer("cost_reports_mine_stop", { id: ofOther })).rejects.toThrow(
    "no cost report of your own",
  );
  await expect(answer("cost_reports_stop", { id: ofOther })).rejects.toThrow("stopped already");
  // Numbers are the same for everyone: the channel's report comes first.
  await answer("cost_reports_stop", { number: 1 }, "U3");
  expect(await answer("cost_reports_mine_stop", {})).toBe(
    "Stopped the weekly report in your direct messages.",
  );
  expect((await reports()).map(({ channelId }) => channelId)).toEqual(["U3"]);
});

test("a person has three at most", async () => {
  const { answer } = await workspace("2026-11-18T12:00:00Z");
  for (const every of ["daily", "weekly", "weekdays"]) await answer("cost_reports_mine_set", { every });
  await expect(answer("cost_reports_mine_set", { every: "monthly" })).rejects.toThrow(
    "You can have 3 reports of your own.",
  );
  expect(await answer("cost_reports_mine_set", { every: "daily at 10" })).toContain("Changed.");
});

test("it ends when its person may no longer see costs, and says so once", async () => {
  const { fixture, roles, reports } = await workspace("2026-11-18T12:00:00Z", own);
  roles["U2"] = undefined;
  fixture.now = new Date("2026-11-19T09:00:00Z");
  expect(await fixture.step("own", 2)).toBe("done");
  expect(fixture.posted.map(({ channelId, text }) => [channelId, text])).toEqual([
    [
      "U2",
      "The daily cost report has ended, because you may no longer see costs here. An admin can give you the viewer role.",
    ],
  ]);
  expect(await reports()).toEqual([]);
});

test("it ends without a word when its person has left", async () => {
  const { fixture, roles, reports } = await workspace("2026-11-18T12:00:00Z", own);
  roles["U2"] = undefined;
  fixture.gone.add("U2");
  expect(await fixture.step("own")).toBe("done");
  expect(fixture.posted).toEqual([]);
  expect(await reports()).toEqual([]);
});

test("the workspace's file neither has nor removes a person's own report", async () => {
  const { fixture } = await workspace("2026-11-18T12:00:00Z", own);
  const part = reportKind.asCode;
  expect([...((await part?.read(fixture.context)) ?? [])]).toEqual([]);
  const item = { owner: "U2", channelId: "U2", connection: "default", every: "daily", at: "09:00" };
  const read = part?.item.safeParse({ ...item, timeZone: "UTC", by: "service" });
  expect(read?.success).toBe(false);
});
