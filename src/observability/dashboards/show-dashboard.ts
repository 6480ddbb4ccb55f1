import type { Reply } from "../../blocks/reply.ts";
import type { WorkspaceContext } from "../../context.ts";
import { tilesBlock } from "../../pictures/tiles/tiles-block.ts";
import { consoleOfPlace } from "../console.ts";
import { ifReadable } from "../if-readable.ts";
import { observatoryOf } from "../observatory.ts";
import type { NamedPlace } from "../place.ts";
import { dashboardDetails } from "./dashboard-details.ts";
import { alertsOf, nameOfDashboard } from "./dashboard-words.ts";
import { picturedTiles } from "./pictured-tiles.ts";
import { readDashboard } from "./read-dashboard.ts";

// Longer than a picture takes when all goes well; without one the answer is whole.
const pictureWaitMs = 3_000;

/** The answer to what a dashboard shows, its tiles from a number on; fails as the server's API does where it cannot be read. */
export async function showDashboard(
  { id, place, firstTile }: { id: string; place: NamedPlace; firstTile: number },
  context: WorkspaceContext,
): Promise<Reply> {
  context.pictures.prepare();
  const [dashboard, listed, console] = await Promise.all([
    readDashboard(place, id, context),
    ifReadable(observatoryOf(place, context).surveyAlerts()),
    consoleOfPlace(place, context),
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
    { place, dashboard, alerts, unreadableAlerts: listed?.unreadable, picture, consoleUrl, now },
    firstTile,
  );
}
