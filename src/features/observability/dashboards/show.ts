import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import type { ObservabilityContext } from "../context.ts";
import { tilesBlock } from "../../../platform/pictures/pictures.ts";
import { consoleOfTarget } from "../console.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { alertsOf, boldName, formatFacts, nameOfDashboard } from "./read-words.ts";
import type { ActionsBlockElement, ImageBlock, KnownBlock } from "@slack/types";
import { actions, linkButton } from "../../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { allFit } from "../../../platform/blocks/fit.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { header, section, context as smallPrint } from "../../../platform/blocks/text.ts";
import { formatUnreadable } from "../../../platform/blocks/explain.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import { type Dashboard, unreadableTiles } from "../../../platform/cloud/observability/dashboard.ts";
import { isNewerTile } from "../tiles/format-tile.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { type NamedTarget, wordOfTarget } from "../target.ts";
import { ifReadable, isSendableId } from "../readable.ts";
import { picturedTiles, tileBlock, tileLine } from "../tiles/lines.ts";

/** A dashboard with all that is said of it. */
interface ShownDashboard {
  target: NamedTarget;
  dashboard: Dashboard;
  /** Those on its tiles; undefined where the server does not list alerts. */
  alerts: readonly Alert[] | undefined;
  /** Alerts that cannot be read: any of them may stand on it. */
  unreadableAlerts?: readonly Unreadable[] | undefined;
  picture: ImageBlock | undefined;
  /** Its page in the server's console, where that is known. */
  consoleUrl: string | undefined;
  now: Date;
}

const mostOnPage = 12;

/** What a dashboard shows: its picture, its tiles from a number on, and what can be done with it. */
export function dashboardDetails(shown: ShownDashboard, wanted: number): Reply {
  const { length } = shown.dashboard.tiles ?? [];
  const first = Math.min(wanted, Math.max(1, length));
  const most = Math.min(mostOnPage, length - first + 1);
  for (let count = most; count > 1; count -= 1) {
    const page = pageOf(shown, first, count);
    if (page.text.length <= limits.message.text && allFit(page.blocks)) return reply(page.text, page.blocks);
  }
  const { text, blocks } = pageOf(shown, first, most > 0 ? 1 : 0);
  return reply(text, blocks);
}

function pageOf(shown: ShownDashboard, first: number, count: number): Reply {
  const { dashboard, target, alerts, unreadableAlerts = [], picture, now } = shown;
  const tiles = (dashboard.tiles ?? []).slice(first - 1, first - 1 + count);
  const facts = `In *${escapeName(target.name)}* · ${formatFacts(dashboard, alerts)}`;
  const lines = tiles.map((tile, index) => tileLine(tile, first + index, alerts ?? [], now));
  const notes = [
    ...pageNote(dashboard, first, count),
    ...notesOn(dashboard),
    ...formatUnreadable("tile", unreadableTiles(dashboard)),
    ...formatUnreadable("alert", unreadableAlerts),
  ];
  const pageTurns = pageButtons(shown, first, count);
  return {
    text: [boldName(dashboard), facts, ...notes, ...lines].join("\n"),
    blocks: [
      header(nameOfDashboard(dashboard)),
      section(facts),
      ...(picture ? [picture] : []),
      ...tiles.map((tile, index) => tileBlock(lines[index] ?? "", tile, dashboard, target)),
      ...notes.map((note) => smallPrint(note)),
      ...(pageTurns.length > 0 ? [actions(pageTurns)] : []),
      ...ways(shown),
    ],
  };
}

function pageNote(dashboard: Dashboard, first: number, count: number): string[] {
  const total = dashboard.tiles?.length ?? 0;
  if (total === 0 && unreadableTiles(dashboard).length > 0) return [];
  if (total === 0) return ["It has no tiles yet. “Add a tile” puts the first one on it."];
  return count === total ? [] : [`Tiles ${first} to ${first + count - 1} of ${total} are listed here.`];
}

function notesOn({ tiles }: Dashboard): string[] {
  const newer = (tiles ?? []).filter((tile) => isNewerTile(tile)).length;
  if (newer === 0) return [];
  const which = newer === tiles?.length ? "its tiles show" : `some of its tiles show`;
  return [
    `This server says what ${which} in the newer way: from here their name, place and size can be changed, the rest in its console.`,
  ];
}

function pageButtons({ dashboard: { id, tiles }, target }: ShownDashboard, first: number, count: number) {
  if (!isSendableId(id)) return [];
  const page = (text: string, from: number) =>
    pageButton(text, `dashboards tiles ${from} ${id} ${wordOfTarget(target)}`);
  const next = first + count;
  return [
    ...(first > 1 ? [page("Tiles before", Math.max(1, first - mostOnPage))] : []),
    ...(next <= (tiles?.length ?? 0) ? [page("More tiles", next)] : []),
  ];
}

function ways({ dashboard: { id }, target, consoleUrl }: ShownDashboard): KnownBlock[] {
  const command = (text: string, subcommand: string) =>
    commandButton(text, `dashboards ${subcommand} ${id} ${wordOfTarget(target)}`);
  const changes: ActionsBlockElement[] = isSendableId(id)
    ? [
        command("Add a tile", "add-tile"),
        command("Rename or retag", "edit"),
        command("Duplicate", "duplicate"),
        { ...command("Delete", "delete"), style: "danger" },
      ]
    : [];
  const all = [
    ...(consoleUrl === undefined ? [] : [linkButton("Open in the console", consoleUrl)]),
    ...changes,
  ];
  return all.length === 0 ? [] : [actions(all)];
}

// Longer than a picture takes when all goes well; without one the answer is whole.
const pictureWaitMs = 3_000;

/** The answer to what a dashboard shows, its tiles from a number on; fails as the server's API does where it cannot be read. */
export async function showDashboard(
  { id, target, firstTile }: { id: string; target: NamedTarget; firstTile: number },
  context: ObservabilityContext,
): Promise<Reply> {
  context.pictures.prepare();
  const [dashboard, listed, console] = await Promise.all([
    readDashboard(target, id, context),
    ifReadable(observabilityClientOf(target, context).surveyAlerts()),
    consoleOfTarget(target, context),
  ]);
  const now = context.now();
  const alerts = listed && alertsOf(dashboard, listed.readable);
  const picture = await tilesBlock(
    context.pictures,
    { title: nameOfDashboard(dashboard), tiles: picturedTiles(dashboard, alerts ?? [], now) },
    pictureWaitMs,
  );
  const consoleUrl = console?.addressOf({ kind: "dashboard", id });
  return dashboardDetails(
    { target, dashboard, alerts, unreadableAlerts: listed?.unreadable, picture, consoleUrl, now },
    firstTile,
  );
}

/** A dashboard as it is at this moment; where it is gone, fails as `missing` in words that say how to find others. */
export async function readDashboard(
  target: NamedTarget,
  id: string,
  context: Pick<ObservabilityContext, "cloudOf">,
): Promise<Dashboard> {
  try {
    return await observabilityClientOf(target, context).getDashboard(id);
  } catch (error) {
    if (!isAppError(error, "missing") || error.unserved) throw error;
    throw new AppError(
      "missing",
      `There is no such dashboard in “${target.name}”: it was deleted, or its id is another one. \`/db dashboards ${target.name}\` lists those there are.`,
      { operation: error.operation, requestId: error.requestId, cause: error },
    );
  }
}
