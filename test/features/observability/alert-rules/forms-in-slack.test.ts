import { afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type View, shownText } from "@quartermaster/local-slack/person";
import { putHook } from "../../../support/hook.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import {
  type EnvironmentTarget,
  control,
  observedEnvironment,
  targetsOf,
} from "../../../support/observed-environment.ts";
import { found } from "../../../support/until.ts";

const environment = useTestEnvironment({ environment: observedEnvironment });
let managed: EnvironmentTarget;
let standalone: EnvironmentTarget;

beforeAll(async () => {
  ({ managed, "stand-alone": standalone } = await targetsOf(environment));
  const channelId = environment.slack.channels.find(({ name }) => name === "alerts")?.id ?? "";
  await putHook(environment.redisUrl, environment.slack.teamId, { channelId, name: "payments" });
});
afterEach(() => control(environment, "POST", "/observability", { offers: "everything", naming: "older" }));

const Listed = z.array(z.looseObject({ id: z.string(), name: z.string(), tileId: z.string().optional() }));

async function alertsOf(target: EnvironmentTarget) {
  return Listed.parse(await control(environment, "GET", `/alerts?place=${target.id}`));
}

function alertNamed(target: EnvironmentTarget, name: string) {
  return found(async () => (await alertsOf(target)).find((alert) => alert.name === name));
}

/** Waits for the modal with all of these words. */
function modalSaying(...words: string[]): Promise<View> {
  return environment.ada.waitForModal((view) => {
    const text = shownText(view);
    return words.every((word) => text.includes(word));
  });
}

async function latestBody(method: string): Promise<string> {
  return JSON.stringify((await environment.received(method)).at(-1)?.body);
}

/** Fills in the id of a webhook without a hook, if the form asks for one. */
async function fillWebhook(view: View): Promise<void> {
  const { ada } = environment;
  if (JSON.stringify(view.blocks).includes('"action_id":"webhook"')) await ada.fill("webhook", "another");
  await modalSaying("Webhook id");
  await ada.fill("webhookId", "https://observe.example.com/webhooks/65f2c0a1b3d4e5f60718293a?edit");
}

test("on a stand-alone server an alert can watch a saved search, by its link, between two thresholds", async () => {
  const { ada } = environment;
  await ada.command("databases", `/db alerts create ${standalone.name}`);
  await modalSaying("Watches");
  await ada.fill("source", "saved_search");
  await modalSaying("Search of “Checkout errors”");
  await ada.fill("savedSearchLink", "https://observe.example.com/search/65f2c0a1b3d4e5f607182939?from=1");
  await ada.fill("thresholdType", "between two thresholds");
  await modalSaying("Upper threshold");
  await ada.fill("threshold", "0.5");
  await ada.fill("thresholdMax", "0.25");
  await modalSaying("finds between 0.5 and 0.25 lines in 5 minutes");
  expect(JSON.stringify(await ada.submit())).toContain("Enter a number above the threshold.");
  await ada.fill("thresholdMax", "10.25");
  await ada.fill("interval", "Another time…");
  await modalSaying("Other time window");
  await ada.fill("otherInterval", "45m");
  await modalSaying(
    "Fires when the saved search `65f2c0a1b3d4e5f607182939` finds between 0.5 and 10.25 lines in 45 minutes.",
  );
  await ada.submit();
  await fillWebhook(await modalSaying("Step 2 of 2"));
  await ada.fill("name", "Few <!channel> lines");
  await ada.submit();
  await alertNamed(standalone, "Few <!channel> lines");
  expect(JSON.parse(await latestBody("POST"))).toEqual({
    savedSearchId: "65f2c0a1b3d4e5f607182939",
    threshold: 0.5,
    interval: "45m",
    source: "saved_search",
    thresholdType: "between",
    channel: { type: "webhook", webhookId: "65f2c0a1b3d4e5f60718293a" },
    name: "Few <!channel> lines",
    message: null,
    thresholdMax: 10.25,
  });
});

