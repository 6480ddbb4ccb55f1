import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { isStart, openFilled, skipToReview, submitFilled, titled } from "../../../support/create-walk.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { readPassword } from "../../../support/new-password.ts";
import { contentsOf } from "../../../support/redis.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment({ ownProcess: true });

test("the form creates a service, and its announcement follows the service until it runs", async () => {
  const { ada } = environment;
  await openFilled(ada, "orders staging");
  await skipToReview(ada);
  expect(await ada.submit()).toEqual({ ok: true });
  const created = await ada.waitForModal(titled("Created"));
  expect(shownText(created)).toContain("orders staging is created");
  const message = await ada.waitForMessage("databases", "is running");
  expect(shownText(message)).toContain("aws · eu-west-1 · 16 to 64 GB each");
  // Its thread has a message to the requester.
  const announced = (await ada.messages("databases")).filter(
    ({ text, threadTs }) => text.includes("orders staging") && threadTs === undefined,
  );
  expect(announced.map(({ ephemeral }) => ephemeral)).toEqual([false]);
});

test("a created service is known by its name, and its button lists its backups", async () => {
  const { ada } = environment;
  await submitFilled(ada, "orders known");
  const message = await ada.waitForMessage("databases", "*orders known* is running");
  await ada.click(message, "run:backups orders known");
  await ada.waitForMessage("databases", "*First backup due* · *orders known*");
});

test("a new service's button shows what the cloud answered at its creation, even when the cloud is silent now", async () => {
  const { ada } = environment;
  await submitFilled(ada, "orders shown");
  const message = await ada.waitForMessage("databases", "*orders shown* is running");
  await environment.faults(
    { kind: "unserved", match: { operation: "getService" } },
    { kind: "unserved", match: { operation: "listServices" } },
  );
  await ada.click(message, "run:services show orders shown");
  const card = await ada.waitForModal((view) => shownText(view).includes("*Owner*"));
  await ada.click(card, "tab:service:settings");
  const settings = await ada.waitForModal((view) => shownText(view).includes("*Data warehouse:*"));
  expect(shownText(settings)).toContain("From the service's creation.");
  expect(shownText(settings)).toContain("IAM role:");
});

test("the password shows in the creator's modal only, not in messages, Redis, the log or another person's Slack", async () => {
  const { ada } = environment;
  await submitFilled(ada, "secretive");
  const password = await readPassword(ada);
  expect(password.length).toBeGreaterThan(8);
  await ada.waitForMessage("databases", "*secretive* is running");
  await ada.close();

  const redis = new Redis(environment.redisUrl);
  const kept = await contentsOf(redis);
  await redis.quit();
  const worlds = await Promise.all(
    environment.slack.users.map(async ({ id }) =>
      (await fetch(`${environment.slack.url}/page/world?user=${id}`)).text(),
    ),
  );
  expect(kept.some((entry) => entry.includes("secretive"))).toBe(true);
  expect([environment.app.output(), ...worlds, ...kept].filter((text) => text.includes(password))).toEqual(
    [],
  );
});

test("a name typed over two lines shows in the form on one", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db create orders\n staging");
  const { blocks } = await ada.waitForModal(isStart);
  expect(JSON.stringify(blocks)).toContain('"initial_value":"orders staging"');
});

test("a problem shows under its field, and nothing is sent", async () => {
  const { ada } = environment;
  const posts = (await environment.received("POST")).length;
  await openFilled(ada, "no-dashes");
  expect(await ada.submit()).toMatchObject({
    errors: { name: "Name can have only letters from a to z, digits and spaces." },
  });
  expect((await environment.received("POST")).length).toBe(posts);
});

test("choosing a provider offers its own regions only, and keeps what was typed", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db create orders");
  await ada.waitForModal(isStart);
  await ada.fill("name", "renamed");
  await ada.fill("region", "eu-west-1");
  await ada.fill("provider", "azure");
  const view = await ada.waitForModal(({ blocks }) => JSON.stringify(blocks).includes("westus3"));
  const region = view.blocks.find(({ block_id }) => block_id === "region.azure");
  expect(JSON.stringify(region)).not.toContain("eu-west-1");
  expect(JSON.stringify(view.blocks)).toContain('"initial_value":"renamed"');
});

test("idle timeout shows only while the service may scale to zero", async () => {
  const { ada } = environment;
  await openFilled(ada, "idle");
  await ada.submit();
  await ada.waitForModal(({ blocks }) => blocks.some(({ block_id }) => block_id === "idleTimeoutMinutes"));
  await ada.fill("idleScaling", []);
  await ada.waitForModal(({ blocks }) => !blocks.some(({ block_id }) => block_id === "idleTimeoutMinutes"));
});

test("two submissions of one form are one request", async () => {
  const { ada } = environment;
  await openFilled(ada, "only once");
  await skipToReview(ada);
  const posts = (await environment.received("POST")).length;
  await Promise.all([ada.submit(), ada.submit()]);
  await ada.waitForMessage("databases", "*only once* is running");
  expect((await environment.received("POST")).length).toBe(posts + 1);
});

test("when the app may not post in the channel, the announcement goes to the requester", async () => {
  const { ada } = environment;
  await submitFilled(ada, "private one", "payments-private");
  await ada.waitForMessage("direct", "*private one* is running");
});
