import { expect, test } from "vitest";
import type { Alert } from "../../../../src/platform/cloud/observability/alert.ts";
import { alertList } from "../../../../src/features/observability/alert-rules/list.ts";
import { useRedis } from "../../../support/redis.ts";
import { renderedText } from "../../../platform/blocks/rendered.ts";
import { buttonsOf } from "../../alerts/hooks/fixture.ts";
import { hookRecord } from "../../../support/alerts.ts";
import { deployments } from "../fixture.ts";
import { type AlertsRoom, alertsRoom, placeId } from "./fixture.ts";

const redis = useRedis();

/** Makes an alert by the reference server's controls, and answers its id. */
async function make(room: AlertsRoom, settings: object): Promise<string> {
  const made = await room.control("POST", "/alerts", { place: placeId(room), ...settings });
  return String(Object(made).id);
}

test.each(deployments)(
  "%s: lists a place's alerts, the worst first, each with its rule and whom it tells",
  async (deployment) => {
    const room = await alertsRoom(redis.client, deployment);
    const { context, place } = room;
    await context.hooks.add(hookRecord({ id: "T1-1", name: "checkout", channelId: "C7" }));
    const at = { connection: place.connection, ...(place.serviceId && { serviceId: place.serviceId }) };
    await context.webhookTargets.remember([{ webhookId: "w1", ...at, hookId: "T1-1", atMs: 1 }]);
    await make(room, { name: "A slow one", saidState: "PENDING", threshold: 1.5, webhookId: "w2" });
    const firing = await make(room, {
      name: "Z errors",
      saidState: "ALERT",
      interval: "1h",
      webhookId: "w1",
    });
    const answer = await room.db(place.name);
    expect(answer.text.split("\n")).toEqual([
      `*4 alerts* of *${place.name}*, the worst first.`,
      ":red_circle: *Firing: Z errors*",
      expect.stringMatching(/^Fires when .* is 5 or more in 1 hour.*\. Tells \*checkout\* in <#C7>\.$/),
      ":large_orange_circle: *Pending: A slow one*",
      expect.stringMatching(/^Fires when .* is 1\.5 or more in 1 minute.*\. Tells the webhook `w2`\.$/),
      ":white_check_mark: *OK: Checkout errors*",
      expect.stringMatching(
        /^Fires when the saved search `[0-9a-f]{24}` finds 5 lines or more in 5 minutes\. Tells /,
      ),
      ":white_check_mark: *OK: p95 latency (ms)*",
      expect.stringMatching(/^Fires when .* is 2,000 or more in 5 minutes.*\. Tells nobody\.$/),
    ]);
    const word = place.serviceId ?? place.connection;
    const first = answer.blocks.find((block) => block.type === "section" && block.accessory);
    expect(JSON.stringify(first)).toContain(`"alerts show ${firing} ${word}"`);
    expect(buttonsOf(answer)).toMatchObject({ "Create an alert": `alerts create ${word}` });
  },
);

test.each(deployments)("%s: has ten on a page, and a select of the others", async (deployment) => {
  const room = await alertsRoom(redis.client, deployment);
  const word = room.place.serviceId ?? room.place.connection;
  for (let n = 1; n <= 21; n += 1) await make(room, { name: `Alert ${n}`, saidState: "ALERT" });
  const first = await room.db(`list ${room.place.name}`);
  expect(first.text).toContain(`*23 alerts* of *${room.place.name}*, the worst first; here 1 to 10.`);
  expect(first.text.match(/Firing: Alert \d+/g)?.at(-1)).toBe("Firing: Alert 10");
  expect(buttonsOf(first)).toMatchObject({ More: `alerts list 11 ${word}` });
  expect(buttonsOf(first)).not.toHaveProperty("Back");
  expect(JSON.stringify(first.blocks)).toMatch(
    /"action_id":"run:alerts show \{choice\} .*Alert 11 \(firing\)/,
  );
  const last = await room.db(`list 21 ${room.place.name}`);
  expect(last.text).toContain("here 21 to 23.");
  expect(buttonsOf(last)).toMatchObject({ Back: `alerts list 11 ${word}` });
  expect(buttonsOf(last)).not.toHaveProperty("More");
});

/** An alert whose line is longer by one letter for each letter of its group. */
function alertGroupedBy(letters: number, id: number): Alert {
  const group = { source: "saved_search", savedSearchId: "s".repeat(64), groupBy: "g".repeat(letters) };
  return { id: `a${id}`, name: `${id}`.padEnd(100, "n"), ...group };
}

test("a page that is exactly full shows all of its alerts, and one letter more leaves one out", () => {
  const now = new Date("2026-11-20T10:00:00.000Z");
  const place = { connection: "acme", name: "acme" };
  const listed = (alerts: Alert[]) =>
    alertList({ place, alerts, dashboards: [], webhooks: [] }, 1, now).text.split("\n");
  const lengthOf = (letters: number) =>
    listed([alertGroupedBy(letters, 1)])
      .slice(1)
      .join("\n").length;
  // Ten lines have 5,000 characters in all, and 120 of them are counted for what is around each line.
  const letters = 1 + (380 - lengthOf(1));
  const full = Array.from({ length: 10 }, (_, id) => alertGroupedBy(letters, id));
  expect(lengthOf(letters)).toBe(380);
  expect(listed(full)[0]).toBe("*10 alerts* of *acme*, the worst first.");
  expect(listed([...full.slice(1), alertGroupedBy(letters + 1, 0)])[0]).toBe(
    "*10 alerts* of *acme*, the worst first; here 1 to 9.",
  );
});

test("the select of the others counts short names as short, and has all of many", () => {
  const place = { connection: "acme", name: "acme" };
  const alerts = Array.from({ length: 60 }, (_, n): Alert => ({ id: `a${n}`, name: `n${n}` }));
  const { blocks } = alertList({ place, alerts, dashboards: [], webhooks: [] }, 1, new Date());
  const select = blocks
    ?.flatMap((block) => (block.type === "actions" ? block.elements : []))
    .find(({ type }) => type === "static_select");
  expect(select).toMatchObject({ options: expect.objectContaining({ length: 50 }) });
});

test.each(deployments)("%s: asks which place is meant where there are several", async (deployment) => {
  const room = await alertsRoom(redis.client, deployment);
  const answer = await room.db("list");
  expect(answer.text).toContain("*Which one?*");
  expect(JSON.stringify(answer.blocks)).toContain('"action_id":"run:alerts list"');
  expect((await room.db("show 123")).text).toContain("*Which one?*");
});

test("nothing of an alert's name, filter or channel comes alive", async () => {
  const room = await alertsRoom(redis.client, "stand-alone");
  await make(room, { name: "<!channel> *b* <@U2>", saidState: "<!here>", webhookId: "`<!everyone>`" });
  const answer = await room.db(room.place.name);
  expect(answer.text).not.toMatch(/<!|<@U2>/);
  expect(renderedText(answer.blocks)).not.toMatch(/<!|<@U2>/);
});

test.each(deployments)("%s: says what to do where a place has no alerts", async (deployment) => {
  const room = await alertsRoom(redis.client, deployment);
  for (const name of ["Checkout errors", "p95 latency (ms)"]) {
    await room.control("GET", `/alerts?place=${placeId(room)}`);
    await room.control("DELETE", `/alerts/${encodeURIComponent(await idOf(room, name))}`);
  }
  const answer = await room.db(room.place.name);
  expect(answer.text).toContain(`No alert is defined in *${room.place.name}* yet.`);
  expect(buttonsOf(answer)).toHaveProperty("Create an alert");
});

async function idOf(room: AlertsRoom, name: string): Promise<string> {
  const all = await room.control("GET", `/alerts?place=${placeId(room)}`);
  const found = (Array.isArray(all) ? all : []).find((alert) => Object(alert).name === name);
  return String(Object(found).id);
}

test.each(deployments)(
  "%s: alerts that cannot be read hide no other one, and are counted",
  async (deployment) => {
    const room = await alertsRoom(redis.client, deployment);
    const lists = async (...alerts: unknown[]) => {
      const body = { [deployment === "managed" ? "result" : "data"]: alerts };
      const match = { pathPattern: "/*/alerts" };
      await room.control("DELETE", "/faults");
      await room.control("POST", "/faults", [{ kind: "status", status: 200, body, match }]);
    };
    const told =
      "3 alerts could not be read: what the server says of them is in a form not known here. Id: `odd`.";
    await lists(
      { id: 1, name: "Slow", threshold: "10", thresholdType: "above" },
      null,
      { id: "odd", name: 5.5, channel: "#a" },
      null,
    );
    const { text } = await room.db(room.place.name);
    expect(text).toContain(`*1 alert* of *${room.place.name}*, the worst first.\n${told}`);
    expect(text).toContain("is 10 or more");
    await lists(null);
    expect((await room.db(room.place.name)).text).toBe(
      `No alert of *${room.place.name}* can be shown here. 1 alert could not be read: what the server says of it is in a form not known here.`,
    );
  },
);
