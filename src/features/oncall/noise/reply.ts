import {
  findRule,
  type Hook,
  muteOf,
  type Rule,
  ruleMuteKey,
  titleFromElsewhere,
} from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { humanDuration } from "../../../lib/duration.ts";
import { humanDays } from "../../../lib/day.ts";
import type { ActionsBlockElement, KnownBlock } from "@slack/types";
import { actions, button, row } from "../../../platform/blocks/button.ts";
import { type Asked, commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, withOlder } from "../../../platform/blocks/reply.ts";
import {
  type Table,
  dataTable,
  isLong,
  plainTable,
  rowsThatFit,
  table,
} from "../../../platform/blocks/table.ts";
import { context as smallPrint, header, section } from "../../../platform/blocks/text.ts";
import { oneLine, plural, truncate } from "../../../lib/text.ts";
import { type NoiseReport, type RuleNoise, type Week, zoneName } from "./report.ts";

type WorstCounts = Pick<RuleNoise, "unanswered" | "fired" | "briefly">;

const unansweredOf = ({ unanswered, fired }: WorstCounts) => {
  if (unanswered < fired) return `${unanswered.toLocaleString("en-US")} of ${plural(fired, "alert")}`;
  return fired === 1 ? "its one alert" : `any of its ${plural(fired, "alert")}`;
};
const overAlone = ({ briefly }: WorstCounts) => {
  if (briefly === 0) return "";
  const were = briefly === 1 ? "was over by itself" : "were over by themselves";
  return `, and ${briefly.toLocaleString("en-US")} ${were} within 5 minutes`;
};
/** Never "0%" for some, and never "100%" for not all. */
const share = (count: number, all: number) => {
  const percent = Math.round((100 * count) / all);
  return percent === 0 ? "under 1%" : percent === 100 ? "over 99%" : `${percent}%`;
};
/** What people read, in mrkdwn unless noted. Arguments are escaped. */
const texts = {
  buttons: { mute: "Mute", raise: "Raise threshold" },
  /** Plain text. */
  caption: ({ from, to }: Week, hook: string | undefined) =>
    `Noise of ${hook === undefined ? "alerts" : `hook ${hook}`}, ${humanDays(from, to)}`,
  noAlerts: ({ from, to }: Week, isOver: boolean) =>
    `No alert began in the week of ${humanDays(from, to)}${isOver ? "" : " so far"}.`,
  inAll: (alerts: number, rules: number, isOver: boolean) =>
    `${plural(alerts, "alert")} of ${plural(rules, "rule")}${isOver ? "" : " so far"}.`,
  unanswered: (count: number, alerts: number) => {
    if (count === 0) return alerts === 1 ? "Someone acted on it." : "Someone acted on each.";
    if (count === alerts) return alerts === 1 ? "No one acted on it." : "No one acted on any of them.";
    return `No one acted on ${count.toLocaleString("en-US")} of them (${share(count, alerts)}).`;
  },
  median: (ms: number | undefined) =>
    ms === undefined ? [] : [`Median time to acknowledge: ${humanDuration(ms / 1_000)}.`],
  /** Plain text. */
  columns: {
    rule: "Rule",
    fired: "Fired",
    unanswered: "Unanswered",
    acknowledged: "Ack.",
    briefly: "≤ 5 min",
    flapped: "Flapped",
    muted: "Muted",
    median: "Median ack.",
    hook: "Hook",
  } as const,
  /** Plain text. */
  duration: (ms: number) => humanDuration(ms / 1_000),
  moreRules: (count: number) => `And ${plural(count, "more rule")}, not shown here.`,
  worst: "*The worst: most alerts that no one acknowledged, snoozed or resolved*",
  worstLine: (place: number, rule: string, counts: WorstCounts) =>
    `${place}. *${rule}*: no one acted on ${unansweredOf(counts)}${overAlone(counts)}.`,
  mutedBy: (person: string, when: string) => ` Muted by ${person} ${when}.`,
  legend:
    "Unanswered: posted, and no one acknowledged, snoozed or resolved it. ≤ 5 min: its sender resolved it that soon.",
  counted: (zone: string) =>
    `An alert counts in the week in which it came. Weeks begin on Monday (${zoneName(zone)}).`,
  countedAfter: (when: string) =>
    `:warning: More alerts came than I count in one report. These are all since ${when}.`,
  unreadable: (count: number) =>
    `${plural(count, "alert")} can't be read any more and ${count === 1 ? "isn't" : "aren't"} counted.`,
};

/** The action_ids of the report's buttons. */
export const noiseActions = {
  mute: "noise:mute",
  muteNow: "noise:mute-now",
  raise: "noise:raise",
} as const;

/** What a report says besides its counts. */
interface Around {
  now: Date;
  /** More small print in mrkdwn, a sentence each. */
  notes: readonly string[];
  buttons: readonly ActionsBlockElement[];
}

const mostWorst = 3;
// The others are counted.
const mostRules = 40;
// Leaves space for counts in narrow windows. The worst rules have their whole names below the table.
const mostNameLength = 30;

