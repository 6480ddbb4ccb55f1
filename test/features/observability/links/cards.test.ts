import { expect, test } from "vitest";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import { observabilityClientOf } from "../../../../src/features/observability/observability-client.ts";
import { dashboardCard } from "../../../../src/features/observability/links/cards.ts";
import { sharedReadsOf } from "../../../../src/features/observability/links/read-shared.ts";
import { renderedText } from "../../../platform/blocks/rendered.ts";
import { control } from "../../../support/asking.ts";
import { useRedis } from "../../../support/redis.ts";
import { observedFixture } from "../fixture.ts";
import { searchCard } from "../../../../src/features/observability/links/cards.ts";
import { lineOfButton } from "../../../support/pressed.ts";

const redis = useRedis();

/** The stand-alone server with an alert on a tile and one on a saved search, and links to their pages. */
async function fixtureWithAlerts() {
  const { cloud, context, target } = await observedFixture(redis.client, "stand-alone");
  const alerts = await observabilityClientOf(target, context).alerts.list();
  const onTile = alerts.find(({ source }) => source === "tile");
  const onSearch = alerts.find(({ source }) => source === "saved_search");
  const linked = { address: "https://observe.example.com", targets: [target] };
  const dashboard = { ...linked, kind: "dashboard", id: String(onTile?.["dashboard"]) } as const;
  const search = { ...linked, kind: "search", id: String(onSearch?.["savedSearch"]) } as const;
  const cards = async () => [
    await dashboardCard(dashboard, sharedReadsOf(context), context),
    await searchCard(search, sharedReadsOf(context), context),
  ];
  return { cloud, context, alerts, dashboard, search, cards };
}

/** The commands of a card's buttons. */
function buttonsOf(card: Reply | undefined): string[] {
  return (card?.blocks ?? []).flatMap((block) =>
    block.type === "actions"
      ? block.elements.flatMap((element) => (element.type === "button" ? lineOfButton(element.value) : []))
      : [],
  );
}

test("a card shows an alert's texts from the server as plain text", async () => {
  const { cloud, alerts, cards } = await fixtureWithAlerts();
  for (const { id } of alerts) {
    await control(cloud, `/alerts/${id}`, { name: "<!channel> *b* <@U2>", saidState: "<!here>" });
  }
  for (const card of await cards()) {
    expect(card?.text).toContain("1 alert");
    expect(card?.text).not.toMatch(/<!|<@U2>/);
    expect(renderedText(card?.blocks ?? [])).not.toMatch(/<!|<@U2>/);
  }
});

test.each([
  ["with a space", "two words"],
  ["that is too long", "t".repeat(2_500)],
])("buttons omit an id %s, because no command can read it", async (_which, unreadable) => {
  const { cloud, context, dashboard, search } = await fixtureWithAlerts();
  const tiles = [{ id: unreadable }, { id: "t2" }];
  const alert = { id: unreadable, state: "ALERT", source: "saved_search", savedSearch: search.id };
  const answers = {
    getStandaloneDashboard: { data: { id: dashboard.id, tiles } },
    listStandaloneAlerts: { data: [alert] },
  };
  const faults = Object.entries(answers).map(([operation, body]) => {
    return { kind: "status", status: 200, body, match: { operation } };
  });
  await control(cloud, "/faults", faults);
  const reads = sharedReadsOf(context);
  expect(buttonsOf(await dashboardCard(dashboard, reads, context))).toEqual([
    `dashboards show "${dashboard.id}" "observability"`,
    `alerts create "observability" on-dashboard ${dashboard.id} on-tile t2`,
  ]);
  expect(buttonsOf(await searchCard(search, reads, context))).toEqual([
    'alerts create "observability"',
    'alerts rules "observability"',
  ]);
});

test("a dashboard's card is shown even if its alerts cannot be read", async () => {
  const { cloud, context, dashboard } = await fixtureWithAlerts();
  const match = { operation: "listStandaloneAlerts" };
  for (const fault of [
    { kind: "status", status: 403, match },
    { kind: "status", status: 429, headers: { "retry-after": "60" }, match },
    { kind: "status", status: 200, body: { data: "alerts" }, match },
  ]) {
    await control(cloud, "/faults", undefined, "DELETE");
    await control(cloud, "/faults", [fault]);
    const card = await dashboardCard(dashboard, sharedReadsOf(context), context);
    expect(card?.text.split("\n")).toEqual([
      "*API Monitoring* · dashboard of observability",
      "7 tiles · tags `api` `production`",
    ]);
  }
});

test("a dashboard's card shows five tags and the number of others, and nothing without tags", async () => {
  const target = { connection: "c1", name: "observability" };
  const thing = {
    address: "https://observe.example.com",
    kind: "dashboard",
    id: "d1",
    targets: [target],
  } as const;
  const factsWith = async (tags: string[]) => {
    const reads = {
      dashboard: async () => ({ id: "d1", name: "API", tags }),
      alert: async () => ({ id: "a1" }),
      alerts: async () => undefined,
    };
    return (await dashboardCard(thing, reads, { now: () => new Date() }))?.text.split("\n")[1];
  };
  expect(await factsWith([])).toBe("0 tiles");
  expect(await factsWith(["a"])).toBe("0 tiles · tag `a`");
  expect(await factsWith(["a", "b", "c", "d", "e"])).toBe("0 tiles · tags `a` `b` `c` `d` `e`");
  expect(await factsWith(["a", "b", "c", "d", "e", "f"])).toBe(
    "0 tiles · tags `a` `b` `c` `d` `e` and 1 more",
  );
});
