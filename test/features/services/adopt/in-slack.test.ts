import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type View, jsonObjects, placedElements } from "@quartermaster/local-slack/person";
import { createService } from "../../../../src/platform/cloud/services/service.ts";
import { clientFor } from "../../../contract/contract-client.ts";
import { answerTo } from "../../../support/answer-to.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { choicesIn, fieldsIn } from "../../../support/form-view.ts";
import { runs } from "../../../support/pressed.ts";
import { person, shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment({
  organization: "Long Haul",
  fleet: 12,
  operators: ["Sam Rivera"],
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }),
});

let redis: Redis;
beforeAll(() => void (redis = new Redis(environment.redisUrl)));
afterAll(() => redis.disconnect());

const [all, choose, none] = ["services_add_all", "services_choose", "services_add_none"].map((call) =>
  runs(call),
);
if (all === undefined || choose === undefined || none === undefined) throw new Error("There are three.");

/** Each test begins with an empty list. */
beforeEach(async () => {
  const kinds = ["services", "unwanted-services", "owners", "origin:*", "audit"];
  const found = await Promise.all(kinds.map((kind) => redis.keys(`qm:{*}:${kind}`)));
  await redis.del("none", ...found.flat());
});

function context() {
  const made = environment.app.contextOf?.(environment.slack.teamId);
  if (!made) throw new Error("The app isn't here.");
  return made;
}

async function names(): Promise<string[]> {
  return (await context().services.list()).map(({ name }) => name);
}

const actionsIn = ({ blocks = [] }: { blocks?: unknown[] }) =>
  placedElements(jsonObjects(blocks)).map(({ actionId }) => actionId);

/** A person's App Home once it has this text. */
async function homeWith(text: string, who = environment.ada): Promise<View> {
  const seen = await who.world();
  await who.home();
  return who.waitForHome((view) => view.hash !== seen.home?.hash && shownText(view).includes(text));
}

/** A service that someone creates in the cloud's console. Clouds are read once a minute. */
async function createdElsewhere(name: string): Promise<string> {
  const body = { name, provider: "aws" as const, region: "eu-west-1" as const, ipAccessList: [] };
  const client = clientFor(environment.cloud, environment.organization);
  const { service } = await client.call(createService, { body });
  return service.id ?? "";
}

test("an empty list offers what the cloud has, and one click adds all, each recorded", async () => {
  const { ada } = environment;
  const empty = await answerTo(ada, "/db services", "I found 12 services in your cloud");
  expect(shownText(empty)).toContain("*fleet 1*, *fleet 2*, *fleet 3* and 9 more");
  expect(actionsIn(empty)).toEqual([all, choose, runs("services_create")]);
  await ada.click(empty, all);
  await ada.waitForMessage("databases", "Added 12 services: *fleet 1*");
  expect(await names()).toHaveLength(12);
  expect(await redis.xlen(`qm:{${environment.slack.teamId}}:audit`)).toBe(12);
  await answerTo(ada, "/db services add all", "Your cloud has no services that aren't in the list.");
});

test("two clicks at once add each service once", async () => {
  const { ada } = environment;
  const empty = await answerTo(ada, "/db services", "I found 12 services");
  await Promise.all([ada.click(empty, all), ada.command("databases", "/db services add all")]);
  await ada.waitForMessage("databases", "Added 12 services");
  await expect.poll(names).toHaveLength(12);
  const ids = (await context().services.list()).map(({ serviceId }) => serviceId);
  expect(new Set(ids).size).toBe(12);
});

test("Home and the doctor offer the same, to everyone who may add while there is none", async () => {
  const { ada, slack } = environment;
  const sam = person(slack, "Sam Rivera");
  const noor = person(slack, "Noor Haddad");
  for (const who of [ada, sam]) {
    const view = await homeWith("I found 12 services", who);
    expect(actionsIn(view)).toEqual(expect.arrayContaining([all, choose]));
  }
  // The costs come with the clouds' answers, too.
  expect(shownText(await homeWith("so far this month", noor))).not.toContain("I found 12");
  const health = await answerTo(ada, "/db admin doctor", "I found 12 services in your cloud");
  expect(actionsIn(health)).toEqual([all, choose]);
  await Promise.all([sam.leave(), noor.leave()]);
});

