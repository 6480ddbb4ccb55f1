import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { presets } from "../../../../src/features/services/presets/presets.ts";
import type { View } from "@quartermaster/local-slack/person";
import { atStep, isReview, isStart, titled } from "../../../support/create-walk.ts";
import {
  choicesIn,
  fieldsIn,
  goOn,
  goTo,
  remarkOn,
  submitAtOnce,
  valueIn,
} from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { lastCreate } from "../../../support/reference-server.ts";
import { person, shownText } from "../../../support/slack-person.ts";
import { found, until } from "../../../support/until.ts";
import { contentsOf } from "../../../support/redis.ts";

const environment = useTestEnvironment({
  operators: ["Sam Rivera"],
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }),
});
let redis: Redis;

beforeAll(() => {
  redis = new Redis(environment.redisUrl);
});
afterAll(() => redis.quit());

async function open(words = "", who = environment.ada): Promise<View> {
  await who.command("databases", `/db create ${words}`.trim());
  return who.waitForModal(isStart);
}

async function posts(): Promise<number> {
  return (await environment.received("POST")).length;
}

// First, while no place was the last one.
test("the form has the size and the region of the sentence that opened it, and what is wanted besides comes after it", async () => {
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
  await ada.waitForMessage("databases", "Set a budget of 100 credits");
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
    expect((await contentsOf(redis)).filter((kept) => kept.includes(secret))).toEqual([]);
    await ada.close({ cleared: true });
  },
);

