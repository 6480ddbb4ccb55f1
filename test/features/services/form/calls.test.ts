import { expect, test } from "vitest";
import { create } from "../../../../src/features/services/form/create.ts";
import { nameTooLong } from "../../../../src/features/services/form/texts.ts";

function read(words: string) {
  const reading = create.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["", {}],
  ["reports\n weekly", { name: "reports weekly" }],
  ["orders from small staging", { name: "orders", preset: "small staging" }],
  ["letters from home from small", { name: "letters from home", preset: "small" }],
  ["from small staging", { name: "from small staging" }],
  ['"orders from x" from "a team b"', { name: "orders from x", preset: "a team b" }],
  ['from "small staging"', { preset: "small staging" }],
  ["orders team payments", { name: "orders", team: "payments" }],
  ["orders team a team b", { name: "orders", team: "a team b" }],
  ["team payments", { team: "payments" }],
  ["team", { name: "team" }],
  ["orders from small team <!subteam^S1|@oncall>", { name: "orders", preset: "small", team: "@oncall" }],
  ["for <#C1|general>", { name: "for #general" }],
  ["orders in Ireland", { name: "orders", region: "Ireland" }],
  ["orders in the us", { name: "orders", region: "us" }],
  ["orders in atlantis", { name: "orders in atlantis" }],
  ["orders region=atlantis", { name: "orders", region: "atlantis" }],
  ["orders region=“gcp iowa” size=l", { name: "orders", region: "gcp iowa", size: "L" }],
  ['orders SIZE="mid-size"', { name: "orders", size: "M" }],
  ["orders size=big replicas=02", { name: "orders", size: "L", replicas: 2 }],
  ["orders size=xl", { name: "orders size=xl" }],
  ["orders replicas=many", { name: "orders replicas=many" }],
  ["orders in stockholm", { name: "orders", region: "stockholm" }],
  [
    "fraud provider=google region=europe-west4 memory=32gb",
    { name: "fraud", provider: "gcp", region: "europe-west4", memory: 32 },
  ],
  ["orders provider=ibm", { name: "orders provider=ibm" }],
  ["orders memory=lots", { name: "orders memory=lots" }],
  ["large database in the us", { name: "large database", region: "us" }],
  [
    "orders in ireland size=l team payments replicas=2",
    { name: "orders", region: "ireland", size: "L", team: "payments", replicas: 2 },
  ],
  ["orders team payments in ireland", { name: "orders", team: "payments", region: "ireland" }],
])("create %j is read", (words, args) => {
  expect(read(words)).toMatchObject({ entry: { name: "services_create" }, args });
  expect(read(words).args).toEqual(args);
});

test.each([
  ["x".repeat(51), nameTooLong(50)],
  [`orders from ${"x".repeat(51)}`, nameTooLong(50)],
  [`orders region="${"x".repeat(51)}"`, "A region has at most 50 characters."],
  ["orders replicas=0", "A service has at least 1 replica."],
])("create %j is refused", async (words, problem) => {
  await expect(Reflect.apply(read(words).run, undefined, [])).rejects.toThrow(problem);
});

test("two names are not understood", () => {
  expect(create.read('"orders" prod')).toEqual({ problem: "I don't understand “prod”." });
});

test("all the words may be a preset's name", () => {
  expect(read("small in ireland size=l").orNamed).toMatchObject({
    kind: "preset",
    name: "small in ireland size=l",
    meant: { args: { name: "small in ireland size=l" } },
  });
  expect(read('"small in ireland"').orNamed).toBeUndefined();
});
