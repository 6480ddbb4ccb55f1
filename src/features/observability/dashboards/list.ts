import { type SeenName, learnNames } from "../../../platform/ask/names.ts";
import type { ActionsBlockElement, KnownBlock } from "@slack/types";
import { actions, row } from "../../../platform/blocks/button.ts";
import { commandSelect } from "../../../platform/blocks/command-button.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import { allFit } from "../../../platform/blocks/fit.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { foldName } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/json.ts";
import type { ObservabilityContext } from "../context.ts";
import { compareNames } from "../../../lib/names.ts";
import { isSendableId } from "../names.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { type WantedPage, pageButtons, pageOf } from "../../../platform/commands/paging.ts";
import { pageLabels, whichShown } from "../pages.ts";
import { ifReadable } from "../readable.ts";
import { type NamedTarget, askedOn, targetButton, wordOfTarget } from "../target.ts";
import { boldName, formatFacts, nameOfDashboard } from "./format-dashboard.ts";
import type { Found } from "../../../platform/commands/found.ts";
import { dashboardsData } from "../data.ts";
import * as texts from "./texts.ts";

/** Dashboards to list, with everything that the list shows. */
interface ListedDashboards {
  target: NamedTarget;
  /** By name. */
  dashboards: readonly Dashboard[];
  unreadable: { dashboards: readonly Unreadable[]; alerts: readonly Unreadable[] };
  /** Undefined if the server does not list them. */
  alerts: readonly Alert[] | undefined;
  /** The words that were searched for. */
  words?: string | undefined;
}

const onPage = 10;

/** A page of dashboards from a number on, each with a button, and a select of all if there are more. */
export function dashboardList(listed: ListedDashboards, wanted: WantedPage): Reply {
  const { target, dashboards, words, alerts } = listed;
  const { length: total } = dashboards;
  const unread = [
    ...formatUnreadable("dashboard", listed.unreadable.dashboards),
    ...formatUnreadable("alert rule", listed.unreadable.alerts),
  ];
  if (total === 0) return nothing(listed, unread);
  const page = pageOf(dashboards, wanted, onPage);
  const { items: shown } = page;
  const title = texts.headline(total, target.name, words, whichShown(page));
  const lines = shown.map((dashboard) => `${boldName(dashboard)}\n${formatFacts(dashboard, alerts)}`);
  const hint = smallPrint([...unread, texts.listHint].join(" "));
  const list = [
    section(title),
    ...shown.map((dashboard, index) => withButton(lines[index] ?? "", dashboard, target)),
  ];
  const asked = (number: number) =>
    askedOn(
      target,
      words === undefined
        ? { call: "dashboards_list", args: { page: number } }
        : { call: "dashboards_find", args: { words, page: number } },
    );
  const paging = pageButtons(page, asked, pageLabels);
  const blocksWith = (select: ActionsBlockElement[]) => {
    const elements = [...select, ...paging];
    return [...list, ...row(elements), hint];
  };
  const select = selectThatFits(listed, blocksWith);
  return reply([title, ...lines, ...unread].join("\n"), blocksWith(select));
}

function nothing({ target, words, unreadable }: ListedDashboards, unread: readonly string[]): Reply {
  if (words !== undefined) return say([texts.noneFound(target.name, words), ...unread].join(" "));
  if (unreadable.dashboards.length > 0) return say([texts.noneReadable(target.name), ...unread].join(" "));
  const text = [texts.none(target.name), ...unread].join(" ");
  const create = targetButton(target, texts.labels.create, { call: "dashboards_create" });
  return reply(text, [section(text), actions([create])]);
}

function withButton(line: string, { id }: Dashboard, target: NamedTarget): KnownBlock {
  if (!isSendableId(id)) return section(line);
  const show = { call: "dashboards_show", args: { dashboard: id } };
  return { ...section(line), accessory: targetButton(target, texts.labels.show, show) };
}

/** A select of all dashboards, if the page does not show all: as many as Slack takes, and as fit into the message. */
function selectThatFits(
  { target, dashboards }: ListedDashboards,
  blocksWith: (select: ActionsBlockElement[]) => KnownBlock[],
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
        placeholder: isAll ? texts.labels.choose : texts.chooseOfFirst(some.length),
        command: {
          call: "dashboards_show",
          args: { service: wordOfTarget(target) },
          choice: "dashboard",
        },
        options: some,
      }),
    ];
    if (options.length > 0 && allFit(blocksWith(fitting))) return fitting;
  }
  return [];
}

/** Which dashboards to list. */
interface Options extends WantedPage {
  /** Words that must be in the name or the tags. Lists all if absent. */
  words?: string | undefined;
}

/** Lists the dashboards of a target. Fails as the server's API does. */
export async function listDashboards(
  target: NamedTarget,
  { words, ...wanted }: Options,
  context: ObservabilityContext,
): Promise<Found> {
  const client = observabilityClientOf(target, context);
  const [survey, alerts] = await Promise.all([
    client.dashboards.survey(),
    ifReadable(client.alerts.survey()),
  ]);
  const names = survey.readable.flatMap(({ name }): SeenName[] =>
    name === null || name === undefined ? [] : [{ kind: "dashboard", name, value: name }],
  );
  await learnNames(names, context);
  const dashboards = survey.readable
    .filter((dashboard) => words === undefined || hasWords(dashboard, words))
    .toSorted(
      (one, other) =>
        compareNames(nameOfDashboard(one), nameOfDashboard(other)) || one.id.localeCompare(other.id),
    );
  const unreadable = { dashboards: survey.unreadable, alerts: alerts?.unreadable ?? [] };
  return {
    data: () => dashboardsData(target, dashboards, survey.unreadable.length),
    draw: () => dashboardList({ target, dashboards, unreadable, alerts: alerts?.readable, words }, wanted),
  };
}

function hasWords({ name, tags }: Dashboard, words: string): boolean {
  const texts = [name ?? "", ...(tags ?? [])].map(foldName);
  return foldName(words)
    .split(" ")
    .every((word) => texts.some((text) => text.includes(word)));
}
