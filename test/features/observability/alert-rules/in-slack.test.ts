import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type View, shownText } from "@quartermaster/local-slack/person";
import { deployments } from "../fixture.ts";
import { type KnownHook, putHook } from "../../../support/hook.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import {
  type EnvironmentTarget,
  control,
  observedEnvironment,
  targetsOf,
} from "../../../support/observed-environment.ts";
import { found, until } from "../../../support/until.ts";
import { chooses, runs } from "../../../support/pressed.ts";

const environment = useTestEnvironment({ environment: observedEnvironment });
let targets: Record<(typeof deployments)[number], EnvironmentTarget>;
let managed: EnvironmentTarget;
let standalone: EnvironmentTarget;
let known: KnownHook;

beforeAll(async () => {
  targets = await targetsOf(environment);
  ({ managed, "stand-alone": standalone } = targets);
  const channelId = environment.slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  known = await putHook(environment.redisUrl, environment.slack.teamId, { channelId, name: "checkout" });
});

afterEach(() => control(environment, "POST", "/observability", { offers: "everything", naming: "older" }));

const Listed = z.array(z.looseObject({ id: z.string(), name: z.string(), tileId: z.string().optional() }));

/** Waits for the alert with this name on the reference server that matches. */
function alertNamed(
  target: EnvironmentTarget,
  name: string,
  matches: (alert: Record<string, unknown>) => boolean = () => true,
) {
  return found(async () => {
    const all = await alertsOf(target);
    return all.find((alert) => alert.name === name && matches(alert));
  });
}

async function alertsOf(target: EnvironmentTarget) {
  return Listed.parse(await control(environment, "GET", `/alerts?place=${target.id}`));
}

/** Waits for the modal with all of these words. */
function modalSaying(...words: string[]): Promise<View> {
  return environment.ada.waitForModal((view) => {
    const text = shownText(view);
    return words.every((word) => text.includes(word));
  });
}

function offered(view: View): string {
  return JSON.stringify(view.blocks);
}

/** Fills in the first step with the tile “Error count” and a threshold. Returns the second step. */
async function fillRule(threshold = "5"): Promise<View> {
  const { ada } = environment;
  await modalSaying("Step 1 of 2", "Dashboard");
  await ada.fill("dashboardId", "API Monitoring");
  await ada.waitForModal((view) => offered(view).includes('"Error count"'));
  await ada.fill("tileId", "Error count");
  await ada.fill("threshold", threshold);
  await modalSaying(`Fires when count of \`level:error\` is ${threshold} or more in 5 minutes.`);
  await ada.submit();
  return modalSaying("Step 2 of 2");
}

/** Fills in the id of a webhook without a hook, if the form asks for one. */
async function fillWebhook(view: View): Promise<void> {
  const { ada } = environment;
  if (JSON.stringify(view.blocks).includes('"action_id":"webhook"')) await ada.fill("webhook", "another");
  await modalSaying("Webhook id");
  await ada.fill("webhookId", "https://observe.example.com/webhooks/65f2c0a1b3d4e5f60718293a?edit");
}

/** The body of the latest request with this method, with its fields in their order. */
async function latestBody(method: string): Promise<string> {
  const sent = await environment.received(method);
  return JSON.stringify(sent.at(-1)?.body);
}

