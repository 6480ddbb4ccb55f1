import { product } from "../../../../src/app/features.ts";
import { beforeEach, expect, test } from "vitest";
import { neutralWireNames } from "../../../../src/platform/cloud/connection.ts";
import { connections } from "../../../../src/features/connections/manage/command.ts";
import { withEnvironment } from "../../../../src/features/connections/records.ts";
import type { Connection } from "../../../../src/features/connections/connection.ts";
import { recorder } from "../../../../src/platform/audit/recorder.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { useRedis } from "../../../support/redis.ts";
import { type HookFixture, buttonsOf, hookFixture } from "../../alerts/hooks/fixture.ts";

const redis = useRedis();
const at = "2026-11-20T10:00:00.000Z";
let fixture: HookFixture;
let discarded: string[];

function managed(name: string): Connection {
  return {
    name,
    kind: "managed",
    baseUrl: "https://api.cloud.example.com/v1",
    organizationId: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
    keyIdRef: "vault:kv/data/secret-team/acme#id",
    keySecretRef: `sealed:${name}`,
    wireNames: neutralWireNames,
  };
}

beforeEach(async () => {
  fixture = hookFixture(redis.client, connections);
  discarded = [];
  const environment = [{ ...managed("default"), keySecretRef: "env:CLOUD_KEY_SECRET" }];
  Object.assign(fixture.context, {
    connections: withEnvironment(fixture.context.connections, async () => environment),
    connectionUses: (name: string) => product.connectionUses(name, fixture.context),
    secrets: { discard: async (references: string[]) => void discarded.push(...references) },
    audit: {
      ...fixture.context.audit,
      ...recorder({ userId: "U1", action: "connection.change" }, fixture.context),
    },
  });
  await fixture.context.connections.add(managed("acme"));
});

/** The audit log's entries: who did what. */
async function audited() {
  const entries = await redis.client.xrange(keys.audit("T1"), "-", "+");
  return entries.map(([, [, entry = ""]]) => {
    const { action, subject, before, after, userId }: Record<string, unknown> = JSON.parse(entry);
    return { action, subject, before, after, userId };
  });
}

test("the list shows each connection's deployment, default and health, and of its key the kind of store only", async () => {
  await fixture.context.connectionHealth.note("acme", { outcome: "refused", at });
  await fixture.context.connectionHealth.note("unknown", { outcome: "works", at });
  const { text } = await fixture.db("");
  expect(text).toBe(
    [
      "*2 connections*",
      "• `acme`: a database cloud at api.cloud.example.com, organization `5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10`. Its key is stored encrypted (`sealed:`). :warning: The server refused its key when last used, <!date^1795168800^{date_short_pretty} {time}|2026-11-20 10:00 UTC>.",
      "• `default`: a database cloud at api.cloud.example.com, organization `5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10`. Its key is from an environment variable (`env:`). Quartermaster's environment sets it up. Not used yet.",
      "Admins can add one (`/db admin connect`) and change them (`/db help admin connections`).",
    ].join("\n"),
  );
});

function needs(words: string): string {
  const read = connections.read(words);
  return "run" in read ? read.entry.access : read.problem;
}

test("everyone may list, and only admins may change", () => {
  expect(needs("")).toBe("viewer");
  for (const words of ["default acme", "rename acme to b", "rename acme", "rotate acme", "remove acme"])
    expect(needs(words)).toBe("admin");
});

test("the chosen default is the default, and the change is in the audit log", async () => {
  expect((await fixture.db("default ACME")).text).toContain("`acme` is now the default");
  expect((await fixture.db("")).text).toContain("`acme` (the default)");
  expect(await audited()).toEqual([
    { action: "connection.default", subject: "acme", before: "default", after: "acme", userId: "U1" },
  ]);
  expect(await fixture.refusal("default acmee")).toBe(
    "I can't find a connection called “acmee”. Did you mean “acme”?",
  );
});

test("a price of a credit is set, listed, kept by a rename and removed, and each change is in the audit log", async () => {
  expect((await fixture.db("price acme 0.30 eur")).text).toContain("A credit of `acme` costs €0.30.");
  expect((await fixture.db("")).text).toContain("Not used yet. A credit costs €0.30.");
  expect(await fixture.context.creditPrices.of("acme")).toEqual({ amount: "0.30", currency: "EUR" });
  await fixture.db("rename acme to north");
  expect(await fixture.context.creditPrices.of("north")).toEqual({ amount: "0.30", currency: "EUR" });
  expect((await fixture.db("price north to 0.00125 USD")).text).toContain("costs $0.00125.");
  expect((await fixture.db("price north none")).text).toContain("have no price");
  expect(await fixture.context.creditPrices.all()).toEqual(new Map());
  expect((await audited()).filter(({ action }) => action === "connection.price")).toEqual([
    { action: "connection.price", subject: "acme", before: null, after: "0.30 EUR", userId: "U1" },
    { action: "connection.price", subject: "north", before: "0.30 EUR", after: "0.00125 USD", userId: "U1" },
    { action: "connection.price", subject: "north", before: "0.00125 USD", after: null, userId: "U1" },
  ]);
});