test("Choose shows states and regions, adds what is chosen, and gives all of it an owner and a team", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db services add");
  const form = await ada.waitForModal((view) => fieldsIn(view).includes("services"));
  expect(fieldsIn(form)).toEqual(["services", "all", "ownerId", "team"]);
  expect(choicesIn(form, "services")).toHaveLength(12);
  expect(JSON.stringify(form.blocks)).toContain("fleet 7 · running · aws eu-central-1");
  expect(await ada.submit()).toMatchObject({ errors: expect.anything() });
  const [first = "", second = ""] = choicesIn(form, "services").map(String);
  await ada.fill("services", [first, second]);
  await ada.fill("ownerId", ada.id);
  await ada.fill("team", "payments");
  await ada.submit();
  const done = await ada.waitForModal((view) => shownText(view).includes("Added 2 services"));
  expect(shownText(done)).toContain(`They belong to <@${ada.id}>, team payments.`);
  expect(await names()).toEqual(["fleet 1", "fleet 2"]);
  const owners = await context().owners.list();
  expect(owners.map(({ ownerId, team }) => [ownerId, team])).toEqual(
    [1, 2].map(() => [ada.id, { kind: "name", name: "payments" }]),
  );
  await ada.close({ cleared: true });
});

test("All of them needs no choice, and the form leaves out what is in the list", async () => {
  const { ada } = environment;
  await context().services.add({
    name: "mine",
    serviceId: environment.organization.services[0]?.id ?? "",
    addedBy: "U1",
    addedAt: new Date().toISOString(),
  });
  await ada.command("databases", "/db services add");
  await ada.waitForModal(
    (view) => fieldsIn(view).includes("all") && shownText(view).includes("Adds all 11."),
  );
  await ada.fill("all", ["on"]);
  await ada.waitForModal((view) => !fieldsIn(view).includes("services"));
  await ada.submit();
  await ada.waitForModal((view) => shownText(view).includes("Added 11 services"));
  expect(await names()).toHaveLength(12);
  await ada.close({ cleared: true });
});

test("what comes later is offered to admins, not posted, until one says no", async () => {
  const { ada, slack } = environment;
  await answerTo(ada, "/db services add all", "Added 1");
  const before = (await ada.messages("databases")).length;
  await createdElsewhere("fleet new");
  // As if the minute were over.
  await context().servicesSince("default", new Date());
  const sam = person(slack, "Sam Rivera");
  expect(shownText(await homeWith("State: running", sam))).not.toContain("I found");
  const view = await homeWith("I found 1 more service");
  expect(actionsIn(view)).toEqual(expect.arrayContaining([all, choose, none]));
  await sam.command("databases", "/db services");
  const ofSam = await sam.waitForMessage("databases", "*Services 1 to 8 of 12*");
  expect(shownText(ofSam)).not.toContain("I found");
  expect((await ada.messages("databases")).length).toBe(before);
  const list = await answerTo(ada, "/db services", "I found 1 more service in your cloud: *fleet new*.");
  await ada.click(list, none);
  await ada.waitForMessage("databases", "I won't offer *fleet new* again.");
  const again = await answerTo(ada, "/db services", "*Services 1 to 8 of 12*");
  expect(shownText(again)).not.toContain("I found");
  await sam.command("databases", "/db services add none");
  await sam.waitForMessage("databases", "admin role");
  // Who looks for it finds it.
  await ada.command("databases", "/db services add");
  const form = await ada.waitForModal((one) => fieldsIn(one).includes("services"));
  expect(JSON.stringify(form.blocks)).toContain("fleet new");
  await ada.close({ cleared: true });
  await sam.leave();
});