describe.each(deployments)("%s", (deployment) => {
  let target: EnvironmentTarget;
  const webhookId = deployment === "managed" ? "65f2c0a1b3d4e5f607182931" : "65f2c0a1b3d4e5f607182932";

  beforeAll(() => {
    target = targets[deployment];
  });

  test("an alert on a tile with a webhook for one of our hooks is created from exactly the nine fields in their order", async () => {
    const { ada } = environment;
    await ada.command("databases", `/db alerts create ${target.name}`);
    await fillRule();
    await ada.fill("hook", "checkout");
    const view = await modalSaying(
      "*checkout* shows alerts in <#",
      "Use this body, with the space before the last brace:",
    );
    expect(shownText(view)).toContain(`/hooks/${known.hook.id}`);
    await ada.fill("webhookId", webhookId);
    await modalSaying("Notifies *checkout* in <#");
    await ada.fill("message", "Look at the payment provider first.");
    await ada.submit();
    const alert = await alertNamed(target, "Error count");
    const { dashboardId = alert["dashboard"], tileId } = alert;
    expect(await latestBody("POST")).toBe(
      `{"dashboardId":"${String(dashboardId)}","tileId":"${String(tileId)}","threshold":5,"interval":"5m","source":"tile","thresholdType":"above","channel":{"type":"webhook","webhookId":"${webhookId}"},"name":"Error count","message":"Look at the payment provider first."}`,
    );
  });

  test("a test of an alert is posted in the channel of its webhook's hook", async () => {
    const { ada } = environment;
    const { id } = await alertNamed(target, "Error count");
    await ada.command("databases", `/db alerts posts-to ${id} checkout ${target.name}`);
    await ada.waitForMessage("databases", `the webhook \`${webhookId}\` posts to the hook *checkout*`);
    await control(environment, "POST", `/alerts/${id}`, { name: `Errors of ${deployment}` });
    await ada.command("databases", `/db alerts test ${id} ${target.name}`);
    await ada.waitForMessage(
      "databases",
      `Sent a test of *Errors of ${deployment}* through the hook *checkout*.`,
    );
    await ada.waitForMessage("databases", `Test: “Errors of ${deployment}” reaches this channel`);
    await control(environment, "POST", `/alerts/${id}`, { name: "Error count" });
  });

  test("an edit changes only the edited fields of an alert", async () => {
    const { ada } = environment;
    const { id } = await alertNamed(target, "Error count");
    const message = "Look at the payment provider. ".repeat(120).trim();
    await control(environment, "POST", `/alerts/${id}`, { note: "kept as it is", message });
    const before = await alertNamed(target, "Error count");
    await ada.command("databases", `/db alerts edit ${id} ${target.name}`);
    await modalSaying("Notifies *checkout*", "The message is longer than this form can hold");
    expect(JSON.stringify(await ada.submit())).toContain("Change something first");
    await ada.fill("threshold", "7.5");
    await modalSaying("is 7.5 or more");
    await ada.submit();
    const after = await alertNamed(target, "Error count", ({ threshold }) => threshold === 7.5);
    const { updatedAt: _, ...others } = after;
    const { updatedAt: __, ...wanted } = before;
    expect(others).toEqual({ ...wanted, threshold: 7.5 });
    await control(environment, "POST", `/alerts/${id}`, { message: "Look at the payment provider first." });
  });

  test("a copy starts with the alert's fields, and a name that marks it as a copy", async () => {
    const { ada } = environment;
    const { id } = await alertNamed(target, "Error count");
    await ada.command("databases", `/db alerts duplicate ${id} ${target.name}`);
    await modalSaying(
      "Fires when count of `level:error` is 7.5 or more in 5 minutes.",
      "Notifies *checkout*",
      "Not copied: `note`.",
    );
    await ada.submit();
    await modalSaying("Step 2 of 2");
    await ada.submit();
    const copy = await alertNamed(target, "Error count (copy)");
    expect(copy).toMatchObject({
      threshold: 7.5,
      message: "Look at the payment provider first.",
      channel: { type: "webhook", webhookId },
    });
    expect(copy.id).not.toBe(id);
  });

  test("an alert is deleted once its name is typed", async () => {
    const { ada } = environment;
    const { id } = await alertNamed(target, "Error count (copy)");
    await ada.command("databases", `/db alerts delete ${id} ${target.name}`);
    await modalSaying("Deletes the alert rule `Error count (copy)` of");
    await ada.fill("typed", "Error count");
    expect(JSON.stringify(await ada.submit())).toContain("Type the name exactly");
    await ada.fill("typed", "Error count (copy)");
    await ada.submit();
    await until(async () => (await alertsOf(target)).every((alert) => alert.id !== id));
  });
});

test("if the webhook's hook is unknown, a test is not sent and the answer says what to do", async () => {
  const { ada } = environment;
  const { id } = await alertNamed(managed, "p95 latency (ms)");
  await control(environment, "POST", `/alerts/${id}`, { webhookId: "other" });
  await ada.command("databases", `/db alerts test ${id} ${managed.name}`);
  const message = await ada.waitForMessage("databases", `notifies the webhook \`other\``);
  expect(shownText(message)).toContain("No test sent");
  const chooseHook = chooses("alert_rules_posts_to", { rule: id, service: managed.word }, "hook");
  await ada.click(message, chooseHook, "checkout");
  await ada.waitForMessage("databases", `the webhook \`other\` posts to the hook *checkout*`);
});

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
  await fillRule();
  await ada.fill("webhook", "another");
  const view = await modalSaying("New hook");
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
  await fillWebhook(await fillRule("42"));
  await ada.fill("name", "Documented alone");
  await ada.submit();
  const { id } = await alertNamed(managed, "Documented alone");
  await modalSaying("Created the alert rule “Documented alone”");
  await ada.command("databases", `/db alerts rules ${managed.name}`);
  const list = await ada.waitForMessage("databases", /doesn't offer listing alert rules.* created here/s);
  expect(shownText(list)).toContain("*Documented alone*, created by <@U0ADAPARK1>");
  expect(JSON.stringify(list.blocks)).toContain(
    JSON.stringify(runs("alert_rules_show", { rule: id, service: managed.word })),
  );
});

test("with only the documented operations, a stand-alone server's alert is shown, and the form names the missing ones", async () => {
  const { ada } = environment;
  const { id } = await alertNamed(standalone, "p95 latency (ms)");
  await control(environment, "POST", "/observability", { offers: "documented" });
  await ada.command("databases", `/db alerts show ${id} ${standalone.name}`);
  await ada.waitForMessage("databases", "Fires when its tile's value is 2,000 or more in 5 minutes.");
  await ada.command("databases", `/db alerts rules ${standalone.name}`);
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
