import { expect, test } from "vitest";
import { moreAction, ruleAction } from "../../../../src/features/alerts/actions/more.ts";
import { buttons } from "../../../../src/features/alerts/message/buttons.ts";
import { validateView } from "@quartermaster/local-slack/validate";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import { deployments, observedFixture, type Deployment } from "../../observability/fixture.ts";
import { tileAlert } from "../../observability/alert-rules/tile-alert.ts";
import { alertEvent, hookRecord, incidentRecord, madeAlert, putIncidents } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import type { ModalView } from "@slack/types";
import { say } from "../../../../src/platform/blocks/reply.ts";
import type { Rule } from "../../../../src/features/alerts/reconcile/read-alerts.ts";
import * as texts from "../../../../src/features/alerts/actions/texts.ts";
import { moreChoices } from "../../../../src/features/alerts/message/texts.ts";
import { mrkdwnOf } from "../message/mrkdwn-in.ts";
import { detailsView } from "../../../../src/features/alerts/actions/details.ts";
import { z } from "zod";
import { lineOfButton } from "../../../support/pressed.ts";

const redis = useRedis();
const who = { userId: "U1", userName: "ada", triggerId: "t1", channelId: "C1" };

/** A server with an alert on a tile, an incident of that alert, and the answer of “Show its rule”. */
async function ruleFixture(
  deployment: Deployment,
  latestOf: (alertId: string, tile: object) => Partial<AlertEvent>,
) {
  const { context, target, cloud } = await observedFixture(redis.client, deployment);
  const { alert, dashboardId, tileId } = await tileAlert(target, context, { name: "Checkout errors" });
  const { connection, serviceId } = target;
  const observes = { connection, ...(serviceId !== undefined && { serviceId }) };
  const incident = incidentRecord({ latest: alertEvent(latestOf(alert.id, { dashboardId, tileId })) });
  await context.hooks.add(hookRecord());
  await putIncidents(context, incident);
  /** The text and the commands of the window's buttons. The menu and the details open the same. */
  async function rule() {
    const views: ModalView[] = [];
    const show = async (_: string, view: ModalView) => {
      views.push(view);
      return { viewId: "V1" };
    };
    const shown = {
      ...context,
      messenger: { ...context.messenger, openModal: show, pushModal: show },
      showRule: async ({ alertId, location }: Rule) => say(`The rule ${alertId} at ${location}`),
    };
    expect(await moreAction.run({ ...who, value: `rule ${incident.id}` }, shown)).toBeUndefined();
    expect(await ruleAction.run({ ...who, value: incident.id, viewId: "V0" }, shown)).toBeUndefined();
    const [view, same] = views;
    expect(view).toEqual(same);
    expect(view && validateView(view)).toBeNull();
    const values = [...JSON.stringify(view?.blocks).matchAll(/"value":("(?:[^"\\]|\\.)*")/g)];
    const commands = values.map(([, value = ""]) => z.string().parse(JSON.parse(value)));
    return [mrkdwnOf(view?.blocks).join("\n"), ...commands.map(lineOfButton)];
  }
  const observe = () => context.hooks.change(hookRecord().id, (present) => ({ ...present, observes }));
  return { context, cloud, alertId: alert.id, observes, word: serviceId ?? connection, observe, rule };
}

const title = "Checkout errors: 12 lines found";

test.each(deployments)("%s: an incident with an alert id leads to that alert", async (deployment) => {
  const { rule, observe, alertId, word } = await ruleFixture(deployment, (id) => ({
    origin: { alertId: id },
  }));
  await observe();
  expect(await rule()).toEqual([`The rule ${alertId} at ${word}`]);
});

test("an incident with a tile only leads to the alert on it", async () => {
  const { rule, observe, alertId, word } = await ruleFixture("stand-alone", (_, origin) => ({ origin }));
  await observe();
  expect(await rule()).toEqual([`The rule ${alertId} at ${word}`]);
});

test("without a sure match, the answer leads to all alerts there", async () => {
  const gone = await ruleFixture("managed", (_, origin) => ({ origin: { ...origin, tileId: "t9" } }));
  await gone.observe();
  expect(await gone.rule()).toEqual([
    texts.ruleUnknown(title, texts.noneOrSeveral),
    `alerts rules "${gone.word}"`,
  ]);
});

test("a server without a list of alerts is named as the reason", async () => {
  const { rule, observe, cloud, word } = await ruleFixture("stand-alone", (_, origin) => ({ origin }));
  await observe();
  await fetch(`${cloud.controlUrl}/observability`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ offers: "documented" }),
  });
  const [text, command] = await rule();
  expect(text).toContain(texts.unlisted);
  expect(command).toBe(`alerts rules "${word}"`);
});

test("alerts made here and webhooks give the location of a hook that observes none", async () => {
  const { context, rule, alertId, word, observes } = await ruleFixture("managed", (id) => ({
    origin: { alertId: id },
  }));
  expect(await rule()).toEqual([
    `${texts.ruleUnknown(title, texts.serverUnknown)} ${texts.sayServer("checkout")}`,
    `alerts hooks show "${hookRecord().id}"`,
  ]);
  await context.webhookTargets.remember([{ webhookId: "w1", ...observes, hookId: hookRecord().id, atMs: 1 }]);
  expect(await rule()).toEqual([`The rule ${alertId} at ${word}`]);
  await context.webhookTargets.remember([
    { webhookId: "w2", connection: "elsewhere", hookId: hookRecord().id, atMs: 1 },
  ]);
  expect((await rule())[1]).toBe(`alerts hooks show "${hookRecord().id}"`);
  await context.madeAlerts.remember({ ...madeAlert(), serviceId: undefined, ...observes, alertId });
  expect(await rule()).toEqual([`The rule ${alertId} at ${word}`]);
});

test("an alert with the same id on the original of a copied server is not the rule", async () => {
  const { context, rule, alertId, word, observes } = await ruleFixture("stand-alone", (id) => ({
    origin: { alertId: id },
  }));
  await context.madeAlerts.remember(madeAlert({ alertId, webhookId: "w-first", hookId: "h-first" }));
  expect(await rule()).toEqual([`The rule ${alertId} at s1`]);
  await context.webhookTargets.remember([{ webhookId: "w1", ...observes, hookId: hookRecord().id, atMs: 1 }]);
  expect(await rule()).toEqual([`The rule ${alertId} at ${word}`]);
});

/** True if the menu and the details of an incident offer its rule. */
function offered(latest: Partial<AlertEvent>): boolean[] {
  const [hook, incident] = [hookRecord(), incidentRecord({ latest: alertEvent(latest) })];
  const view = detailsView({ incident, hook });
  expect(validateView(view)).toBeNull();
  return [buttons(incident, hook), view].map((part) =>
    JSON.stringify(part).includes(`"${moreChoices.rule}"`),
  );
}

test("the menu and the details offer the rule of every incident with an origin, but not of tests", () => {
  expect(offered({})).toEqual([false, false]);
  expect(offered({ isTest: true, origin: { alertId: "a1" } })).toEqual([false, false]);
  expect(offered({ origin: { savedSearchId: "s1" } })).toEqual([true, true]);
});
