import { expect, test } from "vitest";
import { observatoryOf } from "../../../src/observability/observatory.ts";
import { dashboardCard } from "../../../src/observability/unfurl/dashboard-card.ts";
import { looksOf } from "../../../src/observability/unfurl/looks.ts";
import { searchCard } from "../../../src/observability/unfurl/search-card.ts";
import { renderedText } from "../../blocks/rendered.ts";
import { control } from "../../sandbox/cloud/asking.ts";
import { useRedis } from "../../support/redis.ts";
import { observedRoom } from "../observed-room.ts";

const redis = useRedis();

/** The stand-alone server, which has an alert on a tile of a dashboard and one on a saved search, and links to those. */
async function roomWithAlerts() {
  const { cloud, context, place } = await observedRoom(redis.client, "stand-alone");
  const alerts = await observatoryOf(place, context).listAlerts();
  const onTile = alerts.find(({ source }) => source === "tile");
  const onSearch = alerts.find(({ source }) => source === "saved_search");
  const linked = { address: "https://observe.example.com", places: [place] };
  const dashboard = { ...linked, kind: "dashboard", id: String(onTile?.["dashboard"]) } as const;
  const search = { ...linked, kind: "search", id: String(onSearch?.["savedSearch"]) } as const;
  const cards = async () => [
    await dashboardCard(dashboard, looksOf(context), context),
    await searchCard(search, looksOf(context), context),
  ];
  return { cloud, alerts, cards };
}

test("nothing of what a server says of an alert comes alive on a card", async () => {
  const { cloud, alerts, cards } = await roomWithAlerts();
  for (const { id } of alerts) {
    await control(cloud, `/alerts/${id}`, { name: "<!channel> *b* <@U2>", saidState: "<!here>" });
  }
  for (const card of await cards()) {
    expect(card?.text).toContain("1 alert");
    expect(card?.text).not.toMatch(/<!|<@U2>/);
    expect(renderedText(card?.blocks ?? [])).not.toMatch(/<!|<@U2>/);
  }
});