test.each([
  ["reports\n weekly in ireland", ["reports weekly", "m", "aws", "eu-west-1"], ""],
  ["reports in ireland size=l", ["reports", "l", "aws", "eu-west-1"], ""],
  ["reports in us east 2", ["reports", "m", "aws", "us-east-2"], ""],
  ['reports region="gcp iowa"', ["reports", "m", "gcp", "us-central1"], ""],
  ["reports provider=azure in germany", ["reports", "m", "azure", "germanywestcentral"], ""],
  [
    "reports region=europe-west4 provider=gcp memory=32",
    ["reports", "custom", "gcp", "europe-west4"],
    "32 GB",
  ],
  ["reports provider=gcp", ["reports", "m", "gcp", null], "Choose the region."],
  ["reports in stockholm", ["reports", "m", "aws", null], "I know no region in “stockholm”."],
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

test("one screen creates a service, and the next person needs only a name", async () => {
  const { ada } = environment;
  const first = await open("first here");
  expect(fieldsIn(first)).toEqual(["name", "size", "provider", "region", "ownerId", "team"]);
  expect([valueIn(first, "size"), valueIn(first, "region")]).toEqual(["m", null]);
  expect(first.submit).toBe("Create");
  await ada.fill("region", "eu-west-2");
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  await ada.close({ cleared: true });

  await using sam = person(environment.slack, "Sam Rivera");
  const second = await open("", sam);
  expect([valueIn(second, "provider"), valueIn(second, "region")]).toEqual(["aws", "eu-west-2"]);
  await sam.fill("name", "just a name");
  await sam.submit();
  await sam.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toEqual({
    name: "just a name",
    provider: "aws",
    region: "eu-west-2",
    minReplicaMemoryGb: 16,
    maxReplicaMemoryGb: 64,
    idleScaling: true,
    idleTimeoutMinutes: 15,
  });
});

test("a person's own last region comes before the workspace's", async () => {
  const { ada } = environment;
  await using sam = person(environment.slack, "Sam Rivera");
  for (const [who, region, name] of [
    [ada, "eu-central-1", "placed first"],
    [sam, "us-east-2", "placed second"],
  ] as const) {
    await open(name, who);
    await who.fill("region", region);
    await who.submit();
    await who.waitForModal(titled("Created"));
    await who.close({ cleared: true });
  }
  expect(valueIn(await open(), "region")).toBe("eu-central-1");
  await ada.close({ cleared: true });
});

test("a new service belongs to its requester, and to the team that they named in the form", async () => {
  const { ada, app, slack } = environment;
  const form = await open("ledger owned team @oncall");
  expect([valueIn(form, "ownerId"), valueIn(form, "team")]).toEqual([ada.id, "@oncall"]);
  await ada.fill("region", "eu-west-1");
  await ada.submit();
  const context = app.contextOf?.(slack.teamId);
  const owned = await found(async () =>
    (await context?.owners.list())?.find(({ name }) => name === "ledger owned"),
  );
  expect(owned).toMatchObject({ ownerId: ada.id, team: { kind: "group", name: "oncall" }, by: ada.id });
  await ada.close({ cleared: true });
});

test("a size sends its memory, even if Create comes with the choice", async () => {
  const { ada, slack } = environment;
  await open("small one");
  await ada.fill("size", "s");
  await submitAtOnce(slack.url, ada, {});
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toMatchObject({ minReplicaMemoryGb: 8, maxReplicaMemoryGb: 16 });
});

test("problems show at their fields on the first screen, and nothing is sent", async () => {
  const { ada } = environment;
  const before = await posts();
  await open("no-dashes");
  expect(JSON.stringify(await ada.submit())).toContain("Name can have only");
  expect(await posts()).toBe(before);
});

test("More options keeps what was typed, turns the size into memory, and the way back turns it again", async () => {
  const { ada } = environment;
  await open("to and fro");
  await ada.fill("size", "l");
  await ada.fill("region", "us-west-2");
  const basics = await goTo(ada, "basics", 1);
  expect([valueIn(basics, "name"), valueIn(basics, "region")]).toEqual(["to and fro", "us-west-2"]);
  const size = await goOn(ada, 2);
  expect(["minReplicaMemoryGb", "maxReplicaMemoryGb"].map((field) => valueIn(size, field))).toEqual([
    "64",
    "120",
  ]);
  await ada.fill("maxReplicaMemoryGb", "128");
  await goTo(ada, "basics", 1);
  await ada.click(await ada.waitForModal(), "form-step:start");
  const start = await ada.waitForModal(isStart);
  expect(valueIn(start, "size")).toBe("custom");
  expect(shownText(start)).toContain("Custom: 64 to 128 GB");
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toMatchObject({ minReplicaMemoryGb: 64, maxReplicaMemoryGb: 128 });
});

test("Custom opens the size step", async () => {
  const { ada } = environment;
  await open("of my own");
  await ada.fill("size", "other");
  await ada.waitForModal((view) => view.submit === "Next");
  await ada.submit();
  const size = await ada.waitForModal(atStep("Step 2 of 4"));
  expect(valueIn(size, "minReplicaMemoryGb")).toBe("16");
});

test("what the first screen does not show is reviewed before it is sent", async () => {
  const { ada } = environment;
  const before = await posts();
  await open("never idle");
  await goTo(ada, "basics", 1);
  await goOn(ada, 2);
  await ada.fill("idleScaling", []);
  await goTo(ada, "basics", 1);
  await ada.click(await ada.waitForModal(), "form-step:start");
  await ada.waitForModal((view) => isStart(view) && view.submit === "Review");
  await ada.submit();
  const review = await ada.waitForModal(isReview);
  expect(shownText(review)).toContain("*Never scales to zero:*");
  expect(await posts()).toBe(before);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
});

test("a preset of place and size is created at once, and one with more is reviewed", async () => {
  const { ada } = environment;
  const kept = presets(redis, environment.slack.teamId);
  const saved = { savedBy: "U1", savedAt: new Date().toISOString() };
  const plain = { provider: "gcp", region: "us-east1", minReplicaMemoryGb: 8, maxReplicaMemoryGb: 24 };
  await kept.set("plain", { name: "plain", fields: plain, ...saved });
  await kept.set("guarded", { name: "guarded", fields: { ...plain, complianceType: "hipaa" }, ...saved });
  const view = await open("plain");
  expect([valueIn(view, "size"), valueIn(view, "region"), view.submit]).toEqual([
    "custom",
    "us-east1",
    "Create",
  ]);
  await ada.fill("name", "from plain");
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toMatchObject({ name: "from plain", ...plain });
  await ada.close({ cleared: true });
  expect((await open("guarded")).submit).toBe("Review");
  await ada.close({ cleared: true });
});

test("a double click on Create is one request", async () => {
  const { ada } = environment;
  const before = await posts();
  await open("twice clicked");
  await Promise.all([ada.submit(), ada.submit()]);
  await ada.waitForModal(titled("Created"));
  expect(await posts()).toBe(before + 1);
});

test("the cloud's refusal comes back on the first screen, at its field", async () => {
  const { ada } = environment;
  await environment.faults({
    kind: "status",
    status: 400,
    times: 1,
    body: { status: 400, error: "BAD_REQUEST: region: this region is full" },
    match: { operation: "createService" },
  });
  await open("refused here");
  await ada.submit();
  const refused = await ada.waitForModal((view) => shownText(view).includes("Nothing was created."));
  expect(isStart(refused)).toBe(true);
  expect(remarkOn(refused, "region")).toContain("this region is full");
  await ada.fill("region", "us-central1");
  await ada.submit();
  await ada.waitForModal(titled("Created"));
});

test("the sizes show a price a month once the rate is known", async () => {
  const { ada, organization } = environment;
  const [known] = organization.services;
  await ada.command("databases", `/db services add ${known?.id} ${known?.name}`);
  await ada.waitForMessage("databases", `*${known?.name}*`);
  await redis.del(`qm:{${environment.slack.teamId}}:compute-rate:default`);
  await open("priced");
  const priced = await ada.waitForModal((view) => shownText(view).includes("credits a month"));
  expect(shownText(priced)).toMatch(/S: 8 to 16 GB, about [\d.,]+ credits a month/);
  await ada.close({ cleared: true });
});

test("sizes that a role may not create are not offered", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db access limit operator memory=100");
  await ada.waitForMessage("databases", "at most 100 GB in all");
  await using sam = person(environment.slack, "Sam Rivera");
  const view = await open("", sam);
  expect(choicesIn(view, "size")).toEqual(["s", "other"]);
  expect(valueIn(view, "size")).toBe("s");
  expect(shownText(view)).toContain("Your role can create up to 100 GB in all.");
  await sam.close({ cleared: true });
});

test("a backup's id can be typed when no list has it", async () => {
  const { ada } = environment;
  await open("from an id");
  await goTo(ada, "basics", 1);
  await ada.fill("backupService", "typed");
  await ada.waitForModal((view) => fieldsIn(view).includes("typedBackup"));
  await ada.fill("typedBackup", "not an id");
  expect(JSON.stringify(await ada.submit())).toContain("must be a backup's id");
  await ada.fill("typedBackup", "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f");
  const review = await goTo(ada, "review", 4);
  expect(shownText(review)).toContain("*Backup:* `5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f`");
});

test("the review of defaults has at most 12 lines", async () => {
  const { ada } = environment;
  await open("short review");
  await goTo(ada, "basics", 1);
  const review = await goTo(ada, "review", 4);
  const lines = review.blocks.flatMap((block) =>
    block.type === "section" ? String(JSON.parse(JSON.stringify(block)).text.text).split("\n") : [],
  );
  expect(lines.length).toBeLessThanOrEqual(12);
  await until(async () => (await ada.modal()) !== undefined);
});
