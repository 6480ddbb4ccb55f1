import { button, linkButton } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { dayMs } from "../../../lib/duration.ts";
import { answerView } from "../../../platform/slack/interactions/modal-answer.ts";
import { muteRule } from "../actions/mute-rule.ts";
import { type ActionTarget, incidentAction, mutesCommand, whoActs } from "../actions/target.ts";
import type { AlertsContext } from "../context.ts";
import { muteOf, ruleMuteKey } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { fromElsewhere, titleFromElsewhere } from "../message/notes.ts";
import { findRule, mayHaveRule } from "../reconcile/rule-of.ts";
import { isAnswered } from "./count.ts";
import { editsRule, noiseActions } from "./reply.ts";
import * as texts from "./texts.ts";
import { type AlertValues, readMeasured, thresholdFacts } from "./threshold.ts";

const names = ({ incident, hook }: ActionTarget) =>
  [titleFromElsewhere(incident.latest.alertName), fromElsewhere(hook.name, 60)] as const;

/** “Mute” in the report: asks whether to mute the rule of an alert. */
export const noiseMuteAction = incidentAction(
  { actionId: noiseActions.mute, access: "operator" },
  async (found, interaction, context) => {
    const { incident, hook } = found;
    // Says so if it is muted already.
    if (muteOf(hook, { key: ruleMuteKey(incident.latest.alertName) }))
      return muteRule({ hookId: hook.id, alertName: incident.latest.alertName }, interaction, context);
    const yes = button({ text: texts.buttons.muteNow, actionId: noiseActions.muteNow, value: incident.id });
    return say(texts.muteQuestion(...names(found), mutesCommand(hook)), [{ ...yes, style: "danger" }]);
  },
);

/** The most open alerts of a hook that a mute of their rule changes at once. */
const mostOpen = 500;

/** “Mute it”: mutes the rule. The messages of its open alerts show that. */
export const noiseMuteNowAction = incidentAction(
  { actionId: noiseActions.muteNow, access: "operator", replaces: true },
  async ({ incident, hook }, interaction, context) => {
    const { alertName } = incident.latest;
    const reply = await muteRule({ hookId: hook.id, alertName }, interaction, context);
    const { incidents, inbox } = context;
    const open = await incidents.many((await incidents.open(hook.id)).slice(0, mostOpen));
    const ofRule = open.filter(({ latest }) => latest.alertName === alertName);
    const who = await whoActs(interaction, context);
    await inbox.addActions(
      ofRule.map(({ id }) => ({
        hookId: hook.id,
        action: { ...who, incidentId: id, verb: "mute", ofStorm: true },
      })),
    );
    if (ofRule.length > 0) context.ingestSoon(hook.id);
    return reply;
  },
);

/** “Raise threshold”: shows what the rule measured, a threshold to choose, and where to change it. */
export const noiseRaiseAction = incidentAction(
  { actionId: noiseActions.raise, access: "viewer", opens: () => true },
  async (found, { triggerId, channelId }, context) => {
    const reply = await thresholdReply(found, context);
    await context.messenger.openModal(
      triggerId,
      answerView(reply, { title: texts.thresholdTitle, channelId }),
    );
    return undefined;
  },
);

async function thresholdReply(found: ActionTarget, context: AlertsContext) {
  const { incident, hook } = found;
  const rule = mayHaveRule(incident) ? await findRule(incident, hook, context) : undefined;
  const isHere = rule !== undefined && "alertId" in rule;
  const threshold = readMeasured(incident.latest.threshold);
  const facts = thresholdFacts(await valuesOf(incident, context), threshold);
  const { link } = incident.latest;
  const lines = [
    texts.ruleOf(...names(found)),
    isHere ? texts.changeHere : texts.changeThere,
    threshold ? texts.present(threshold.text) : texts.noThreshold,
    ...(facts ? [texts.seen(facts)] : [texts.noValues]),
    ...(facts
      ? [facts.proposed ? texts.proposed(facts, facts.proposed) : texts.noProposal(facts.isBelow)]
      : []),
    ...(facts?.proposed && !threshold ? [texts.assumed] : []),
  ];
  return say(lines.join("\n\n"), [
    ...(isHere ? [commandButton(texts.buttons.edit, editsRule(rule))] : []),
    ...(!isHere && link !== undefined ? [linkButton(texts.buttons.open, link)] : []),
  ]);
}

/** The most alerts of a hook to read for their values. */
const mostRead = 1_000;

/** What the alerts of an incident's rule measured while they fired, as far as the hook's log of events reaches. */
async function valuesOf(
  { hookId, latest: { alertName } }: Incident,
  { begunAlerts, incidents, eventLog, now }: AlertsContext,
): Promise<AlertValues[]> {
  const [nowMs, sinceMs] = [now().getTime(), now().getTime() - 2 * dayMs];
  const { alerts } = await begunAlerts.between([hookId], sinceMs, nowMs);
  const arrived = new Map(alerts.slice(0, mostRead).map(({ id, atMs }) => [id, atMs]));
  const [known, events] = await Promise.all([
    incidents.many([...arrived.keys()]),
    eventLog(hookId).since(sinceMs),
  ]);
  const ofRule = known.filter(({ latest }) => latest.alertName === alertName);
  const firing = events.filter(({ event }) => event.state === "firing" && event.alertName === alertName);
  const byKey = Map.groupBy(firing, ({ event }) => event.key);
  return ofRule.map((incident) => {
    const fromMs = arrived.get(incident.id) ?? 0;
    const later = ofRule
      .filter(({ key }) => key === incident.key)
      .map(({ id }) => arrived.get(id) ?? 0)
      .filter((atMs) => atMs > fromMs);
    const own = (byKey.get(incident.key) ?? []).filter(
      ({ receivedAtMs }) => receivedAtMs >= fromMs && receivedAtMs < Math.min(...later),
    );
    const values = own.flatMap(({ event }) => readMeasured(event.value) ?? []);
    return { values, isAnswered: isAnswered(incident) };
  });
}
