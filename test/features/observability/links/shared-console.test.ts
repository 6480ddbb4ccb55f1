import { expect, test } from "vitest";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { observabilityClientOf } from "../../../../src/features/observability/observability-client.ts";
import { control, organizationOf } from "../../../support/asking.ts";
import { accessAs } from "../../../support/access.ts";
import { useRedis } from "../../../support/redis.ts";
import { observedFixture } from "../fixture.ts";
import { linkedThings, unfurl } from "../../../../src/features/observability/links/unfurl.ts";
import type { SharedLinks } from "../../../../src/platform/slack/interactions/deps.ts";

const redis = useRedis();
const pages = "https://console.example.com/observability";

/** The services “orders prod” and “web analytics” with one console address, and the shown cards by address. */
async function fixtureWithOneConsole() {
  const { cloud, context: fixture } = await observedFixture(redis.client, "managed");
  const { services, organizationId } = organizationOf(cloud, "SCALE");
  const references = { keyIdRef: "env:KEY_ID", keySecretRef: "env:KEY_SECRET" };
  const { wireNames } = await fixture.connections.find("default");
  const managed = { kind: "managed", baseUrl: cloud.url, organizationId, wireNames } as const;
  await fixture.connections.save({
    name: "default",
    ...managed,
    ...references,
    consoleObservabilityUrl: pages,
  });
  const serviceId = services[1]?.id ?? "";
  const addedAt = "2026-11-01T00:00:00.000Z";
  await fixture.services.add({
    name: "web analytics",
    serviceId,
    connection: "default",
    addedBy: "U1",
    addedAt,
  });
  const shown = new Map<string, Reply>();
  const messenger = {
    async unfurl(_place: unknown, cards: ReadonlyMap<string, Reply>) {
      for (const [address, card] of cards) shown.set(address, card);
    },
  };
  // Holds all that cards use. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = { ...fixture, access: accessAs("viewer"), messenger } as unknown as AppContext;
  const second = { connection: "default", serviceId };
  const failing = async (status: number, at: { serviceId: string | undefined }) => {
    const match = { pathPattern: `/*/services/${at.serviceId}/observability/*` };
    await control(cloud, "/faults", [{ kind: "status", status, match }]);
  };
  return {
    context,
    shown,
    first: { serviceId: services[0]?.id },
    second,
    there: observabilityClientOf(second, context),
    failing,
  };
}

function posted(address: string, more: Partial<SharedLinks> = {}): SharedLinks {
  const messageRef = { channelId: "C1", ts: "1.000000" };
  return { userId: "U1", channelId: "C1", messageRef, isForMembers: true, addresses: [address], ...more };
}

test("if services share a console, the card is for the one with the dashboard", async () => {
  const { context, shown, there } = await fixtureWithOneConsole();
  const [dashboard] = await there.dashboards.list();
  const link = `${pages}/dashboards/${dashboard?.id}`;
  await unfurl(posted(link), context);
  expect(shown.get(link)?.text).toMatch(/^\*API Monitoring\* · dashboard of web analytics\n/);
});

test("a service that the key may not read does not hide the others", async () => {
  const { context, shown, there, first, second, failing } = await fixtureWithOneConsole();
  const link = `${pages}/dashboards/${(await there.dashboards.list())[0]?.id}`;
  await failing(403, first);
  await unfurl(posted(link), context);
  expect(shown.get(link)?.text).toMatch(/^\*API Monitoring\* · dashboard of web analytics\n/);
  await failing(403, second);
  await unfurl(posted(`${pages}/dashboards/another`), context);
  expect([...shown.keys()]).toEqual([link]);
});

test("a search belongs to the target with alerts on it; without any it gets no card", async () => {
  const { context, shown, there } = await fixtureWithOneConsole();
  const alerts = await there.alerts.list();
  const watched = alerts.find(({ source }) => source === "saved_search");
  const link = `${pages}/search/${String(watched?.["savedSearch"])}`;
  await unfurl(posted(link), context);
  await unfurl(posted(`${pages}/search/another`), context);
  expect([...shown.keys()]).toEqual([link]);
  expect(shown.get(link)?.text).toMatch(
    /^\*Saved search\* of web analytics\n1 alert rule watches this search:\n/,
  );
});

test("if not all readers are members, a link to a shared console stays a link, because its service is unknown", async () => {
  const { context, shown } = await fixtureWithOneConsole();
  await unfurl(posted(`${pages}/dashboards/d1`, { isForMembers: false }), context);
  expect(shown.size).toBe(0);
});

test("five of many links get a card, links after the 20th are not read, and a page of nothing gets none", async () => {
  const { context } = await fixtureWithOneConsole();
  const dashboards = Array.from({ length: 6 }, (_, n) => `${pages}/dashboards/d${n}`);
  const ids = async (addresses: string[]) => (await linkedThings(addresses, context)).map(({ id }) => id);
  expect(await ids(dashboards)).toEqual(["d0", "d1", "d2", "d3", "d4"]);
  const others = Array.from({ length: 19 }, (_, n) => `https://example.com/${n}`);
  expect(await ids([...others, ...dashboards])).toEqual(["d0"]);
  expect(await ids([`${pages}/alerts`, `${pages}/dashboards/d1/edit`])).toEqual([]);
});
