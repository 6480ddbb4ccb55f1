import { beforeAll, describe, expect, test } from "vitest";
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
import { person } from "../../../support/slack-person.ts";
import { found, until } from "../../../support/until.ts";

const environment = useTestEnvironment({ environment: observedEnvironment });
let targets: Record<(typeof deployments)[number], EnvironmentTarget>;
let known: KnownHook;

beforeAll(async () => {
  targets = await targetsOf(environment);
  const channelId = environment.slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  known = await putHook(environment.redisUrl, environment.slack.teamId, { channelId, name: "checkout" });
});

const Listed = z.array(z.looseObject({ id: z.string(), name: z.string() }));

/** Waits for the alert with this name on the reference server that matches. */
function alertNamed(
  target: EnvironmentTarget,
  name: string,
  matches: (alert: Record<string, unknown>) => boolean = () => true,
) {
  return found(async () => {
    const all = Listed.parse(await control(environment, "GET", `/alerts?place=${target.id}`));
    return all.find((alert) => alert.name === name && matches(alert));
  });
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

/** Fills in the first step with the tile “Error count” and the threshold 5. */
async function fillRule(): Promise<void> {
  const { ada } = environment;
  await modalSaying("Step 1 of 2", "Dashboard");
  await ada.fill("dashboardId", "API Monitoring");
  await ada.waitForModal((view) => offered(view).includes('"Error count"'));
  await ada.fill("tileId", "Error count");
  await ada.fill("threshold", "5");
  await modalSaying("Fires when count of `level:error` is 5 or more in 5 minutes.");
  await ada.submit();
  await modalSaying("Step 2 of 2");
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

  test("if the webhook's hook is unknown, a test is not sent and the answer says what to do", async () => {
    const { ada } = environment;
    const { id } = await alertNamed(target, "p95 latency (ms)");
    await control(environment, "POST", `/alerts/${id}`, { webhookId: `other-${deployment}` });
    await ada.command("databases", `/db alerts test ${id} ${target.name}`);
    const message = await ada.waitForMessage("databases", `notifies the webhook \`other-${deployment}\``);
    expect(shownText(message)).toContain("No test sent");
    await ada.click(message, `run:alerts posts-to ${id} {choice} ${target.word}`, "checkout");
    await ada.waitForMessage("databases", `the webhook \`other-${deployment}\` posts to the hook *checkout*`);
  });

  test("an edit changes only the edited fields of an alert", async () => {
    const { ada } = environment;
    const { id } = await alertNamed(target, "Error count");
    await control(environment, "POST", `/alerts/${id}`, { note: "kept as it is" });
    const before = await alertNamed(target, "Error count");
    await ada.command("databases", `/db alerts edit ${id} ${target.name}`);
    await modalSaying("Fires when count of `level:error` is 5 or more in 5 minutes.", "Notifies *checkout*");
    expect(JSON.stringify(await ada.submit())).toContain("Change something first");
    await ada.fill("threshold", "7.5");
    await modalSaying("is 7.5 or more");
    await ada.submit();
    const after = await alertNamed(target, "Error count", ({ threshold }) => threshold === 7.5);
    const { updatedAt: _, ...others } = after;
    const { updatedAt: __, ...wanted } = before;
    expect(others).toEqual({ ...wanted, threshold: 7.5 });
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

  test("a copy keeps the alert's webhook, even if another one is more common", async () => {
    const { ada } = environment;
    const { id } = await alertNamed(target, "p95 latency (ms)");
    await control(environment, "POST", `/alerts/${id}`, { webhookId: `seldom-${deployment}` });
    await ada.command("databases", `/db alerts duplicate ${id} ${target.name}`);
    await modalSaying("Fires when", `Notifies the webhook \`seldom-${deployment}\``);
    await ada.submit();
    await modalSaying("Step 2 of 2");
    await ada.submit();
    const copy = await alertNamed(target, "p95 latency (ms) (copy)");
    expect(copy).toMatchObject({ channel: { type: "webhook", webhookId: `seldom-${deployment}` } });
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
    await until(async () => {
      const all = Listed.parse(await control(environment, "GET", `/alerts?place=${target.id}`));
      return all.every((alert) => alert.id !== id);
    });
  });

  test("a viewer is refused, and no form opens", async () => {
    await using sam = person(environment.slack, "Sam Rivera");
    const { id } = await alertNamed(target, "Error count");
    await sam.command("databases", `/db alerts show ${id} ${target.name}`);
    await sam.waitForMessage("databases", `*In:* ${target.name}\n*Notifies:* *checkout*`);
    for (const verb of ["create", `edit ${id}`, `duplicate ${id}`, `delete ${id}`, `test ${id}`]) {
      const before = (await sam.messages("databases")).length;
      await sam.command("databases", `/db alerts ${verb} ${target.name}`);
      const refusal = await found(async () => (await sam.messages("databases"))[before]);
      expect(shownText(refusal)).toContain("operator");
    }
    expect(await sam.modal()).toBeUndefined();
  });
});
