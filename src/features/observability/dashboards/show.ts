import type { KnownBlock } from "@slack/types";
import { linkButton, row } from "../../../platform/blocks/button.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import type { Reply } from "../../../platform/blocks/reply.ts";
import { header, section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import { type Dashboard, unreadableTiles } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityConsole } from "../../../platform/cloud/observability/console.ts";
import { type Source, sourceId, sourceName } from "../../../platform/cloud/observability/source.ts";
import { foldName } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/json.ts";
import { notFound } from "../../../platform/commands/near.ts";
import { type NamedTarget, askedOn, consoleOfTarget, targetButton } from "../target.ts";
import type { ObservabilityContext } from "../context.ts";
import { isSendableId } from "../names.ts";
import { observabilityClientOf } from "../observability-client.ts";
import {
  type Page,
  type WantedPage,
  pageButtons,
  pageReply,
  rangeOf,
} from "../../../platform/commands/paging.ts";
import { ifReadable, isGone, reworded } from "../readable.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import { isNewerTile } from "../tiles/format-tile.ts";
import { type SourceNames, tileBlock, tileLine } from "../tiles/format-tile.ts";
import { alertsOf, boldName, formatFacts, nameOfDashboard } from "./format-dashboard.ts";
import * as texts from "./texts.ts";

/** A dashboard with everything that is shown of it. */
interface ShownDashboard {
  target: NamedTarget;
  dashboard: Dashboard;
  /** The alerts on its tiles; undefined if the server does not list alerts. */
  alerts: readonly Alert[] | undefined;
  /** Unreadable alerts: any of them may be on it. */
  unreadableAlerts?: readonly Unreadable[] | undefined;
  /** The server's console, if its address is known. */
  console: ObservabilityConsole | undefined;
  /** The names of the server's sources. */
  sources?: SourceNames;
  now: Date;
}

const mostOnPage = 12;

/** A page of a dashboard's tiles, and what can be done with it. */
export function dashboardDetails(shown: ShownDashboard, wanted: WantedPage): Reply {
  return pageReply(shown.dashboard.tiles ?? [], wanted, mostOnPage, (page) => drawPage(shown, page));
}

function drawPage(shown: ShownDashboard, page: Page<Tile>): Pick<Reply, "text" | "blocks"> {
  const { dashboard, target, alerts, unreadableAlerts = [], console, sources, now } = shown;
  const { id } = dashboard;
  const { items: tiles, first } = page;
  const facts = texts.inTarget(target.name, formatFacts(dashboard, alerts));
  const lines = tiles.map((tile, index) =>
    tileLine(tile, first + index, {
      alerts: alerts ?? [],
      sources,
      now,
      url: tile.id ? console?.addressOf({ kind: "dashboard", id, tileId: tile.id }) : undefined,
    }),
  );
  const notes = [
    ...pageNote(dashboard, page),
    ...newerNote(dashboard),
    ...formatUnreadable("tile", unreadableTiles(dashboard)),
    ...formatUnreadable("alert rule", unreadableAlerts),
  ];
  const paging = isSendableId(id)
    ? pageButtons(
        page,
        (number) => askedOn(target, { call: "dashboards_show", args: { dashboard: id, page: number } }),
        [texts.labels.tilesBefore, texts.labels.moreTiles],
      )
    : [];
  return {
    text: [boldName(dashboard), facts, ...notes, ...lines].join("\n"),
    blocks: [
      header(nameOfDashboard(dashboard)),
      section(facts),
      ...tiles.map((tile, index) => tileBlock(lines[index] ?? "", tile, dashboard, target)),
      ...notes.map((note) => smallPrint(note)),
      ...row(paging),
      ...ways(shown),
    ],
  };
}

function pageNote(dashboard: Dashboard, page: Page<Tile>): string[] {
  if (page.total === 0 && unreadableTiles(dashboard).length > 0) return [];
  if (page.total === 0) return [texts.noTiles];
  const range = rangeOf(page);
  return range ? [texts.tilesShown(range.first, range.last, page.total)] : [];
}

function newerNote({ tiles }: Dashboard): string[] {
  const newer = (tiles ?? []).filter((tile) => isNewerTile(tile)).length;
  if (newer === 0) return [];
  return [texts.newerTiles(newer === tiles?.length)];
}

function ways({ dashboard: { id }, target, console }: ShownDashboard): KnownBlock[] {
  const args = { dashboard: id };
  const remove = targetButton(target, texts.labels.remove, { call: "dashboards_delete", args });
  return row(
    console ? [linkButton(texts.labels.console, console.addressOf({ kind: "dashboard", id }))] : [],
    isSendableId(id)
      ? [
          targetButton(target, texts.labels.addTile, { call: "dashboards_add_tile", args }),
          targetButton(target, texts.labels.rename, { call: "dashboards_edit", args }),
          targetButton(target, texts.labels.duplicate, { call: "dashboards_duplicate", args }),
          { ...remove, style: "danger" as const },
        ]
      : [],
  );
}

/** Shows a dashboard with a page of its tiles. Fails as the server's API does if it cannot be read. */
export async function showDashboard(
  { id, target }: { id: string; target: NamedTarget },
  wanted: WantedPage,
  context: ObservabilityContext,
): Promise<Reply> {
  const client = observabilityClientOf(target, context);
  const [dashboard, listed, listedSources = [], console] = await Promise.all([
    readDashboard(target, id, context),
    ifReadable(client.alerts.survey()),
    ifReadable(client.sources.list()),
    consoleOfTarget(target, context),
  ]);
  const now = context.now();
  const sources = sourceNames(listedSources);
  const alerts = listed && alertsOf(dashboard, listed.readable);
  return dashboardDetails(
    { target, dashboard, alerts, unreadableAlerts: listed?.unreadable, console, sources, now },
    wanted,
  );
}

function sourceNames(sources: readonly Source[]): SourceNames {
  return new Map(
    sources.flatMap((source) => {
      const [id, name] = [sourceId(source), sourceName(source)];
      return id === undefined || name === undefined ? [] : [[id, name] as const];
    }),
  );
}

/**
 * The id of a dashboard by its name or id. Its name may end like the target's, which is then no part of what was typed.
 * Fails as `missing` with the near names.
 */
export async function idOfDashboard(
  name: string,
  target: NamedTarget,
  context: Pick<ObservabilityContext, "cloudOf">,
): Promise<string> {
  const all = await ifReadable(observabilityClientOf(target, context).dashboards.list());
  // Without a list it may still be an id.
  if (all === undefined) return name;
  const found =
    all.find(({ id }) => id === name) ??
    [name, `${name} ${target.name}`]
      .map((each) => all.find((dashboard) => foldName(nameOfDashboard(dashboard)) === foldName(each)))
      .find((dashboard) => dashboard !== undefined);
  if (isSendableId(found?.id)) return found.id;
  throw notFound({
    typed: name,
    names: all.map((dashboard) => nameOfDashboard(dashboard)),
    message: texts.unknownName(name, target.name),
  });
}

/** Reads a dashboard. If it is gone, fails as `missing` in words that say how to find others. */
export async function readDashboard(
  target: NamedTarget,
  id: string,
  context: Pick<ObservabilityContext, "cloudOf">,
): Promise<Dashboard> {
  try {
    return await observabilityClientOf(target, context).dashboards.get(id);
  } catch (error) {
    if (!isGone(error)) throw error;
    throw reworded(error, texts.gone(target.name));
  }
}