test("a form for a service offers only what the nine fields can express", async () => {
  const { ada } = environment;
  await ada.command("databases", `/db alerts create ${managed.name}`);
  const view = await modalSaying("Fires if the value is");
  expect(shownText(view)).not.toMatch(/two thresholds|saved search/i);
  const search = await alertNamed(managed, "Checkout errors");
  await ada.close();
  await ada.command("databases", `/db alerts duplicate ${search.id} ${managed.name}`);
  await modalSaying("The original watches a saved search.");
});

test("the form opens with the tile of the command", async () => {
  const { ada } = environment;
  const { dashboard, tileId = "" } = await alertNamed(managed, "p95 latency (ms)");
  await ada.command("databases", `/db alerts create ${String(dashboard)} ${tileId} ${managed.word}`);
  await modalSaying("Tile", "p95 latency (ms)");
  await ada.fill("threshold", "-3");
  const view = await modalSaying("is -3 or more in 5 minutes, for any `ServiceName`.");
  expect(shownText(view)).toContain("p95 latency (ms)");
  await ada.close();
  await ada.command(
    "databases",
    `/db alerts create ${String(dashboard)} 0123456789abcdef01234567 ${managed.word}`,
  );
  await modalSaying("The tile is gone. Choose another one.");
});

test("a hook can be created from the form, which then offers it", async () => {
  const { ada } = environment;
  await ada.command("databases", `/db alerts create ${managed.name}`);
  await modalSaying("Step 1 of 2", "Dashboard");
  await ada.fill("dashboardId", "API Monitoring");
  await ada.waitForModal((view) => JSON.stringify(view.blocks).includes('"Error count"'));
  await ada.fill("tileId", "Error count");
  await ada.fill("threshold", "5");
  await ada.submit();
  const view = await modalSaying("Step 2 of 2", "New hook");
  const [make = ""] = /run:alerts hooks create <#\w+>/.exec(JSON.stringify(view.blocks)) ?? [];
  await ada.click(view, make);
  await modalSaying("The hook *alerts* is ready.");
  await ada.close();
  await ada.click(await modalSaying("Refresh"), "form-step:notify");
  await ada.waitForModal((modal) => JSON.stringify(modal.blocks).includes('"text":"alerts"'));
  await ada.fill("hook", "alerts");
  await modalSaying("*alerts* shows alerts in <#", "Open console");
});

