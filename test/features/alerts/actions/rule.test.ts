import { expect, test } from "vitest";
import { moreAction, ruleAction } from "../../../../src/features/alerts/actions/more.ts";
import { buttons } from "../../../../src/features/alerts/message/buttons.ts";
import { validateMessage, validateView } from "../../../../src/sandbox/slack/validate/index.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import { deployments, observedFixture, type Deployment } from "../../observability/fixture.ts";
import { tileAlert } from "../../observability/alert-rules/tile-alert.ts";
import { alertEvent, hookRecord, incidentRecord, madeAlert, putIncidents } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { detailsView } from "../../../../src/features/alerts/actions/details.ts";
import { said } from "../../../support/said.ts";

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
  /** The text and the commands of the answer's buttons. The menu and the details give the same. */
  async function rule() {
    const [answer, same] = [
      said(await moreAction.run({ ...who, value: `rule ${incident.id}` }, context)),
      said(await ruleAction.run({ ...who, value: incident.id }, context)),
    ];
    expect(answer).toEqual(same);
    expect(answer && validateMessage(answer)).toBeNull();
    const commands = JSON.stringify(answer?.blocks).matchAll(/"value":"([^"]*)"/g);
    return [answer?.text ?? "", ...[...commands].map(([, command]) => command)];
  }
  const observe = () => context.hooks.change(hookRecord().id, (present) => ({ ...present, observes }));
  return { context, cloud, alertId: alert.id, observes, word: serviceId ?? connection, observe, rule };
}

const title = "Alert for “Checkout errors”: 12 lines found";

test.each(deployments)("%s: an incident with an alert id leads to that alert", async (deployment) => {
  const { rule, observe, alertId, word } = await ruleFixture(deployment, (id) => ({
    origin: { alertId: id },
  }));
  await observe();
  expect(await rule()).toEqual([
    `The rule behind “${title}”, with what it watches and whom it tells:`,
    `alerts show ${alertId} ${word}`,
  ]);
});

test.each(deployments)("%s: an incident with a tile only leads to the alert on it", async (deployment) => {
  const { rule, observe, alertId, word } = await ruleFixture(deployment, (_, origin) => ({ origin }));
  await observe();
  expect((await rule())[1]).toBe(`alerts show ${alertId} ${word}`);
});

test.each(deployments)(
  "%s: without a sure match, the answer leads to all alerts there",
  async (deployment) => {
    const gone = await ruleFixture(deployment, (_, origin) => ({ origin: { ...origin, tileId: "t9" } }));
    await gone.observe();
    expect(await gone.rule()).toEqual([
      `The rule behind “${title}” cannot be told. None of the alerts there is surely the one: it may have been deleted or moved since.`,
      `alerts list ${gone.word}`,
    ]);
  },
);

test.each(deployments)("%s: a server without a list of alerts is named as the reason", async (deployment) => {
  const { rule, observe, cloud, word } = await ruleFixture(deployment, (_, origin) => ({ origin }));
  await observe();
  await fetch(`${cloud.controlUrl}/observability`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ offers: "documented" }),
  });
  const [text, command] = await rule();
  expect(text).toContain("this server does not offer a list of alerts to look for it in");
  expect(command).toBe(`alerts list ${word}`);
});

test.each(deployments)(
  "%s: alerts made here and webhooks give the location of a hook that observes none",
  async (deployment) => {
    const { context, rule, alertId, word, observes } = await ruleFixture(deployment, (id) => ({
      origin: { alertId: id },
    }));
    expect(await rule()).toEqual([
      `The rule behind “${title}” cannot be told. It is not known which server the alerts of its hook are on. To say it: \`/db hook observe checkout &lt;service&gt;\`.`,
      "hook show checkout",
    ]);
    await context.webhookTargets.remember([
      { webhookId: "w1", ...observes, hookId: hookRecord().id, atMs: 1 },
    ]);
    expect((await rule())[1]).toBe(`alerts show ${alertId} ${word}`);
    await context.webhookTargets.remember([
      { webhookId: "w2", connection: "elsewhere", hookId: hookRecord().id, atMs: 1 },
    ]);
    expect((await rule())[1]).toBe("hook show checkout");
    await context.madeAlerts.remember({ ...madeAlert(), serviceId: undefined, ...observes, alertId });
    expect((await rule())[1]).toBe(`alerts show ${alertId} ${word}`);
  },
);

test.each(deployments)(
  "%s: an alert with the same id on the original of a copied server is not the rule",
  async (deployment) => {
    const { context, rule, alertId, word, observes } = await ruleFixture(deployment, (id) => ({
      origin: { alertId: id },
    }));
    await context.madeAlerts.remember(madeAlert({ alertId, webhookId: "w-first", hookId: "h-first" }));
    expect((await rule())[1]).toBe(`alerts show ${alertId} s1`);
    await context.webhookTargets.remember([
      { webhookId: "w1", ...observes, hookId: hookRecord().id, atMs: 1 },
    ]);
    expect((await rule())[1]).toBe(`alerts show ${alertId} ${word}`);
  },
);

/** True if the menu and the details of an incident offer its rule. */
function offered(latest: Partial<AlertEvent>): boolean[] {
  const [hook, incident] = [hookRecord(), incidentRecord({ latest: alertEvent(latest) })];
  const view = detailsView({ incident, hook });
  expect(validateView(view)).toBeNull();
  return [buttons(incident, hook), view].map((part) => JSON.stringify(part).includes("Show its rule"));
}

test("the menu and the details offer the rule of every incident with an origin, but not of tests", () => {
  expect(offered({})).toEqual([false, false]);
  expect(offered({ isTest: true, origin: { alertId: "a1" } })).toEqual([false, false]);
  expect(offered({ origin: { savedSearchId: "s1" } })).toEqual([true, true]);
  const incident = incidentRecord({ latest: alertEvent({ origin: { alertId: "a1" } }) });
  const view = detailsView({ incident, hook: hookRecord({ observes: { connection: "acme" } }) });
  expect(JSON.stringify(view)).toContain('"value":"alerts show a1 acme"');
});
