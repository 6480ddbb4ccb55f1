import { expect, test } from "vitest";
import { read } from "../../ask/reading.ts";
import { typing } from "../../ask/typing.ts";

const services = ["orders prod", "web analytics", "reporting dev"];
const leftOut = (sentence: string) => typing({ services }).leftOut(sentence);
const line = async (sentence: string) => (await typing({ services }).type(sentence)).split(" = ").at(-1);

test.each([
  ["spin up a small service in frankfurt", "create region=frankfurt size=S"],
  ["i need a large postgres in ireland called reports", 'create "reports" region=ireland size=L'],
  ["set up a medium db in london with 3 replicas", "create region=london size=M replicas=3"],
  ["spin up a gcp database in iowa", "create provider=gcp region=iowa"],
  ["launch a service in eu-central-1", "create region=eu-central-1"],
  ["can i have a small postgres in tokyo, please", "create region=tokyo size=S"],
  ["spin up a db in frankfrut", "create region=frankfurt"],
  ["create a large database called small orders", 'create "small orders" size=L'],
  ["create a database, not too large", "create"],
  ["create a small database, name it upi recon", 'create "upi recon" size=S'],
  ["scale orders prod to 5 replicas", 'services change "orders prod" replicas=5'],
  ["resize orders prod to large", 'services change "orders prod" size=L'],
  ["give orders prod 4 replicas", 'services change "orders prod" replicas=4'],
  ["resize web analytics to size S with two replicas", 'services change "web analytics" size=S replicas=2'],
])("the form that “%s” opens has its size, replicas and region", async (sentence, expected) => {
  expect(await line(sentence)).toBe(expected);
});

test.each([
  ["create a tiny database for the loyalty project", ["loyalty project"]],
  ["spin up a huge service in atlantis", ["huge", "in atlantis"]],
  ["create a database called lunch and bake it a cake", ["bake", "cake"]],
  ["create an alert for zorblax-2", ["for zorblax-2"]],
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

test.each([
  [
    "create orders eu and give it a budget of 100 credits",
    'create "orders eu"',
    'costs budget set 100 "orders eu"',
  ],
  [
    "create a database called payments and cap it at 200 credits",
    'create "payments"',
    'costs budget set 200 "payments"',
  ],
])("“%s” opens the form, and then offers the second wish", async (sentence, form, card) => {
  const answer = await typing({ services }).type(sentence);
  expect(answer.split("\nthen: ")[0]).toContain(form);
  expect(answer.split("\nthen: ")[1]).toContain(card);
});

test.each(["my services", "backups of my services", "which services are mine"])(
  "“%s” is answered for all, and says so",
  async (sentence) => {
    expect(await typing().type(sentence)).toMatch(/I left out: “(?:my|mine)”/);
  },
);

test("what it is for, behind the name of a service, is left out and no name", () => {
  const { meanings, leftOut: words } = read("costs of billing as a csv for our reconciliation");
  expect([meanings[0]?.line, words]).toEqual(['costs csv "billing"', ["reconciliation"]]);
});
