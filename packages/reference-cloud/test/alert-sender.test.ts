import { expect, test } from "vitest";
import { z } from "zod";
import { render } from "../src/alerting/template.ts";
import type { ReferenceCloud } from "../src/server.ts";
import { alertCatcher } from "../../../test/support/alert-catcher.ts";
import { cloudInTest, control, passTime } from "../../../test/support/asking.ts";

const Deliveries = z.array(
  z.object({
    outcome: z.string(),
    state: z.string(),
    attempts: z.array(z.looseObject({ status: z.number().nullable() })),
  }),
);

/** Posts to a control, and reads the outcomes of the notifications. */
async function deliveries(cloud: ReferenceCloud, path: string, body?: object) {
  return Deliveries.parse((await control(cloud, path, body)).body).map(({ outcome, state, attempts }) => {
    return [outcome, state, ...attempts.map(({ status }) => status)];
  });
}

/** A server with an alert that posts to a catcher with these statuses. Retries do not wait. */
async function alertingCloud(webhook: object = {}, ...statuses: number[]) {
  const cloud = await cloudInTest();
  const catcher = await alertCatcher(...statuses);
  await control(cloud, "/sender", { waitsMs: [1, 1] });
  await control(cloud, "/alerts", { name: "O'Brien & co", threshold: 2000, interval: "5m" });
  const alerts = ["O'Brien & co", "Checkout errors"];
  await control(cloud, "/webhooks", { url: `${catcher.url}/hooks/x`, alerts, ...webhook });
  return { cloud, caught: catcher.caught, alert: `/alerts/${encodeURIComponent("O'Brien & co")}` };
}

const Structured = z.record(z.string(), z.string());

test("an alert posts in every window of its breach and once at its end, with one event id and new keys", async () => {
  const { cloud, caught, alert } = await alertingCloud({
    template: "structured",
    headers: { "X-Own": "yes" },
  });
  await control(cloud, `${alert}/breach`, {});
  await passTime(cloud, 300_000);
  await control(cloud, "/evaluate");
  await control(cloud, `${alert}/clear`);
  await control(cloud, "/evaluate");

  const bodies = caught.map(({ body }) => Structured.parse(JSON.parse(body)));
  expect(bodies.map(({ state }) => state)).toEqual(["ALERT", "ALERT", "OK"]);
  expect(new Set(bodies.map(({ eventId }) => eventId)).size).toBe(1);
  expect(new Set(caught.map(({ headers }) => headers["idempotency-key"])).size).toBe(3);
  expect(caught[0]?.headers).toMatchObject({ "content-type": "application/json", "x-own": "yes" });
  expect(bodies[0]).toMatchObject({
    title: '🚨 Alert for "O&#x27;Brien &amp; co" in "API Monitoring" - 2432 meets or exceeds 2000',
    body: "2432 meets or exceeds 2000\nTime Range (UTC): [Nov 20 11:55:00 AM - Nov 20 12:00:00 PM)\n",
    startTime: String(Date.parse("2026-11-20T11:55:00Z")),
    endTime: String(Date.parse("2026-11-20T12:00:00Z")),
  });
  expect(bodies[2]?.body).toMatch(/^The alert has been resolved\.\nTime Range/);
});

test("each group has its own event id, and cleared groups end while the others still breach", async () => {
  const { cloud, caught, alert } = await alertingCloud({ template: "structured" });
  await control(cloud, `${alert}/breach`, { groups: ["ServiceName:api", "ServiceName:web"] });
  await control(cloud, `${alert}/clear`, { groups: ["ServiceName:api"] });
  const bodies = caught.map(({ body }) => Structured.parse(JSON.parse(body)));
  const said = bodies.map(({ state, body = "" }) => `${state} ${body.split("\n")[0]}`).toSorted();
  const [api, web] = ['Group: "ServiceName:api"', 'Group: "ServiceName:web"'];
  expect(said).toEqual([`ALERT ${api}`, `ALERT ${web}`, `ALERT ${web}`, `OK ${api}`]);
  expect(new Set(bodies.map(({ eventId }) => eventId)).size).toBe(2);
});