/** The noise report, for a person or a channel. The text has everything that the blocks show. */
export async function noiseReply(
  report: NoiseReport,
  { now, notes, buttons }: Around,
  context: Pick<OncallContext, "incidents" | "cloudOf" | "madeAlerts" | "webhookTargets">,
): Promise<Reply> {
  const { week, hook, rules, hooks, afterMs, unreadable } = report;
  const isOver = week.untilMs <= now.getTime();
  const last = row(buttons);
  const caveats = [
    ...(afterMs === undefined ? [] : [texts.countedAfter(slackDate(new Date(afterMs)))]),
    ...(unreadable === 0 ? [] : [texts.unreadable(unreadable)]),
  ];
  const small = [...(rules.length === 0 ? [] : [texts.legend]), texts.counted(week.timeZone), ...notes].join(
    " ",
  );
  const caption = texts.caption(week, hook?.name);
  if (rules.length === 0) {
    const said = [texts.noAlerts(week, isOver), ...caveats].join("\n");
    return reply(`${escapeName(caption)}\n${said}\n${small}`, [
      header(caption),
      section(said),
      smallPrint(small),
      ...last,
    ]);
  }
  const headline = headlineOf(report, isOver);
  const shown = tableOf(report);
  const leftOut = rules.length - rowsThatFit(shown);
  const more = leftOut === 0 ? [] : [texts.moreRules(leftOut)];
  const worst = await Promise.all(
    worstOf(rules).map((rule, index) => worstBlocks(rule, index + 1, hooks, context)),
  );
  const blocksWith = (rows: KnownBlock): KnownBlock[] => [
    header(caption),
    section([headline, ...caveats].join("\n")),
    rows,
    ...more.map((line) => smallPrint(line)),
    ...(worst.length > 0 ? [section(texts.worst), ...worst.flatMap(({ blocks }) => blocks)] : []),
    smallPrint(small),
    ...last,
  ];
  const lines = worst.length > 0 ? [texts.worst, ...worst.map(({ line }) => line)] : [];
  const text = [
    `*${escapeName(caption)}*`,
    headline,
    ...caveats,
    plainTable(shown),
    ...more,
    ...lines,
    small,
  ].join("\n");
  const plain = blocksWith(table(shown));
  return isLong(shown)
    ? withOlder(reply(text, blocksWith(dataTable(shown, caption))), plain)
    : reply(text, plain);
}

function headlineOf({ rules, medianToAcknowledgeMs }: NoiseReport, isOver: boolean): string {
  const sum = (of: (rule: RuleNoise) => number) => rules.reduce((all, rule) => all + of(rule), 0);
  const fired = sum((rule) => rule.fired);
  return [
    texts.inAll(fired, rules.length, isOver),
    texts.unanswered(
      sum((rule) => rule.unanswered),
      fired,
    ),
    ...texts.median(medianToAcknowledgeMs),
  ].join(" ");
}

const count = (value: number) => ({ value, text: value.toLocaleString("en-US") });

/** The rules of the report, the worst first. Narrow windows show only the first columns. */
function tableOf({ rules, hooks }: NoiseReport): Table {
  const { columns } = texts;
  const isOfSeveral = new Set(rules.map(({ hookId }) => hookId)).size > 1;
  const counts = ["fired", "unanswered", "acknowledged", "briefly", "flapped", "muted"] as const;
  return {
    columns: [
      { header: columns.rule },
      ...counts.map((name) => ({ header: columns[name], align: "right" as const })),
      { header: columns.median, align: "right" },
      ...(isOfSeveral ? [{ header: columns.hook }] : []),
    ],
    rows: rules.map((rule) => {
      const { medianToAcknowledgeMs: ms } = rule;
      return [
        truncate(oneLine(rule.alertName), mostNameLength),
        ...counts.map((name) => count(rule[name])),
        ms === undefined ? "" : { value: Math.round(ms / 1_000), text: texts.duration(ms) },
        ...(isOfSeveral ? [hooks.get(rule.hookId)?.name ?? ""] : []),
      ];
    }),
    maxRows: mostRules,
  };
}

function worstOf(rules: readonly RuleNoise[]): RuleNoise[] {
  return rules.filter(({ unanswered }) => unanswered > 0).slice(0, mostWorst);
}

async function worstBlocks(
  rule: RuleNoise,
  place: number,
  hooks: NoiseReport["hooks"],
  context: Parameters<typeof noiseReply>[2],
): Promise<{ line: string; blocks: KnownBlock[] }> {
  const hook = hooks.get(rule.hookId);
  const mute = hook && muteOf(hook, { key: ruleMuteKey(rule.alertName) });
  const muted = mute ? texts.mutedBy(`<@${mute.userId}>`, slackDate(new Date(mute.at))) : "";
  const line = `${texts.worstLine(place, titleFromElsewhere(rule.alertName), rule)}${muted}`;
  const raise = await raiseButton(rule, hook, context);
  const mutes = mute
    ? []
    : [button({ text: texts.buttons.mute, actionId: noiseActions.mute, value: rule.latestId })];
  return { line, blocks: [section(line), actions([...mutes, raise])] };
}

/** What opens the form of a rule. */
export function editsRule({ alertId, location }: Rule): Asked {
  return { call: "alert_rules_edit", args: { rule: alertId, service: location } };
}

/** Opens the rule's form if its sender named the rule, else a window that says what to change where. */
async function raiseButton(
  { latestId }: RuleNoise,
  hook: Hook | undefined,
  context: Parameters<typeof noiseReply>[2],
): Promise<ActionsBlockElement> {
  const incident = await context.incidents.find(latestId);
  if (incident?.latest.origin?.alertId !== undefined && hook) {
    const found = await findRule(incident, hook, context);
    if ("alertId" in found) return commandButton(texts.buttons.raise, editsRule(found));
  }
  return button({ text: texts.buttons.raise, actionId: noiseActions.raise, value: latestId });
}