test("with only the documented operations, an alert is created for a service", async () => {
  const { ada } = environment;
  await control(environment, "POST", "/observability", { offers: "documented" });
  await ada.command("databases", `/db alerts create ${managed.name}`);
  await modalSaying("Step 1 of 2", "Dashboard");
  await ada.fill("dashboardId", "API Monitoring");
  await ada.waitForModal((view) => JSON.stringify(view.blocks).includes('"Error count"'));
  await ada.fill("tileId", "Error count");
  await ada.fill("threshold", "42");
  await ada.submit();
  await fillWebhook(await modalSaying("Step 2 of 2"));
  await ada.fill("name", "Documented alone");
  await ada.submit();
  const { id } = await alertNamed(managed, "Documented alone");
  await modalSaying("Created the alert rule “Documented alone”");
  await ada.command("databases", `/db alerts ${managed.name}`);
  const list = await ada.waitForMessage("databases", /doesn't offer listing alert rules.* created here/s);
  expect(shownText(list)).toContain("*Documented alone*, created by <@U0ADAPARK1>");
  expect(JSON.stringify(list.blocks)).toContain(`alerts show ${id} ${managed.word}`);
});

test("with only the documented operations, a stand-alone server's alert is shown, and the form names the missing ones", async () => {
  const { ada } = environment;
  const { id } = await alertNamed(standalone, "p95 latency (ms)");
  await control(environment, "POST", "/observability", { offers: "documented" });
  await ada.command("databases", `/db alerts show ${id} ${standalone.name}`);
  await ada.waitForMessage("databases", "Fires when its tile's value is 2,000 or more in 5 minutes.");
  await ada.command("databases", `/db alerts ${standalone.name}`);
  await ada.waitForMessage("databases", "This server doesn't offer listing alert rules");
  await ada.command("databases", `/db alerts create ${standalone.name}`);
  await modalSaying("This server doesn't offer listing dashboards");
  await ada.submit();
  await modalSaying("I couldn't read everything.");
  await control(environment, "POST", "/observability", { offers: "everything" });
  await ada.submit();
  await modalSaying("Watches");
});

test("an alert of a newer server is written back with that server's names", async () => {
  const { ada } = environment;
  const { id } = await alertNamed(managed, "p95 latency (ms)");
  await control(environment, "POST", "/observability", { naming: "newer" });
  await control(environment, "POST", `/alerts/${id}`, { webhookId: "w1" });
  await ada.command("databases", `/db alerts edit ${id} ${managed.name}`);
  await modalSaying("Fires when", "is 2,000 or more");
  await ada.fill("dashboardId", "Checkout");
  await ada.waitForModal((view) => JSON.stringify(view.blocks).includes("Failed payments"));
  expect(JSON.stringify(await ada.submit())).toMatch(/"tileId\..*required/);
  await ada.fill("dashboardId", "API Monitoring");
  await ada.waitForModal((view) => JSON.stringify(view.blocks).includes('"Error count"'));
  await ada.fill("tileId", "p95 latency (ms)");
  await ada.fill("message", "Slow.");
  await ada.submit();
  await found(async () => (await alertsOf(managed)).find((alert) => alert["message"] === "Slow."));
  const body: unknown = JSON.parse(await latestBody("PUT"));
  expect(body).toMatchObject({ message: "Slow.", channels: [{ type: "webhook", webhookId: "w1" }] });
  expect(body).toHaveProperty("teamId");
  expect(body).not.toHaveProperty("dashboard");
});

test("a form does not choose a webhook for an alert without one", async () => {
  const { ada } = environment;
  const { id } = await alertNamed(managed, "p95 latency (ms)");
  await control(environment, "POST", `/alerts/${id}`, { webhookId: "" });
  await ada.command("databases", `/db alerts edit ${id} ${managed.name}`);
  const view = await modalSaying("Webhook", "is 2,000 or more");
  expect(shownText(view)).not.toContain("Notifies");
  await ada.fill("threshold", "2050");
  await modalSaying("is 2,050 or more");
  expect(JSON.stringify(await ada.submit())).toMatch(/"webhook\b.*required/);
  await ada.close();
  await control(environment, "POST", `/alerts/${id}`, { webhookId: "w1" });
});

test("if alerts cannot be listed, an alert's present webhook stays chosen", async () => {
  const { ada } = environment;
  const { id } = await alertNamed(standalone, "p95 latency (ms)");
  await control(environment, "POST", `/alerts/${id}`, { webhookId: "seldom" });
  await control(environment, "POST", "/observability", { offers: "documented" });
  await ada.command("databases", `/db alerts edit ${id} ${standalone.name}`);
  const view = await modalSaying("Notifies the webhook `seldom`.");
  expect(JSON.stringify(view.blocks)).toContain('"text":"Webhook seldom (1 rule)"');
  await ada.close();
});

test("a message that is too long for the form stays complete if the threshold changes", async () => {
  const { ada } = environment;
  const { id } = await alertNamed(managed, "p95 latency (ms)");
  const long = "Look at the payment provider. ".repeat(120).trim();
  await control(environment, "POST", `/alerts/${id}`, { message: long });
  await ada.command("databases", `/db alerts edit ${id} ${managed.name}`);
  await modalSaying("The message is longer than this form can hold");
  await ada.fill("threshold", "2100");
  await modalSaying("is 2,100 or more");
  await ada.submit();
  const changed = await found(async () =>
    (await alertsOf(managed)).find((alert) => alert.id === id && alert["threshold"] === 2_100),
  );
  expect(changed["message"]).toBe(long);
});
