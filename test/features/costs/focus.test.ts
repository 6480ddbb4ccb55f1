import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { mandatoryColumns } from "../../../src/features/costs/focus/rows.ts";
import { focusFile } from "../../../src/features/costs/focus/send.ts";
import { addDays } from "../../../src/lib/day.ts";
import { moneyOf, sum } from "../../../src/lib/money.ts";
import { costMetrics, type CostRecord } from "../../../src/platform/cloud/costs/usage.ts";
import { answerTo } from "../../support/answer-to.ts";
import { callerIn } from "../../support/data-of.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { costDays, costRecord } from "./records.ts";

// The rules of FOCUS 1.2 for the columns of this file, after the specification. The public validator is a Python package.

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });
const account = {
  organizationId: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
  name: "production",
  provider: "api.cloud.example.com",
  price: { amount: "0.30", currency: "EUR" },
};

const filled = z.string().min(1);
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const empty = z.literal("");

/** Column by column: type, format, allowed values and whether it may be null. */
const Row = z
  .strictObject({
    BilledCost: decimal,
    BillingAccountId: filled,
    BillingAccountName: z.string(),
    BillingCurrency: z.enum(Intl.supportedValuesOf("currency")),
    BillingPeriodEnd: time,
    BillingPeriodStart: time,
    ChargeCategory: z.enum(["Usage", "Purchase", "Tax", "Credit", "Adjustment"]),
    ChargeClass: z.enum(["", "Correction"]),
    ChargeDescription: filled,
    ChargePeriodEnd: time,
    ChargePeriodStart: time,
    ContractedCost: decimal,
    EffectiveCost: decimal,
    InvoiceIssuerName: filled,
    ListCost: decimal,
    PricingQuantity: z.union([decimal, empty]),
    PricingUnit: z.string(),
    ProviderName: filled,
    PublisherName: filled,
    ServiceCategory: z.enum(["Databases"]),
    ServiceName: filled,
    ChargeFrequency: z.enum(["One-Time", "Recurring", "Usage-Based"]),
    PricingCurrency: filled,
    PricingCurrencyEffectiveCost: decimal,
    ResourceId: z.string(),
    ResourceName: z.string(),
    ResourceType: z.string(),
    SkuId: z.string(),
    x_Provisional: z.enum(["true", "false"]),
  })
  .superRefine((row, context) => {
    const rule = (holds: boolean, message: string) => {
      if (!holds) context.addIssue({ code: "custom", message });
    };
    rule(row.ChargePeriodStart < row.ChargePeriodEnd, "a charge's period ends after its start");
    rule(row.BillingPeriodStart <= row.ChargePeriodStart, "a charge is in its billing period");
    rule(row.ChargePeriodEnd <= row.BillingPeriodEnd, "a charge ends in its billing period");
    rule((row.PricingQuantity === "") === (row.PricingUnit === ""), "a quantity has a unit");
    const mustHaveQuantity = row.ChargeCategory === "Usage" && row.ChargeClass !== "Correction";
    rule(!mustHaveQuantity || row.PricingQuantity !== "", "usage has a quantity");
    rule(row.ChargeClass === "Correction" || !row.PricingQuantity.startsWith("-"), "no negative quantity");
    rule(row.ChargeCategory !== "Usage" || row.ChargeFrequency === "Usage-Based", "usage is usage-based");
  });

/** Reads a CSV text with quotes. */
function cellsOf(text: string): string[][] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = ""]) =>
        quoted === undefined ? plain : quoted.replaceAll('""', '"'),
      ),
    );
}

async function rowsOf(records: readonly CostRecord[]) {
  const { bytes, rows, money } = await focusFile(costDays(records), account, "1.2");
  const [header = [], ...lines] = cellsOf(bytes.toString("utf8"));
  const read = lines.map((cells) =>
    Row.parse(Object.fromEntries(header.map((name, at) => [name, cells[at]]))),
  );
  expect(read).toHaveLength(rows);
  return { header, rows: read, money };
}

