import { expect, test } from "vitest";
import { typing } from "../../ask/typing.ts";

const services = ["orders prod", "web analytics", "reporting dev"];
const leftOut = (sentence: string) => typing({ services }).leftOut(sentence);
const line = async (sentence: string) => (await typing({ services }).type(sentence)).split(" = ").at(-1);

test.each([
  ["spin up a small service in frankfurt", "create region=frankfurt size=S"],
  ["i need a large postgres in ireland called reports", 'create "reports" region=ireland size=L'],
  ["set up a medium db in london with 3 replicas", "create region=london size=M replicas=3"],
  ["spin up a gcp database in iowa", 'create region="gcp iowa"'],
  ["launch a service in eu-central-1", "create region=eu-central-1"],
  ["can i have a small postgres in tokyo, please", "create region=tokyo size=S"],
  ["spin up a db in frankfrut", "create region=frankfurt"],
  ["create a large database called small orders", 'create "small orders" size=L'],
  ["create a database, not too large", "create"],
  ["scale orders prod to 5 replicas", 'services change "orders prod" replicas=5'],
  ["resize orders prod to large", 'services change "orders prod" size=L'],
  ["give orders prod 4 replicas", 'services change "orders prod" replicas=4'],
  ["resize web analytics to size S with two replicas", 'services change "web analytics" size=S replicas=2'],
  ["create reporting dev and give it a budget of 100 credits", "create reporting dev"],
])("the form that “%s” opens has its size, replicas and region", async (sentence, expected) => {
  expect(await line(sentence)).toBe(expected);
});

test.each([
  ["create a tiny database for the loyalty project", ["tiny", "loyalty project"]],
  ["spin up a huge service in atlantis", ["huge", "atlantis"]],
  ["create reporting dev and give it a budget of 100 credits", ["give it a budget of 100 credits"]],
  ["spin up reports with a budget of 50 credits", ["with a budget of 50 credits"]],
  ["set up a new database and cap it at 200 credits", ["cap it at 200 credits"]],
  ["create a service named x and post its costs weekly in #finance", ["post its costs weekly in #finance"]],
  ["create a database called payments dev and stop it at night", ["stop it at night"]],
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