test.each([
  ["a 503 and a lost connection", [503, 0], ["delivered", "ALERT", 503, null, 202]],
  ["three 429s", [429, 429, 429, 202], ["failed", "ALERT", 429, 429, 429]],
  ["a 404", [404], ["failed", "ALERT", 404]],
  ["a redirect", [302], ["failed", "ALERT", 302]],
])("the sender handles %s as the real one does", async (_, statuses, outcome) => {
  const { cloud, caught, alert } = await alertingCloud({}, ...statuses);
  expect(await deliveries(cloud, `${alert}/breach`)).toEqual([outcome]);
  expect(new Set(caught.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
});

test("an older sender tries once, has no idempotency key, and never posts the end of an alert", async () => {
  const { cloud, caught, alert } = await alertingCloud({ template: "older" }, 503);
  await control(cloud, "/sender", { version: "older" });
  expect(await deliveries(cloud, `${alert}/breach`)).toEqual([["failed", "ALERT", 503]]);
  expect(await deliveries(cloud, `${alert}/clear`)).toEqual([]);
  expect(caught).toHaveLength(1);
  expect(caught[0]?.headers).not.toHaveProperty("idempotency-key");
});

test("a silenced or deleted alert ends without a post", async () => {
  const { cloud, caught, alert } = await alertingCloud();
  await control(cloud, `${alert}/breach`);
  await control(cloud, `${alert}/silence`, {});
  await control(cloud, `${alert}/clear`);
  await control(cloud, `${alert}/silence`, undefined, "DELETE");
  await control(cloud, "/alerts/Checkout%20errors/breach");
  await control(cloud, "/alerts/Checkout%20errors", undefined, "DELETE");
  await control(cloud, "/evaluate");
  expect(caught.map(({ body }) => body.includes("| ALERT |"))).toEqual([true, true]);
});

test("the default template gives the text of the samples", async () => {
  const { cloud, caught } = await alertingCloud();
  const lines = ["order=8841 <!channel> & co"];
  await control(cloud, "/alerts/Checkout%20errors", { lines });
  await control(cloud, "/alerts/Checkout%20errors/breach", { value: 12 });
  const { text } = z.object({ text: z.string() }).parse(JSON.parse(caught[0]?.body ?? ""));
  const range = "Time Range (UTC): [Nov 20 11:55:00 AM - Nov 20 12:00:00 PM)";
  const found = "12 lines found, which meets or exceeds the threshold of 5 lines";
  expect(text).toContain(
    `🚨 Alert for "Checkout errors" - 12 lines found | \n${found}\n${range}\n\n\`\`\`\n${lines[0]}\n\`\`\`\n | https://`,
  );
  expect(text).toMatch(/ \| ALERT \| \d{13} \| \d{13} \| [0-9a-f]{40}$/);
});

test("a storm posts the start and the end of each of its groups", async () => {
  const { cloud, caught, alert } = await alertingCloud({ template: "structured" });
  expect(await deliveries(cloud, `${alert}/storm`, { groups: 100 })).toHaveLength(100);
  expect(await deliveries(cloud, `${alert}/clear`)).toHaveLength(100);
  expect(new Set(caught.map(({ headers }) => headers["idempotency-key"])).size).toBe(200);
});

test("“send test” has its own state and event id", async () => {
  const { cloud, caught } = await alertingCloud({ template: "structured" });
  const [webhook] = z
    .array(z.object({ id: z.string() }))
    .parse((await control(cloud, "/webhooks", undefined, "GET")).body);
  await control(cloud, `/webhooks/${webhook?.id}/test`);
  expect(JSON.parse(caught[0]?.body ?? "")).toMatchObject({
    title: "Test Webhook from Quartermaster",
    state: "INSUFFICIENT_DATA",
    eventId: "test-event-id",
  });
});

test("a template is filled in as Handlebars does, and one that ends with three braces sends nothing", () => {
  const variables = { title: 'say "hi"\n', value: 5 };
  expect(render('{"t":"{{title}}","u":"{{{title}}}","v":{{ value }} ,"n":{{none}} }', variables)).toBe(
    String.raw`{"t":"say \"hi\"\n","u":"say \"hi\"\n","v":5 ,"n": }`,
  );
  for (const broken of ['{"v":{{value}}}', '{"v":{{{value}} }', "{{#if value}}", "{{value"]) {
    expect(render(broken, variables)).toBeUndefined();
  }
});

test("the server's own clock evaluates all alerts at the given interval", async () => {
  const { cloud, caught, alert } = await alertingCloud();
  await control(cloud, "/evaluation", { everyMs: 5 });
  await control(cloud, `${alert}/breach`, { evaluate: false });
  await expect.poll(() => caught.length).toBeGreaterThan(2);
  await control(cloud, "/evaluation", { everyMs: 0 });
});
