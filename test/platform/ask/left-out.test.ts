import { expect, test } from "vitest";
import { typing } from "../../ask/typing.ts";

const services = ["orders prod", "web analytics", "reporting dev"];
const leftOut = (sentence: string) => typing({ services }).leftOut(sentence);

test.each([
  ["spin up a small service in frankfurt", ["small", "frankfurt"]],
  ["i need a large postgres in ireland called reports", ["large", "ireland"]],
  ["create a tiny database for the loyalty project", ["tiny", "loyalty project"]],
  ["scale orders prod to 5 replicas", ["5 replicas"]],
  ["create an alert for zorblax-2", ["zorblax-2"]],
])("“%s” opens a form, and it names what no field took", async (sentence, words) => {
  expect(await leftOut(sentence)).toEqual(words);
});

test.each([
  "create a new database called reports please",
  "spin up another service",
  "set up a database from small staging",
])("“%s” opens a form with all of it", async (sentence) => {
  expect(await leftOut(sentence)).toEqual([]);
});

test.each(["what did orders prod cost last week", "open the admin window"])(
  "“%s” opens nothing to fill in, so it names nothing",
  async (sentence) => {
    expect((await leftOut(sentence)) ?? []).toEqual([]);
  },
);
