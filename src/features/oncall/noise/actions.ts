import {
  type ActionTarget,
  findRule,
  fromElsewhere,
  type Incident,
  incidentAction,
  mayHaveRule,
  muteOf,
  muteRule,
  mutesCommand,
  ruleMuteKey,
  titleFromElsewhere,
  whoActs,
} from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { button, linkButton } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { dayMs } from "../../../lib/duration.ts";
import { answerView } from "../../../platform/slack/interactions/modal-answer.ts";
import { isAnswered } from "./report.ts";
import { editsRule, noiseActions } from "./reply.ts";

/** What people read, in mrkdwn unless noted. Arguments are escaped. */
const texts = {
  buttons: { muteNow: "Mute it", open: "Open it at its sender", edit: "Change the rule" },
  muteQuestion: (rule: string, hook: string, command: string) =>
    `Mute the rule *${rule}* of the hook ${hook}? No one is notified of any of its alerts until it's unmuted: ${code(command)}.`,
  /** Plain text, at most 24 characters. */
  thresholdTitle: "Raise threshold",
  ruleOf: (rule: string, hook: string) => `*${rule}* (hook ${hook})`,
  changeHere: "I can change this rule at its server.",
  changeThere: "I can't change this rule, because it's at the sender of the alert. Change it there.",
  present: (threshold: string) => `Its threshold is ${threshold}.`,
  noThreshold: "Its sender doesn't tell the threshold.",
  noValues:
    "I don't know what it measured: its alerts of the last two days have no values that I can compare. So I can't propose a threshold.",
  seen: ({ alerts, lowest, middle, highest }: ThresholdFacts) =>
    alerts === 1
      ? `Its one alert of the last two days with a value measured ${highest}.`
      : `Its ${alerts.toLocaleString("en-US")} alerts of the last two days with a value measured ${lowest} to ${highest}, the middle one ${middle}.`,
  proposed: (
    { alerts, answered, isBelow }: ThresholdFacts,
    { text, leftOut, keepsAnswered }: { text: string; leftOut: number; keepsAnswered: boolean },
  ) =>
    `*Proposal: ${text}.* If it fired only ${isBelow ? "below" : "above"} that, ${leftOut.toLocaleString("en-US")} of these ${alerts.toLocaleString("en-US")} alerts wouldn't have come. ${
      keepsAnswered
        ? `${answered === 1 ? "The one that someone acted on" : `All ${answered.toLocaleString("en-US")} that someone acted on`} still would.`
        : "No one acted on any of them."
    }`,
  assumed: "That takes it that the rule fires above its threshold.",
  noProposal: (isBelow: boolean | undefined) =>
    isBelow === undefined
      ? "Some are above its threshold and some below, so I can't tell which way to move it."
      : "That's too little to propose a threshold that leaves out alerts and keeps those that someone acted on.",
};

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
export const noiseRaiseAction = incidentAction<OncallContext>(
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

async function thresholdReply(found: ActionTarget, context: OncallContext) {
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
  { startedAlerts, incidents, eventLog, now }: OncallContext,
): Promise<AlertValues[]> {
  const [nowMs, sinceMs] = [now().getTime(), now().getTime() - 2 * dayMs];
  const { alerts } = await startedAlerts.between([hookId], sinceMs, nowMs);
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

/** A number with its unit, as its sender wrote it. */
export interface Measured {
  value: number;
  unit: string;
  text: string;
}

const number = String.raw`[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?`;
// With a name before it, as Grafana writes its values.
const measure = new RegExp(String.raw`^(?:\w{1,20} = )?(${number})\s?(%|[a-zµ/]{0,8})$`, "i");

/** Reads a value or a threshold that is one number, such as "93.2%" or "2,432 ms". Undefined for any other text. */
export function readMeasured(text: string | undefined): Measured | undefined {
  const [, digits, unit = ""] = measure.exec(text?.trim() ?? "") ?? [];
  const value = Number(digits?.replaceAll(",", ""));
  if (digits === undefined || !Number.isFinite(value)) return undefined;
  return { value, unit: unit.toLowerCase(), text: unit === "" ? digits : `${digits} ${unit}` };
}

/** The values of an alert's firing events, and if a person acknowledged, snoozed or resolved it. */
export interface AlertValues {
  values: readonly Measured[];
  isAnswered: boolean;
}

/** What the values of a rule's alerts say about its threshold. */
export interface ThresholdFacts {
  alerts: number;
  answered: number;
  /** Each alert counts with its value that is furthest beyond the threshold. The middle one is one of them. */
  lowest: string;
  middle: string;
  highest: string;
  /** True if the rule fires below its threshold. Undefined if its values are on both sides of it. */
  isBelow: boolean | undefined;
  /** A threshold beyond which fewer alerts come, and how many of the alerts it leaves out. */
  proposed?: { text: string; leftOut: number; keepsAnswered: boolean };
}

// Fewer alerts say nothing about the next ones.
const fewestAlerts = 4;
/** Of alerts that no one answered, so many would be left out. */
const shareLeftOut = 0.75;

/**
 * Proposes a threshold from what alerts measured: the furthest one that keeps every alert that a person answered; if
 * there is none, one that keeps the highest quarter. Undefined without numbers of one unit.
 */
export function thresholdFacts(
  alerts: readonly AlertValues[],
  threshold: Measured | undefined,
): ThresholdFacts | undefined {
  const measured = alerts.filter(({ values }) => values.length > 0);
  const all = measured.flatMap(({ values }) => values);
  const units = new Set([...all, ...(threshold ? [threshold] : [])].map(({ unit }) => unit));
  if (measured.length === 0 || units.size > 1) return undefined;
  const isBelow = directionOf(all, threshold);
  const sign = isBelow === true ? -1 : 1;
  const peaks = measured
    .map(({ values, isAnswered }) => ({
      peak: values.reduce((a, b) => (sign * b.value > sign * a.value ? b : a), values[0] ?? nothing),
      isAnswered,
    }))
    .toSorted((a, b) => sign * (a.peak.value - b.peak.value));
  const byValue = peaks.map(({ peak }) => peak).toSorted((a, b) => a.value - b.value);
  const [first = nothing] = byValue;
  return {
    alerts: peaks.length,
    answered: peaks.filter(({ isAnswered }) => isAnswered).length,
    lowest: first.text,
    middle: (byValue[(byValue.length - 1) >> 1] ?? first).text,
    highest: (byValue.at(-1) ?? first).text,
    isBelow,
    ...(isBelow !== undefined && proposal(peaks, sign)),
  };
}

const nothing: Measured = { value: 0, unit: "", text: "" };

/** Below or above, by where all values are. Without a threshold, most rules fire above theirs. */
function directionOf(values: readonly Measured[], threshold: Measured | undefined): boolean | undefined {
  if (!threshold || values.every(({ value }) => value >= threshold.value)) return false;
  return values.every(({ value }) => value <= threshold.value) ? true : undefined;
}

/** `peaks` come in the order in which a further threshold leaves them out. */
function proposal(
  peaks: readonly { peak: Measured; isAnswered: boolean }[],
  sign: 1 | -1,
): Pick<ThresholdFacts, "proposed"> {
  if (peaks.length < fewestAlerts) return {};
  const isBeyond = (a: Measured, b: Measured) => sign * a.value > sign * b.value;
  const firstKept =
    peaks.find(({ isAnswered }) => isAnswered) ?? peaks[Math.ceil(peaks.length * shareLeftOut)];
  const limit = firstKept && peaks.findLast(({ peak }) => isBeyond(firstKept.peak, peak));
  if (!limit) return {};
  const leftOut = peaks.filter(({ peak }) => !isBeyond(peak, limit.peak)).length;
  return {
    proposed: { text: limit.peak.text, leftOut, keepsAnswered: peaks.some((each) => each.isAnswered) },
  };
}
