import type { ActionsBlockElement, KnownBlock } from "@slack/types";
import { actions, linkButton } from "../../../platform/blocks/button.ts";
import { commandSelect } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { cutMrkdwn, limits } from "../../../platform/blocks/limits.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import { escapeSentence, formatUnreadable } from "../../../platform/blocks/explain.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { Unreadable } from "../../../lib/json.ts";
import { shownName } from "../names.ts";
import { stateOf, worstFirst } from "./state.ts";
import type { ObservabilityContext } from "../context.ts";
import {
  type NamedTarget,
  askedOn,
  consoleOfTarget,
  isSameTarget,
  targetButton,
  wordOfTarget,
} from "../target.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { type Page, type WantedPage, pageButtons, pageReply } from "../../../platform/commands/paging.ts";
import { optionsThatFit, pageLabels, whichShown } from "../pages.ts";
import { knownWebhooks } from "./webhooks.ts";
import type { MadeAlert } from "../../alerts/index.ts";
import { type WebhookHook, formatNotifies, formatAlertRule } from "./format-rule.ts";
import { tileOf } from "./format-watched.ts";
import type { Found } from "../../../platform/commands/found.ts";
import { alertRulesData } from "../data.ts";
import * as texts from "./texts.ts";
import { ifReadable, isUnserved } from "../readable.ts";

const onPage = 10;

/** The latest alerts of a target that were made here, for a server that does not list alerts; `why` is a sentence. */
function madeHereList(why: string, made: readonly MadeAlert[], target: NamedTarget): Reply {
  const { length } = made;
  const count = length === 0 ? "" : ` ${texts.createdHere(length, onPage)}`;
  const title = `:information_source: ${escapeSentence(why)}${count}`;
  const shown = made.slice(0, onPage);
  const lines = shown.map(({ name, userId, at }) => texts.createdHereLine(name, userId, new Date(at)));
  return reply([title, ...lines].join("\n"), [
    section(title),
    ...shown.map(({ alertId }, index) => lineBlock(lines[index], alertId, target)),
    actions([createButton(target)]),
  ]);
}

function lineBlock(line = "", alertId: string, target: NamedTarget): KnownBlock {
  const show = { call: "alert_rules_show", args: { rule: alertId } };
  return { ...section(line), accessory: targetButton(target, texts.labels.show, show) };
}

function createButton(target: NamedTarget) {
  return targetButton(target, texts.labels.create, { call: "alert_rules_create" });
}

/** A target's alerts with everything that the list shows. */
interface ListedAlerts {
  target: NamedTarget;
  alerts: readonly Alert[];
  unreadable?: readonly Unreadable[];
  /** The readable ones. Rules are described by their tiles. */
  dashboards: readonly Dashboard[];
  webhooks: readonly WebhookHook[];
  /** The alerts' page in the server's console, if that is known. */
  consoleUrl?: string | undefined;
}

// In characters, of all that a message takes.
const mostInLine = 600;
const mostInSelect = 2_000;

/** A page of a target's alerts, as many as fit: the worst first, then by name. */
export function alertList(listed: ListedAlerts, wanted: WantedPage, now: Date): Reply {
  if (listed.alerts.length === 0) return noneYet(listed);
  const sorted = worstFirst(listed.alerts, now);
  return pageReply(sorted, wanted, onPage, (page) => drawPage(listed, sorted, page, now));
}

function drawPage(
  listed: ListedAlerts,
  sorted: readonly Alert[],
  page: Page<Alert>,
  now: Date,
): Pick<Reply, "text" | "blocks"> {
  const { target } = listed;
  const { items } = page;
  const count = texts.listHeadline(page.total, target.name, whichShown(page));
  const title = [count, ...formatUnreadable("alert rule", listed.unreadable ?? [])].join("\n");
  const lines = items.map((alert) => cutMrkdwn(lineOf(alert, listed, now), mostInLine));
  const asked = (number: number) => askedOn(target, { call: "alert_rules_list", args: { page: number } });
  const before = page.first - 1;
  const others = [...sorted.slice(before + items.length), ...sorted.slice(0, before)];
  return {
    text: [title, ...lines].join("\n"),
    blocks: [
      section(title),
      ...lines.map((line, index) => lineBlock(line, items[index]?.id ?? "", target)),
      ...selectOf(others, target, now),
      actions([...pageButtons(page, asked, pageLabels), ...ways(listed)]),
      smallPrint(texts.listNote),
    ],
  };
}

function noneYet(listed: ListedAlerts): Reply {
  const [unread] = formatUnreadable("alert rule", listed.unreadable ?? []);
  const { name } = listed.target;
  const text = unread ? texts.noReadableRules(name, unread) : texts.noRules(name);
  return reply(text, [section(text), actions(ways(listed))]);
}

function lineOf(alert: Alert, { dashboards, webhooks }: ListedAlerts, now: Date): string {
  const { emoji, words } = stateOf(alert, now);
  const rule = formatAlertRule(alert, tileOf(alert, dashboards));
  const name = escapeName(alert.name ?? "", 100) || escapeName(alert.id, 64);
  return `${emoji} *${escapeName(words)}: ${name}*\n${texts.firesAndNotifies(rule, formatNotifies(alert, webhooks))}`;
}

/** A select of the alerts that are not on the page, as far as a message can hold them. */
function selectOf(others: readonly Alert[], target: NamedTarget, now: Date): KnownBlock[] {
  const options = others
    .map((alert) => ({
      text: `${shownName(alert.name, alert.id)} (${stateOf(alert, now).words.toLowerCase()})`,
      value: alert.id,
    }))
    .filter(({ value }) => value.length <= limits.option.value);
  const fitting = optionsThatFit(options, mostInSelect);
  if (fitting.length === 0) return [];
  const command = { call: "alert_rules_show", args: { service: wordOfTarget(target) }, choice: "rule" };
  return [actions([commandSelect({ placeholder: texts.labels.another, command, options: fitting })])];
}

function ways({ target, consoleUrl }: ListedAlerts): ActionsBlockElement[] {
  return [
    createButton(target),
    ...(consoleUrl === undefined ? [] : [linkButton(texts.labels.console, consoleUrl)]),
  ];
}

/** Lists a target's alerts, or those that were made here if its server has no list. Fails as the server's API does. */
export async function listAlerts(
  target: NamedTarget,
  wanted: WantedPage,
  context: ObservabilityContext,
): Promise<Found> {
  try {
    return await listServed(target, wanted, context);
  } catch (error) {
    if (!isUnserved(error)) throw error;
    const made = (await context.madeAlerts.list()).filter((alert) => isSameTarget(alert, target));
    return {
      data: () => Promise.reject(error),
      draw: () => madeHereList(error.message, made, target),
    };
  }
}

async function listServed(
  target: NamedTarget,
  wanted: WantedPage,
  context: ObservabilityContext,
): Promise<Found> {
  const client = observabilityClientOf(target, context);
  const [{ readable: alerts, unreadable }, dashboards = [], console] = await Promise.all([
    client.alerts.survey(),
    ifReadable(client.dashboards.list()),
    consoleOfTarget(target, context),
  ]);
  const now = context.now();
  return {
    data: () => alertRulesData(target, alerts, unreadable.length, now),
    async draw() {
      const webhooks = await knownWebhooks(target, alerts, context);
      const consoleUrl = console?.addressOf({ kind: "alerts" });
      return alertList({ target, alerts, unreadable, dashboards, webhooks, consoleUrl }, wanted, now);
    },
  };
}
