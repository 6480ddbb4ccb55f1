import { expect, test } from "vitest";
import type { LoadingContext } from "../../../src/features/costs/load.ts";
import { showCosts } from "../../../src/features/costs/show.ts";
import type { DaySpan } from "../../../src/lib/period/spans.ts";
import { serviceLabels } from "../../../src/lib/names.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { daysFrom } from "../../../src/lib/day.ts";
import type { Asker } from "../../../src/platform/access/asker.ts";
import { said } from "../../support/said.ts";
import { questionIn } from "./question.ts";
import { costDays, costRecord } from "./records.ts";

const serviceId = "a1b2c3d4-0000-4000-8000-000000000001";
const own = costRecord({ serviceId });
const asker = { workspaceId: "T1", userId: "U1", channelId: "C1" };

/** Two connections with constant daily costs. A service called "ledger" belongs to one of them. */
function context(records = [own]): { context: LoadingContext; asked: string[]; lastDays: string[] } {
  const asked: string[] = [];
  const lastDays: string[] = [];
  const ledger = {
    days({ from, to }: { from: string; to: string }) {
      lastDays.push(to);
      const days = daysFrom(from, to).flatMap((date) => records.map((record) => ({ ...record, date })));
      return costDays(days, { from, to });
    },
    fetch: async () => undefined,
    reread: async () => ({ days: [], changed: [] }),
  };
  const unknown = new AppError("missing", "I know no such service.");
  const known = {
    name: "ledger",
    serviceId,
    connection: "eu",
    addedBy: "U1",
    addedAt: "2026-01-01T00:00:00Z",
  };
  const connections = ["default", "eu"].map((name) => ({ name, kind: "managed" as const }));
  return {
    asked,
    lastDays,
    context: {
      ledgerOf(name) {
        asked.push(name);
        return ledger;
      },
      services: {
        list: async () => [known],
        labels: async () => serviceLabels([]),
        find: async (name: string) => (name === "ledger" ? known : Promise.reject(unknown)),
      },
      connections: { list: async () => connections, chosen: async () => undefined },
      consoleOf: async () => ({ service: () => undefined, day: () => undefined }),
      owners: { list: async () => [] },
      creditPrices: { of: async () => undefined },
      partColors: { of: async () => new Map() },
      pictures: { prepare: () => undefined, blockOf: async () => undefined },
      now: () => new Date("2026-11-20T10:00:00Z"),
      newId: () => "0b6f1f0c",
      unadded: async () => ({ services: [young], source: "list", unread: [], alerted: [] }),
    },
  };
}

const young = { serviceId: "c3d4", name: "zeta", connection: "eu" };

async function answered(words: string, around: LoadingContext, where: Asker = asker) {
  const found = await showCosts(questionIn(words, around.now()), around, where, {
    progress: async () => undefined,
  });
  return said(await found.draw());
}

async function shown(words: string, records = [own]) {
  const { context: around, asked } = context(records);
  const { text } = await answered(words, around);
  return { text, asked: [...new Set(asked)] };
}

test("a service's costs are read from its own connection, all others from the default one", async () => {
  const ledger = await shown("ledger last month");
  expect(ledger.asked).toEqual(["eu"]);
  expect(ledger.text).toContain("*310.00 credits* for *ledger* from 1 to 31 Oct 2026.");
  expect(ledger.text).toContain("Costs of the connection “eu”.");
  const all = await shown("last month");
  expect(all.asked).toEqual(["default"]);
  expect(all.text).toContain("Costs of the connection “default”.");
});

test("the same question again needs no second picture", async () => {
  const asked: unknown[] = [];
  const { context: around } = context();
  const blockOf = async (...words: unknown[]) => void asked.push(words.at(-1));
  await answered("last 7 days", { ...around, pictures: { ...around.pictures, blockOf } });
  expect(asked).toEqual([{ isShared: true }]);
});

async function offersShare(where: Asker): Promise<boolean> {
  const { blocks } = await answered("october", context().context, where);
  return JSON.stringify(blocks).includes("costs_share");
}

test.each(["direct", "modal", "home"] as const)(
  "an answer in %s offers no share in a channel",
  async (place) => {
    expect(await offersShare({ ...asker, place: "channel" })).toBe(true);
    expect(await offersShare({ ...asker, place })).toBe(false);
  },
);

test("a service that exists only in costs records is found by its name there", async () => {
  expect((await shown("Orders  PROD last month")).text).toContain("for *orders prod* from 1 to 31 Oct 2026");
  await expect(shown("orders prud last month")).rejects.toMatchObject({
    kind: "missing",
    message: expect.stringContaining("Did you mean “orders prod”?"),
  });
});

test("a service of the cloud that isn't in the list is known, also before its first costs", async () => {
  expect((await shown("zeta last week")).text).toContain("No costs for *zeta* from");
});

test("a part of a service's name means the service, and not its warehouse", async () => {
  const warehouse = costRecord({ entityId: "w", entityType: "datawarehouse" });
  await expect(shown("orders last month", [own, warehouse])).rejects.toMatchObject({
    near: { typed: "orders", names: ["orders prod"] },
  });
});

test("only periods of several days that reach into the present month show its forecast", async () => {
  expect((await shown("last 7 days")).text).toContain(
    "Forecast for Nov 2026: about 300 credits (200.00 so far, then 10.00 a day as in the last 7 days).",
  );
  for (const words of ["last month", "yesterday", "today"])
    expect((await shown(words)).text).not.toContain("Forecast");
});

test("if midnight passes while costs are read, only the requested days are added up", async () => {
  const { context: around, lastDays } = context();
  let time = "2026-11-20T23:59:59Z";
  const ledger = { ...around.ledgerOf("default"), fetch: async () => void (time = "2026-11-21T00:00:01Z") };
  const passing = { ...around, now: () => new Date(time), ledgerOf: () => ledger };
  await answered("last 7 days", passing);
  expect(lastDays.filter((day) => day > "2026-11-20")).toEqual([]);
});

test("an entity with costs but without an id is found by its name in the answer", async () => {
  const bare = { serviceId: undefined, entityId: undefined, entityName: "Shop" };
  const warehouse = costRecord({ ...bare, entityType: "datawarehouse", dataWarehouseId: "W-1" });
  const { text } = await shown("shop (warehouse) last month", [warehouse, own]);
  expect(text).toContain("*310.00 credits* for *Shop (warehouse)* from 1 to 31 Oct 2026.");
  expect((await shown("W-1 last month", [warehouse, own])).text).toContain("for *Shop (warehouse)*");
});

test("a service without recent costs is found in the requested days", async () => {
  const { context: around } = context();
  const ledger = {
    ...around.ledgerOf("default"),
    days: (span: DaySpan) => costDays([{ ...own, date: "2025-03-01" }], span),
  };
  const late = { ...around, ledgerOf: () => ledger };
  const { text } = await answered("orders prod 2025", late);
  expect(text).toContain("*10.00 credits* for *orders prod* from 1 Jan to 31 Dec 2025.");
});
