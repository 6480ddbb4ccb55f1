import { expect, test } from "vitest";
import { meantBy } from "../../ask/reading.ts";

test.each([
  ["set a monthly budget of 1.200,50 credits for billing", 'costs budget set 1200.5 monthly "billing"'],
  ["set a monthly budget of 1.200.000 credits for billing", 'costs budget set 1200000 monthly "billing"'],
  ["a budget of 2,5k a month for events", 'costs budget set 2500 monthly "events"'],
  ["a budget of 1,200 a month for billing", 'costs budget set 1200 monthly "billing"'],
  ["a budget of 0.5k a month for billing", 'costs budget set 500 monthly "billing"'],
  ["a credit on production is 0,28 eur", 'admin connections price "production" 0.28 EUR'],
])("a comma may stand before decimals, and points between thousands: “%s”", (said, line) => {
  expect(meantBy(said)).toBe(line);
});

test.each(["set a monthly budget of 1.200 credits for billing", "budget of 12.500 per week for events"])(
  "nothing is guessed of an amount that may be a thousand times as much: “%s”",
  (said) => {
    expect(meantBy(said)).toMatch(/^(?:not clear|left out: )/);
  },
);

test.each(["usd", "eur", "gbp", "chf", "dollars"])("500 %s isn't an amount of credits", (unit) => {
  expect(meantBy(`budget 500 ${unit} monthly for billing`)).toBe(`left out: ${unit}`);
});

test.each([
  ["make that 3", "resize billing to 5 replicas", 'services change "billing" replicas=3'],
  [
    "actually, make it 600",
    "set a monthly budget of 500 for billing",
    'costs budget set 600 monthly "billing"',
  ],
])("“%s” behind “%s” gives it another number", (said, before, line) => {
  expect(meantBy(said, before)).toBe(line);
});
