import type { Reply } from "../../../platform/blocks/reply.ts";
import type { ObservabilityContext } from "../context.ts";
import { tilesBlock } from "../../../platform/pictures/tiles/tiles-block.ts";
import { consoleOfPlace } from "../console.ts";
import { ifReadable } from "../if-readable.ts";
import { observatoryOf } from "../observability-client.ts";
import type { NamedPlace } from "../target.ts";
import { dashboardDetails } from "./details.ts";
import { alertsOf, nameOfDashboard } from "./read-words.ts";
import { picturedTiles } from "../tiles/pictured.ts";
import { readDashboard } from "./read.ts";

// Longer than a picture takes when all goes well; without one the answer is whole.
const pictureWaitMs = 3_000;

/** The answer to what a dashboard shows, its tiles from a number on; fails as the server's API does where it cannot be read. */
export async function showDashboard(
  { id, place, firstTile }: { id: string; place: NamedPlace; firstTile: number },
  context: ObservabilityContext,
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
