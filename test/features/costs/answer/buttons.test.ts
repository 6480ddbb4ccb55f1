import { expect, test } from "vitest";
import { z } from "zod";
import { product } from "../../../../src/app/features.ts";
import { parseCostRange } from "../../../../src/lib/period/range.ts";
import { buttonsWithoutCosts, costsButtons } from "../../../../src/features/costs/show.ts";
import { lineOfButton } from "../../../support/pressed.ts";
import { questionIn } from "../question.ts";

const today = new Date("2026-11-20T10:00:00Z");
const serviceId = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";

function shown(words: string, shareAs: string | undefined = "a1b2") {
  const rows = costsButtons(questionIn(words, today), { today, shareAs });
  return labels(rows);
}

function labels(rows: ReturnType<typeof costsButtons>): string[][] {
  return rows.map((row) =>
    (row.type === "actions" ? row.elements : []).map((element) =>
      element.type === "button" ? `${element.text.text} -> ${lineOfButton(element.value)}` : element.type,
    ),
  );
}

test("buttons lead to the other views and the adjacent periods, with absolute dates", () => {
  expect(shown("october")).toEqual([
    [
      "By team -> costs 2026-10-01 to 2026-10-31 by team",
      "By metric -> costs 2026-10-01 to 2026-10-31 by metric",
      "By day -> costs 2026-10-01 to 2026-10-31 by day",
      "Earlier: September 2026 -> costs 2026-09-01 to 2026-09-30 by service",
      expect.stringMatching(/^Later: November 2026/),
    ],
    [
      "CSV -> costs csv 2026-10-01 to 2026-10-31 by service",
      "Share in this channel -> costs share 2026-10-01 to 2026-10-31 by service once:a1b2",
    ],
  ]);
});

test("buttons of one service carry its id, and one leads back to all services", () => {
  expect(shown(`october by metric ${serviceId}`)[0]?.slice(0, 2)).toEqual([
    `By day -> costs 2026-10-01 to 2026-10-31 by day "${serviceId}"`,
    "All services -> costs 2026-10-01 to 2026-10-31 by service",
  ]);
});

test("every button's period is read as the same", () => {
  for (const words of [
    "this month by day",
    "last 7 days",
    "last quarter",
    "this year",
    "yesterday",
    "since 3 may",
  ]) {
    const buttons = costsButtons(questionIn(words, today), { today, shareAs: "a1b2" }).flatMap((row) =>
      row.type === "actions" ? row.elements : [],
    );
    for (const element of buttons) {
      const reading = product.readCommand("value" in element ? (element.value ?? "") : "");
      const { range } = z.looseObject({ range: z.string() }).parse("args" in reading ? reading.args : {});
      expect(parseCostRange(range, today).words).toBe(range);
    }
  }
});

test("an answer that cannot be shared has no button for that", () => {
  const rows = costsButtons(questionIn("october", today), { today, shareAs: undefined });
  expect(labels(rows)[1]).toHaveLength(1);
});

test("days without costs have buttons for adjacent periods, or for the first days with costs", () => {
  const asked = questionIn("january 2026", today);
  expect(labels(buttonsWithoutCosts(asked, today, undefined))[0]).toHaveLength(2);
  expect(labels(buttonsWithoutCosts(asked, today, "2026-08-13"))).toEqual([
    ["Costs since 13 Aug 2026 -> costs 2026-08-13 to 2026-11-20 by service"],
  ]);
});
