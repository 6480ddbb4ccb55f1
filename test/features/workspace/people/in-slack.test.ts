import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerTo } from "../../../support/answer-to.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { contentsOf } from "../../../support/redis.ts";
import { type SlackPerson, person } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment({
  startsAt: "2026-11-20T10:00:00Z",
  operators: ["Sam Rivera"],
});
let sam: SlackPerson;
let redis: Redis;
beforeAll(() => {
  sam = person(environment.slack, "Sam Rivera");
  redis = new Redis(environment.redisUrl);
});
afterAll(async () => {
  await sam.leave();
  await redis.quit();
});

/** The keys that name Sam. */
async function naming(): Promise<string[]> {
  const names = new RegExp(`${sam.id}|Sam Rivera|"sam(?:\\\\*)"`, "i");
  return (await contentsOf(redis)).filter((line) => names.test(line));
}

test("an admin erases an operator who used the app, through a restart, and the audit log stays whole", async () => {
  const { ada, organization } = environment;
  await answerTo(sam, `/db services add ${organization.services[0]?.id} orders prod`, "Added ");
  await answerTo(sam, "/db services owner orders prod @sam team payments", "payments");
  await answerTo(sam, "/db alerts hooks create #alerts", "alerts");
  await answerTo(sam, "/db costs schedule weekly to me", "very");
  await answerTo(sam, "/db backups watch orders prod #databases max-age 30h", "Watching");
  await answerTo(sam, "/db backups orders prod", "orders prod");
  expect((await naming()).length).toBeGreaterThan(5);
  const log = `qm:{${environment.slack.teamId}}:audit`;
  const before = (await redis.xrange(log, "-", "+")).map(([id]) => id);

  await answerTo(
    ada,
    "/db admin people erase @sam",
    "Erase *Sam Rivera* from what I keep of this workspace?",
  );
  expect((await naming()).length).toBeGreaterThan(5);
  await answerTo(ada, "/db admin people erase @sam yes", "I'm erasing them.");
  await sam.waitForMessage("direct", "An admin of this app is erasing what I keep about you.");
  await environment.restartApp();
  environment.passTime(61_000);
  await until(async () => (await naming()).length === 0);

  const after = await redis.xrange(log, "-", "+");
  expect(after.map(([id]) => id).slice(0, before.length)).toEqual(before);
  expect(JSON.stringify(after)).toContain("UERASED");
  await answerTo(ada, "/db admin audit", /erased a person\.\nPseudonym `UERASED[A-Z]+`/);
  await answerTo(ada, "/db services owner orders prod", "payments");
});

test("no one erases themselves, and a viewer erases no one", async () => {
  const { ada } = environment;
  await answerTo(ada, `/db admin people erase ${ada.id}`, "You can't erase yourself.");
  await answerTo(ada, "/db admin people erase", "Choose a person from Slack's list after @");
  const noor = person(environment.slack, "Noor Haddad");
  const refusal = await answerTo(noor, `/db admin people erase ${ada.id}`, "You need the admin role");
  expect(refusal).toBeDefined();
  await noor.leave();
});
