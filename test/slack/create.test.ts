import { Redis } from "ioredis";
import { expect, test } from "vitest";
import type { View } from "../../src/sandbox/slack/protocol.ts";
import { useHouse } from "../support/house.ts";
import { contentsOf } from "../support/redis.ts";
import { type SlackPerson, shownText } from "../support/slack-person.ts";

const house = useHouse();

const titled =
  (title: string) =>
  (view: View): boolean =>
    view.title === title;

/** Opens the form and fills in what it insists on. */
async function openFilled(ada: SlackPerson, name: string): Promise<void> {
  await ada.command("databases", `/db create ${name}`);
  await ada.waitForModal(titled("Create a service"));
  await ada.fill("region", "eu-west-1");
}

function passwordIn(view: View): string {
  const [, password = ""] = /"rich_text_preformatted","elements":\[\{"type":"text","text":"([^"]+)"/.exec(
    JSON.stringify(view.blocks),
  ) ?? [""];
  return password;
}

test("a service is created from the form, announced where it was asked for, and the message follows it until it runs", async () => {
  const { ada } = house;
  await openFilled(ada, "orders staging");
  expect(await ada.submit()).toEqual({ ok: true });
  const created = await ada.waitForModal(titled("Created"));
  expect(shownText(created)).toContain("orders staging is created");
  const message = await ada.waitForMessage("databases", "is created and running");
  expect(shownText(message)).toContain("aws · eu-west-1 · 16 to 64 GB each");
  const announced = (await ada.messages("databases")).filter(({ text }) => text.includes("orders staging"));
  expect(announced.map(({ ephemeral }) => ephemeral)).toEqual([false]);
});

test("a created service is known by its name, and its button lists its backups", async () => {
  const { ada } = house;
  await openFilled(ada, "orders known");
  await ada.submit();
  const message = await ada.waitForMessage("databases", "*orders known* is created and running");
  await ada.click(message, "run:backups orders known");
  await ada.waitForMessage("databases", /No backups yet for \*orders known\*/);
});

test("the password is in the creator's modal alone: not in a message, Redis, the log or another person's world", async () => {
  const { ada } = house;
  await openFilled(ada, "secretive");
  await ada.submit();
  const password = passwordIn(await ada.waitForModal(titled("Created")));
  expect(password.length).toBeGreaterThan(8);
  await ada.waitForMessage("databases", "*secretive* is created and running");
  await ada.close();

  const redis = new Redis(house.redisUrl);
  const kept = await contentsOf(redis);
  await redis.quit();
  const worlds = await Promise.all(
    house.slack.users.map(async ({ id }) => (await fetch(`${house.slack.url}/page/world?user=${id}`)).text()),
  );
  expect(kept.some((entry) => entry.includes("secretive"))).toBe(true);
  expect([house.app.output(), ...worlds, ...kept].filter((text) => text.includes(password))).toEqual([]);
});

test("a name typed over two lines stands in the form on one", async () => {
  const { ada } = house;
  await ada.command("databases", "/db create orders\n staging");
  const { blocks } = await ada.waitForModal(titled("Create a service"));
  expect(JSON.stringify(blocks)).toContain('"initial_value":"orders staging"');
});

test("what is wrong stands under its field, and nothing is sent", async () => {
  const { ada } = house;
  await openFilled(ada, "no-dashes");
  await ada.fill("minReplicaMemoryGb", "64");
  await ada.fill("maxReplicaMemoryGb", "16");
  const posts = (await house.received("POST")).length;
  expect(await ada.submit()).toMatchObject({
    errors: {
      name: "Name may hold only letters from a to z, digits and spaces",
      maxReplicaMemoryGb: expect.stringContaining("Maximum memory per replica"),
    },
  });
  expect((await house.received("POST")).length).toBe(posts);
});

test("choosing a provider narrows the regions to its own, forgets the other's, and keeps what was typed", async () => {
  const { ada } = house;
  await ada.command("databases", "/db create orders");
  await ada.waitForModal(titled("Create a service"));
  await ada.fill("name", "renamed");
  await ada.fill("region", "eu-west-1");
  await ada.fill("provider", "azure");
  const view = await ada.waitForModal(({ blocks }) => JSON.stringify(blocks).includes("westus3"));
  const region = view.blocks.find(({ block_id }) => block_id === "region.azure");
  expect(JSON.stringify(region)).not.toContain("eu-west-1");
  expect(JSON.stringify(view.blocks)).toContain('"initial_value":"renamed"');
});

test("idle timeout shows only while the service may scale to zero", async () => {
  const { ada } = house;
  await ada.command("databases", "/db create");
  await ada.waitForModal(({ blocks }) => blocks.some(({ block_id }) => block_id === "idleTimeoutMinutes"));
  await ada.fill("idleScaling", []);
  await ada.waitForModal(({ blocks }) => !blocks.some(({ block_id }) => block_id === "idleTimeoutMinutes"));
});

test("two submissions of one form are one request", async () => {
  const { ada } = house;
  await openFilled(ada, "only once");
  const posts = (await house.received("POST")).length;
  await Promise.all([ada.submit(), ada.submit()]);
  await ada.waitForMessage("databases", "*only once* is created and running");
  expect((await house.received("POST")).length).toBe(posts + 1);
});

test("where the app may not post, the announcement goes to the person who asked", async () => {
  const { ada } = house;
  await ada.command("payments-private", "/db create private one");
  await ada.waitForModal(titled("Create a service"));
  await ada.fill("region", "eu-west-1");
  await ada.submit();
  await ada.waitForMessage("direct", "*private one* is created and running");
});

test("when the window was closed where the app is no member, the person is told in direct messages", async () => {
  const { ada } = house;
  await house.faults({ kind: "delay", ms: 600, times: 1, match: { operation: "createService" } });
  await ada.command("payments-private", "/db create closed apart");
  await ada.waitForModal(titled("Create a service"));
  await ada.fill("region", "eu-west-1");
  await ada.submit();
  await ada.waitForModal(titled("Creating"));
  await ada.close();
  await ada.waitForMessage("direct", "before the password could be shown");
});

test("when the window was closed, the person is told that the password could not be shown", async () => {
  const { ada } = house;
  await house.faults({ kind: "delay", ms: 600, times: 1, match: { operation: "createService" } });
  await openFilled(ada, "closed early");
  await ada.submit();
  await ada.waitForModal(titled("Creating"));
  await ada.close();
  await ada.waitForMessage("databases", "before the password could be shown");
  await ada.waitForMessage("databases", "*closed early* is created and running");
});