test("the operator's own connection can have a price, and a removed connection leaves none", async () => {
  await fixture.db("price default 2 CHF");
  await fixture.context.connections.list();
  expect(await fixture.context.creditPrices.of("default")).toEqual({ amount: "2", currency: "CHF" });
  await fixture.db("price acme 1 EUR");
  await fixture.db("remove acme acme");
  expect([...(await fixture.context.creditPrices.all()).keys()]).toEqual(["default"]);
});

test.each(["price acme", "price acme 0 EUR", "price acme 0.3 XYZ"])(
  "“%s” is refused, and changes nothing",
  async (words) => {
    expect(await fixture.refusal(words)).not.toContain("No refusal");
    expect(await fixture.context.creditPrices.all()).toEqual(new Map());
  },
);

test("a rename is answered and audited", async () => {
  expect((await fixture.db("rename acme to North")).text).toContain("Renamed `acme` to `north`");
  expect((await fixture.db("rename acme north")).text).toContain("north");
  expect((await audited())[0]).toMatchObject({ action: "connection.rename", before: "acme", after: "north" });
  expect(await fixture.refusal("rename north to -")).toContain("up to 40 letters, digits and dashes");
  expect(await fixture.refusal("rename north to observability")).toContain("Choose another name.");
  expect(await fixture.refusal("rename north to default")).toContain(
    "You already have a connection with that name.",
  );
});

test("rotating gives one person a link, and Redis holds nothing that opens it", async () => {
  const { blocks } = await fixture.db("rotate acme");
  const [row] = blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
  const url = row?.type === "button" ? (row.url ?? "") : "";
  expect(url).toMatch(/^https:\/\/qm\.example\.com\/connect\/T1\/[\w-]{43}$/);
  const [kept = ""] = await redis.client.keys("*connect-link*");
  expect(await redis.client.hget(kept, "link")).toContain('"purpose":{"kind":"rotate","name":"acme"}');
  expect(kept).not.toContain(url.slice(-43));
});

test("before a removal all dependents are named, and the key is removed with the connection", async () => {
  const { services, schedules } = fixture.context;
  await services.add({ name: "orders", serviceId: "s1", connection: "acme", addedBy: "U1", addedAt: at });
  const facts = { channelId: "C1", connection: "acme", createdBy: "U1", createdAt: at };
  await schedules.add({
    ...facts,
    id: "b1",
    kind: "budget",
    every: "monthly",
    credits: "1",
    state: { periods: [], judged: [] },
  });
  const asked = await fixture.db("remove acme");
  expect(asked.text).toBe(
    "To remove the connection `acme`, click the button or type `/db admin connections remove acme yes`.\nThese depend on it: 1 service (orders) and 1 budget. They stop working until you change or delete them, or add a connection with this name. Nothing changes in the cloud. You can't undo this.",
  );
  expect(discarded).toEqual([]);
  expect(asked).toMatchObject({ blocks: [{}, { elements: [{ style: "danger" }] }] });
  expect(buttonsOf(asked)["Remove"]).toBe('admin connections remove "acme"');
  const { text } = await fixture.db("remove acme yes");
  expect(text).toContain("Removed the connection `acme`. I no longer use its key.");
  expect(discarded).toEqual(["vault:kv/data/secret-team/acme#id", "sealed:acme"]);
  expect((await fixture.context.connections.list()).map(({ name }) => name)).toEqual(["default"]);
  expect(JSON.stringify(await audited())).not.toContain("secret-team");
  expect(await fixture.refusal("remove acme acme")).toContain("I can't find a connection called “acme”.");
});

test("a connection of the operator's environment cannot be renamed, rotated or removed", async () => {
  for (const words of ["rename default to north", "rotate default", "remove default default"])
    expect(await fixture.refusal(words)).toMatch(
      /comes from Quartermaster's environment, so it can't be .* `CLOUD_…` or `OBSERVABILITY_…`\.$/,
    );
});
