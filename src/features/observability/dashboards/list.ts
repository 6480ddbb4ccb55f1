import type { ActionsBlockElement, KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import {
  choiceHere,
  commandButton,
  commandSelect,
  pageButton,
} from "../../../platform/blocks/command-button.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { allFit } from "../../../platform/blocks/fit.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { foldName, plural } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";
import { boldName, formatFacts, nameOfDashboard } from "./read-words.ts";
import type { ObservabilityContext } from "../context.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { type NamedTarget, wordOfTarget } from "../target.ts";
import { ifReadable, isSendableId } from "../readable.ts";

/** Dashboards to list, and all that is said of them. */
interface ListedDashboards {
  target: NamedTarget;
  /** By name. */
  dashboards: readonly Dashboard[];
  /** What is there besides that cannot be read. */
  unreadable: { dashboards: readonly Unreadable[]; alerts: readonly Unreadable[] };
  /** Undefined where the server does not list them. */
  alerts: readonly Alert[] | undefined;
  /** The words that they were searched by. */
  words?: string;
}

const onPage = 10;

/** The dashboards of a place, from a number on: each with a button, and a select of all where they are more than a page. */
export function dashboardList(listed: ListedDashboards, wanted: number): Reply {
  const { target, dashboards } = listed;
  if (dashboards.length === 0) return nothing(listed);
  const first = Math.min(wanted, dashboards.length);
  const shown = dashboards.slice(first - 1, first - 1 + onPage);
  const title = headline(listed, first, shown.length);
  const lines = shown.map((dashboard) => lineOf(dashboard, listed));
  const unread = unreadNote(listed);
  const hint = smallPrint(
    [
      ...unread,
      `${code("/db dashboards find <words>")} searches names and tags, ${code("/db dashboards create")} makes a new one.`,
    ].join(" "),
  );
  const list = [
    section(title),
    ...shown.map((dashboard, index) => withButton(lines[index] ?? "", dashboard, target)),
  ];
  const pageTurns = pageButtons(listed, first, shown.length);
  const row = (select: ActionsBlockElement[]) =>
    select.length + pageTurns.length === 0 ? [] : [actions([...select, ...pageTurns])];
  const select = selectThatFits(listed, (one) => [...list, ...row(one), hint]);
  return reply([title, ...lines, ...unread].join("\n"), [...list, ...row(select), hint]);
}

function nothing(listed: ListedDashboards): Reply {
  const { target, words, unreadable } = listed;
  const text = nothingInWords(listed);
  const isFirst = words === undefined && unreadable.dashboards.length === 0;
  if (!isFirst) return say(text);
  const create = commandButton("Create a dashboard", `dashboards create ${wordOfTarget(target)}`);
  return reply(text, [section(text), actions([create])]);
}

function nothingInWords(listed: ListedDashboards): string {
  const { target, words } = listed;
  const where = `*${escapeName(target.name)}*`;
  const unread = unreadNote(listed);
  if (words === undefined && listed.unreadable.dashboards.length > 0)
    return [`No dashboard in ${where} can be shown here.`, ...unread].join(" ");
  return [noneFound(where, words), ...unread].join(" ");
}

function noneFound(where: string, words: string | undefined): string {
  return words === undefined
    ? `There are no dashboards in ${where} yet. ${code("/db dashboards create")} makes the first one; tiles are added from its own buttons.`
    : `No dashboard in ${where} has ${code(words)} in its name or tags. ${code("/db dashboards")} lists all of them.`;
}

/** What is left out is said. */
function unreadNote({ unreadable }: ListedDashboards): string[] {
  return [
    ...formatUnreadable("dashboard", unreadable.dashboards),
    ...formatUnreadable("alert", unreadable.alerts),
  ];
}

function headline({ target, dashboards, words }: ListedDashboards, first: number, shown: number): string {
  const count = plural(dashboards.length, "dashboard");
  const which = shown < dashboards.length ? `; here ${first} to ${first + shown - 1}` : "";
  const found = words === undefined ? "" : ` with ${code(words)}`;
  return `*${count}* in *${escapeName(target.name)}*${found}, by name${which}.`;
}

function lineOf(dashboard: Dashboard, { alerts }: ListedDashboards): string {
  return `${boldName(dashboard)}\n${formatFacts(dashboard, alerts)}`;
}

function withButton(line: string, { id }: Dashboard, target: NamedTarget): KnownBlock {
  if (!isSendableId(id)) return section(line);
  const accessory = commandButton("Show", `dashboards show ${id} ${wordOfTarget(target)}`);
  return { ...section(line), accessory };
}

function pageButtons({ target, dashboards, words }: ListedDashboards, first: number, shown: number) {
  const about = `${words === undefined ? "" : `${words} `}${wordOfTarget(target)}`;
  const subcommand = words === undefined ? "list" : "found";
  const page = (text: string, from: number) => pageButton(text, `dashboards ${subcommand} ${from} ${about}`);
  const next = first + shown;
  return [
    ...(first > 1 ? [page("Back", Math.max(1, first - onPage))] : []),
    ...(next <= dashboards.length ? [page("More", next)] : []),
  ];
}

/** A select of all where a page does not show all: of as many as Slack takes, and as fit into the message. */
function selectThatFits(
  { target, dashboards }: ListedDashboards,
  around: (select: ActionsBlockElement[]) => KnownBlock[],
): ActionsBlockElement[] {
  if (dashboards.length <= onPage) return [];
  const options = dashboards
    .filter(({ id }) => isSendableId(id))
    .map((dashboard) => ({ text: nameOfDashboard(dashboard), value: dashboard.id }));
  for (let count = limits.select.options; count >= 1; count -= 5) {
    const some = options.slice(0, count);
    const isAll = some.length === dashboards.length;
    const fitting = [
      commandSelect({
        placeholder: isAll ? "Show a dashboard…" : `Show one of the first ${some.length}…`,
        command: `dashboards show ${choiceHere} ${wordOfTarget(target)}`,
        options: some,
      }),
    ];
    if (options.length > 0 && allFit(around(fitting))) return fitting;
  }
  return [];
}

/** Which dashboards are asked for. */
interface Options {
  /** The number of the first that is shown, from 1. */
  first: number;
  /** Words that each must have in its name or its tags; all of them without. */
  words?: string;
}

/** The answer to which dashboards there are in a place; fails as the server's API does. */
export async function listDashboards(
  target: NamedTarget,
  { first, words }: Options,
  context: ObservabilityContext,
): Promise<Reply> {
  const there = observabilityClientOf(target, context);
  const [survey, alerts] = await Promise.all([there.surveyDashboards(), ifReadable(there.surveyAlerts())]);
  const dashboards = survey.readable
    .filter((dashboard) => words === undefined || hasWords(dashboard, words))
    .toSorted(byName);
  const unreadable = { dashboards: survey.unreadable, alerts: alerts?.unreadable ?? [] };
  const searched = words === undefined ? {} : { words };
  return dashboardList({ target, dashboards, unreadable, alerts: alerts?.readable, ...searched }, first);
}

function hasWords({ name, tags }: Dashboard, words: string): boolean {
  const texts = [name ?? "", ...(tags ?? [])].map(foldName);
  return foldName(words)
    .split(" ")
    .every((word) => texts.some((text) => text.includes(word)));
}

function byName(one: Dashboard, other: Dashboard): number {
  const names = [nameOfDashboard(one), nameOfDashboard(other)] as const;
  return names[0].localeCompare(names[1], "en", { numeric: true }) || one.id.localeCompare(other.id);
}
