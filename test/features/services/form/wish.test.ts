import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import type { View } from "@quartermaster/local-slack/person";
import { isStart } from "../../../support/create-walk.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { valueIn } from "../../../support/form-view.ts";
import { contentsOf } from "../../../support/redis.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment();

async function open(words: string): Promise<View> {
  await environment.ada.command("databases", `/db create ${words}`);
  return environment.ada.waitForModal(isStart);
}

test("the form has the size and the region of the sentence that opened it, and says what is in none of its fields", async () => {
  const { ada } = environment;
  await ada.command(
    "databases",
    "/db spin up a small service in frankfurt and give it a budget of 100 credits",
  );
  const view = await ada.waitForModal(isStart);
  expect(["size", "provider", "region"].map((field) => valueIn(view, field))).toEqual([
    "s",
    "aws",
    "eu-central-1",
  ]);
  expect(shownText(view)).toContain("*Not filled in:* “give it a budget of 100 credits”. Check the fields.");
  await ada.close({ cleared: true });
});

test.each([
  "spin up a small service in frankfurt and give it the password",
  "create a database called reports with the password",
])(
  "a secret after “%s” is in no field, not in what was left out, and not in the kept draft",
  async (words) => {
    const { ada } = environment;
    const secret = "hunter2-Fall-2026!";
    await ada.command("databases", `/db ${words} ${secret}`);
    const view = await ada.waitForModal(isStart);
    expect(shownText(view)).toContain("words that may be a password or a key");
    expect(JSON.stringify(view)).not.toContain(secret);
    const redis = new Redis(environment.redisUrl);
    onTestFinished(() => redis.disconnect());
    expect((await contentsOf(redis)).filter((kept) => kept.includes(secret))).toEqual([]);
    await ada.close({ cleared: true });
  },
);

test.each([
  ["reports\n weekly in ireland", ["reports weekly", "m", "aws", "eu-west-1"], ""],
  ["reports in ireland size=l", ["reports", "l", "aws", "eu-west-1"], ""],
  ["reports in us east 2", ["reports", "m", "aws", "us-east-2"], ""],
  ['reports region="gcp iowa"', ["reports", "m", "gcp", "us-central1"], ""],
  ["reports in germany replicas=5", ["reports", "m", "aws", "eu-central-1"], "It will have 5 replicas."],
  ["reports size=xl", ["reports size=xl", "m", "aws", null], ""],
  [
    "large database in the us",
    ["", "l", "aws", null],
    "“us” may be us-east-1 (Virginia), us-east-2 (Ohio) or us-west-2 (Oregon). Choose the region.",
  ],
  [
    "reports region=atlantis",
    ["reports", "m", "aws", null],
    "I know no region in “atlantis”. Choose the region.",
  ],
])("/db create %s fills in what it says", async (words, values, note) => {
  const view = await open(words);
  expect(
    ["name", "size", "provider", "region"].map(
      (field) => valueIn(view, field) ?? (field === "name" ? "" : null),
    ),
  ).toEqual(values);
  expect(shownText(view)).toContain(note);
  await environment.ada.close({ cleared: true });
});