test("a file has the 21 mandatory columns in order, and each row keeps the rules of each column", async () => {
  const metrics = { computeCredits: 10, storageCredits: 0.1, backupCredits: 0 };
  const { header, rows } = await rowsOf([
    costRecord({ date: "2026-10-31", metrics, totalCredits: 10.1, entityName: 'orders, "prod"\\x' }),
    costRecord({ date: "2026-10-01", metrics: { computeCredits: -2 }, totalCredits: -2, locked: false }),
  ]);
  expect(header.slice(0, 21)).toEqual([...mandatoryColumns]);
  expect(new Set(mandatoryColumns).size).toBe(21);
  expect(header.slice(0, 21)).toEqual(header.slice(0, 21).toSorted());
  expect(
    rows.find(({ SkuId, ChargeCategory }) => SkuId === "computeCredits" && ChargeCategory === "Usage"),
  ).toMatchObject({
    BilledCost: "3",
    BillingCurrency: "EUR",
    BillingPeriodStart: "2026-10-01T00:00:00Z",
    BillingPeriodEnd: "2026-11-01T00:00:00Z",
    ChargePeriodStart: "2026-10-31T00:00:00Z",
    ChargePeriodEnd: "2026-11-01T00:00:00Z",
    ChargeCategory: "Usage",
    PricingQuantity: "10",
    PricingUnit: "Credits",
    SkuId: "computeCredits",
    x_Provisional: "false",
  });
  expect(rows[0]).toMatchObject({
    BilledCost: "-0.6",
    ChargeCategory: "Credit",
    PricingQuantity: "",
    x_Provisional: "true",
  });
});

test("a file of version 1.3 has the new names of providers beside the earlier ones", async () => {
  const { bytes } = await focusFile(costDays([costRecord()]), account, "1.3");
  const [header = [], line = []] = cellsOf(bytes.toString("utf8"));
  for (const name of [...mandatoryColumns, "ServiceProviderName", "HostProviderName"])
    expect(header).toContain(name);
  expect(line[header.indexOf("ServiceProviderName")]).toBe("api.cloud.example.com");
});

test("whatever the amounts are, the billed costs add up to the total exactly", async () => {
  const amount = fc
    .double({ min: -1e4, max: 1e6, noNaN: true })
    .filter((each) => Object.is(each, 0) || Math.abs(each) > 1e-12);
  const record = fc
    .record({
      day: fc.integer({ min: 0, max: 30 }),
      total: amount,
      metrics: fc.dictionary(fc.constantFrom(...Object.keys(costMetrics)), amount),
    })
    .map(({ day, total, metrics }) =>
      costRecord({ date: addDays("2026-10-01", day), metrics, totalCredits: total }),
    );
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 20 }), async (records) => {
      const { rows, money } = await rowsOf(records);
      const total = moneyOf(sum(records.map(({ totalCredits }) => totalCredits)), account.price);
      expect(sum(rows.map(({ BilledCost }) => BilledCost)).toFixed()).toBe(total.toFixed());
      expect(money.toFixed()).toBe(total.toFixed());
    }),
  );
});

test("the command sends the file, with the total of the answer to the cent, once credits have a price", async () => {
  const { ada } = environment;
  const refused = await answerTo(ada, "/db costs focus last 3 days", "have no price");
  expect(refused.text).toContain("/db admin connections price default 0.30 EUR");
  const { context } = callerIn(environment);
  await context.creditPrices.set("default", account.price);
  const sent = await answerTo(ada, "/db costs focus last 3 days", "I've sent you a FOCUS 1.2 file");
  const [, money = ""] = /add up to \*(€[\d,.]+)\*/.exec(sent.text) ?? [];
  const answer = await answerTo(ada, "/db costs last 3 days", "Money is at €0.30 a credit.");
  expect(JSON.stringify(answer.blocks)).toContain(`(${money})`);
  expect((await answerTo(ada, "/db costs focus last 3 days 1.9", "FOCUS 1.2 and 1.3")).text).toContain(
    "not 1.9",
  );
});
