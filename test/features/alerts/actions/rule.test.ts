import { expect, test } from "vitest";
import { moreAction } from "../../../../src/features/alerts/actions/more.ts";
import { ruleAction } from "../../../../src/features/alerts/actions/rule.ts";
import { buttons } from "../../../../src/features/alerts/message/buttons.ts";
import { validateMessage, validateView } from "../../../../src/sandbox/slack/validate/index.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import { deployments, observedRoom, type Deployment } from "../../observability/fixture.ts";
import { tileAlert } from "../../observability/alert-rules/tile-alert.ts";
import { alertEvent, hookRecord, incidentRecord, madeAlert, putIncidents } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { detailsView } from "../../../../src/features/alerts/actions/details.ts";

const redis = useRedis();
const who = { userId: "U1", userName: "ada", triggerId: "t1", channelId: "C1" };

/** A place with an alert on a tile, an incident as its sender told it, and what “Show its rule” answers. */
async function room(deployment: Deployment, told: (alertId: string, tile: object) => Partial<AlertEvent>) {
  const { context, place, cloud } = await observedRoom(redis.client, deployment);
  const { alert, dashboardId, tileId } = await tileAlert(place, context, { name: "Checkout errors" });
  const { connection, serviceId } = place;
  const observes = { connection, ...(serviceId !== undefined && { serviceId }) };
  const incident = incidentRecord({ latest: alertEvent(told(alert.id, { dashboardId, tileId })) });
  await context.hooks.add(hookRecord());
  await putIncidents(context, incident);
  /** The text, and the commands of its buttons; the same from the menu and from the details. */
  async function rule() {
    const [answer, same] = [
      await moreAction.press({ ...who, value: `rule ${incident.id}` }, context),
      await ruleAction.press({ ...who, value: incident.id }, context),
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

test.each(deployments)("%s: an incident whose sender names its alert leads to that", async (deployment) => {
  const { rule, observe, alertId, word } = await room(deployment, (id) => ({ origin: { alertId: id } }));
  await observe();
  expect(await rule()).toEqual([
    `The rule behind “${title}”, with what it watches and whom it tells:`,
    `alerts show ${alertId} ${word}`,
  ]);
});

test.each(deployments)(
  "%s: one whose sender names the tile alone leads to the alert on it",
  async (deployment) => {
    const { rule, observe, alertId, word } = await room(deployment, (_, origin) => ({ origin }));
    await observe();
    expect((await rule())[1]).toBe(`alerts show ${alertId} ${word}`);
  },
);

test.each(deployments)(
  "%s: where no alert is surely the one, the way leads to all that are there",
  async (deployment) => {
    const gone = await room(deployment, (_, origin) => ({ origin: { ...origin, tileId: "t9" } }));
    await gone.observe();
    expect(await gone.rule()).toEqual([
      `The rule behind “${title}” cannot be told. None of the alerts there is surely the one: it may have been deleted or moved since.`,
      `alerts list ${gone.word}`,
    ]);
  },
);

test.each(deployments)("%s: where the server has no list, that is said", async (deployment) => {
  const { rule, observe, cloud, word } = await room(deployment, (_, origin) => ({ origin }));
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
  "%s: of a hook without a place it is learned from alerts made here and from webhooks",
  async (deployment) => {
    const { context, rule, alertId, word, observes } = await room(deployment, (id) => ({
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
  "%s: an alert that was made on the server that this one was copied from, with its id, does not lead there",
  async (deployment) => {
    const { context, rule, alertId, word, observes } = await room(deployment, (id) => ({
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

/** Whether the menu and the details of an incident offer its rule. */
function offered(latest: Partial<AlertEvent>): boolean[] {
  const [hook, incident] = [hookRecord(), incidentRecord({ latest: alertEvent(latest) })];
  const view = detailsView({ incident, hook });
  expect(validateView(view)).toBeNull();
  return [buttons(incident, hook), view].map((part) => JSON.stringify(part).includes("Show its rule"));
}

test("the menu and the details offer it wherever a sender said something of its alert, and not for tests", () => {
  expect(offered({})).toEqual([false, false]);
  expect(offered({ isTest: true, origin: { alertId: "a1" } })).toEqual([false, false]);
  expect(offered({ origin: { savedSearchId: "s1" } })).toEqual([true, true]);
  const incident = incidentRecord({ latest: alertEvent({ origin: { alertId: "a1" } }) });
  const view = detailsView({ incident, hook: hookRecord({ observes: { connection: "acme" } }) });
  expect(JSON.stringify(view)).toContain('"value":"alerts show a1 acme"');
});
