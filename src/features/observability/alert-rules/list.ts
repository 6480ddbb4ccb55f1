import type { ActionsBlockElement, KnownBlock } from "@slack/types";
import { actions, linkButton } from "../../../platform/blocks/button.ts";
import {
  choiceHere,
  commandButton,
  commandSelect,
  pageButton,
} from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { cutMrkdwn, limits } from "../../../platform/blocks/limits.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import { escapeSentence, formatUnreadable } from "../../../platform/blocks/explain.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { plural } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";
import { shownName } from "../shown-name.ts";
import { stateOf, worstFirst } from "./state.ts";
import type { ObservabilityContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import { consoleOfTarget } from "../console.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { knownWebhooks } from "./webhooks/known.ts";
import { type KnownAlert, type MadeAlert, knownAlert } from "../../alerts/index.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { type ToldWebhook, formatNotifies, formatAlertRule } from "./format-rule.ts";
import { tileOf } from "./format-watched.ts";
import { type NamedTarget, type ObservabilityTarget, isSameTarget, wordOfTarget } from "../target.ts";
import { ifReadable } from "../readable.ts";

const mostShown = 10;

/** The alerts of a place that were made here, the latest first, for a server that does not list its own; `why` is a sentence. */
function madeHereList(why: string, made: readonly MadeAlert[], target: NamedTarget): Reply {
  const headline = `:information_source: ${escapeSentence(why)}${made.length === 0 ? "" : ` ${counted(made)}`}`;
  const shown = made.slice(0, mostShown);
  const lines = shown.map(lineOfMadeHereList);
  const create = commandButton("Create an alert", `alerts create ${wordOfTarget(target)}`);
  return reply([headline, ...lines].join("\n"), [
    section(headline),
    ...shown.map(({ alertId }, index): KnownBlock => ({
      ...section(lines[index] ?? ""),
      accessory: commandButton("Show", `alerts show ${alertId} ${wordOfTarget(target)}`),
    })),
    actions([create]),
  ]);
}

function counted({ length }: readonly MadeAlert[]): string {
  const which = length > mostShown ? `; here the latest ${mostShown}` : "";
  return `${plural(length, "alert")} of it ${length === 1 ? "was" : "were"} made from here${which}:`;
}

function lineOfMadeHereList({ name, userId, at }: MadeAlert): string {
  return `*${escapeName(name, 100)}*, made by <@${userId}>, ${slackDate(new Date(at))}`;
}

/** A place's alerts with all that is said of each. */
interface ListedAlerts {
  target: NamedTarget;
  alerts: readonly Alert[];
  /** What the list has besides that cannot be read. */
  unreadable?: readonly Unreadable[];
  /** As far as they could be read: rules are told by the tiles in them. */
  dashboards: readonly Dashboard[];
  webhooks: readonly ToldWebhook[];
  /** The page of the alerts in the server's console, where that is known. */
  consoleUrl?: string | undefined;
}

const onPage = 10;
// A message takes 8,500 in all; the select has its share of that.
const mostInLine = 600;
const mostInLines = 5_000;
const mostInSelect = 2_000;
const aroundLine = 120;

/** The alerts that are defined in a place, from a number on: the worst first, then by name. */
export function alertList(listed: ListedAlerts, wanted: number, now: Date): Reply {
  const { target, alerts } = listed;
  if (alerts.length === 0) return noneYet(listed);
  const sorted = worstFirst(alerts, now);
  const first = Math.min(wanted, sorted.length);
  const page = sorted.slice(first - 1, first - 1 + onPage);
  const lines = page.map((alert) => cutMrkdwn(lineOf(alert, listed, now), mostInLine));
  const shown = page.slice(0, howManyFit(lines));
  const title = headline(listed, first, shown.length);
  const others = [...sorted.slice(first - 1 + shown.length), ...sorted.slice(0, first - 1)];
  return reply([title, ...lines.slice(0, shown.length)].join("\n"), [
    section(title),
    ...shown.map((alert, index) => ({
      ...section(lines[index] ?? ""),
      accessory: commandButton("Show", `alerts show ${alert.id} ${wordOfTarget(target)}`),
    })),
    ...selectOf(others, target, now),
    actions([...pageTurns(target, first, shown.length, sorted.length), ...ways(listed)]),
    smallPrint("As the server says at this moment. `/db alerts` alone lists what is open here."),
  ]);
}

function noneYet(listed: ListedAlerts): Reply {
  const [unread] = formatUnreadable("alert", listed.unreadable ?? []);
  const text = unread
    ? `No alert of *${escapeName(listed.target.name)}* can be shown here. ${unread}`
    : `No alert is defined in *${escapeName(listed.target.name)}* yet. One watches a tile of a dashboard, and tells a hook of yours.`;
  return reply(text, [section(text), actions(ways(listed))]);
}

function headline({ target, alerts, unreadable = [] }: ListedAlerts, first: number, shown: number): string {
  const which = shown < alerts.length ? `; here ${first} to ${first + shown - 1}` : "";
  const count = `*${plural(alerts.length, "alert")}* of *${escapeName(target.name)}*, the worst first${which}.`;
  return [count, ...formatUnreadable("alert", unreadable)].join("\n");
}

function lineOf(alert: Alert, { dashboards, webhooks }: ListedAlerts, now: Date): string {
  const { emoji, words } = stateOf(alert, now);
  const rule = formatAlertRule(alert, tileOf(alert, dashboards));
  return `${emoji} *${escapeName(words)}: ${nameOf(alert)}*\nFires ${rule}. Tells ${formatNotifies(alert, webhooks)}.`;
}

function nameOf({ name, id }: Alert): string {
  return escapeName(name ?? "", 100) || escapeName(id, 64);
}

function howManyFit(lines: readonly string[]): number {
  let length = 0;
  const tooMany = lines.findIndex((line) => (length += line.length + aroundLine) > mostInLines);
  return tooMany === -1 ? lines.length : tooMany;
}

/** A way to those that are not on the page, as far as a message has room for them. */
function selectOf(others: readonly Alert[], target: NamedTarget, now: Date): KnownBlock[] {
  const options = others
    .map((alert) => ({
      text: `${shownName(alert.name, alert.id)} (${stateOf(alert, now).words.toLowerCase()})`,
      value: alert.id,
    }))
    .filter(({ value }) => value.length <= limits.option.value);
  let length = 0;
  const fitting = options.filter(
    ({ text, value }) => (length += Math.min(text.length, limits.option.text) + value.length) <= mostInSelect,
  );
  if (fitting.length === 0) return [];
  const command = `alerts show ${choiceHere} ${wordOfTarget(target)}`;
  return [actions([commandSelect({ placeholder: "Show another", command, options: fitting })])];
}

function pageTurns(target: NamedTarget, first: number, shown: number, total: number): ActionsBlockElement[] {
  const page = (text: string, from: number) =>
    pageButton(text, `alerts list ${from} ${wordOfTarget(target)}`);
  const next = first + shown;
  return [
    ...(first > 1 ? [page("Back", Math.max(1, first - onPage))] : []),
    ...(next <= total ? [page("More", next)] : []),
  ];
}

function ways({ target, consoleUrl }: ListedAlerts): ActionsBlockElement[] {
  return [
    commandButton("Create an alert", `alerts create ${wordOfTarget(target)}`),
    ...(consoleUrl === undefined ? [] : [linkButton("Open in the console", consoleUrl)]),
  ];
}

/**
 * The answer to which alerts are defined in a place, from a number on; of a server that does not list them, those that were
 * made here. Fails as the server's API does.
 */
export async function listAlerts(
  target: NamedTarget,
  first: number,
  context: ObservabilityContext,
): Promise<Reply> {
  try {
    return await listServed(target, first, context);
  } catch (error) {
    if (!isAppError(error, "missing") || !error.unserved) throw error;
    const made = (await context.madeAlerts.list()).filter((alert) => isSameTarget(alert, target));
    return madeHereList(error.message, made, target);
  }
}

async function listServed(target: NamedTarget, first: number, context: ObservabilityContext): Promise<Reply> {
  const observabilityClient = observabilityClientOf(target, context);
  const [{ readable: alerts, unreadable }, dashboards = [], console] = await Promise.all([
    observabilityClient.surveyAlerts(),
    ifReadable(observabilityClient.listDashboards()),
    consoleOfTarget(target, context),
  ]);
  const webhooks = await knownWebhooks(target, alerts, context);
  const consoleUrl = console?.addressOf({ kind: "alerts" });
  return alertList({ target, alerts, unreadable, dashboards, webhooks, consoleUrl }, first, context.now());
}

/** A place's alerts as incidents are held against them. */
interface AlertsThere {
  alerts: KnownAlert[];
  unreadable: readonly Unreadable[];
}

/** All alerts of a place; "unserved" where its server has no list, and "failed" where it cannot be asked for now. */
export async function alertsThere(
  target: ObservabilityTarget,
  context: Pick<ObservabilityContext, "cloudOf">,
): Promise<AlertsThere | "unserved" | "failed"> {
  try {
    const { readable, unreadable } = await observabilityClientOf(target, context).surveyAlerts();
    return { alerts: readable.map(knownAlert), unreadable };
  } catch (error) {
    if (isAppError(error, "missing") && error.unserved) return "unserved";
    if (isAppError(error, "missing", "limited", "upstream", "forbidden", "auth")) return "failed";
    throw error;
  }
}
