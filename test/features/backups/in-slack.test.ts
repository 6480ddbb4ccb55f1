import { chooses, runs } from "../../support/pressed.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { answerTo } from "../../support/answer-to.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { doneBackups } from "../../support/reference-server.ts";
import { notFound, noWatches, tooShort } from "../../../src/features/backups/watch/texts.ts";
import { type SeenMessage, shownText } from "../../support/slack-person.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });
const onBackups = { match: { operation: "listBackups" } };
let [orders, analytics]: string[] = [];

beforeAll(async () => {
  [orders, analytics] = environment.organization.services.map(({ id }) => id);
});

async function know(serviceId: string | undefined, name: string): Promise<void> {
  await answerTo(environment.ada, `/db services add ${serviceId} ${name}`, `Added *${name}*`);
}

/** The app's posts in #databases that are visible to all, one line each. */
async function publicPosts(): Promise<string[]> {
  const messages = await environment.ada.messages("databases");
  return messages.filter(({ ephemeral, user }) => !ephemeral && user !== environment.ada.id).map(shownText);
}

async function redrawn({ ts }: SeenMessage, expected: string): Promise<SeenMessage> {
  return environment.ada.waitForMessage(
    "databases",
    (message) => message.ts === ts && shownText(message).includes(expected),
  );
}

test("a page replaces the previous one in its message, and a backup shows all details with its id", async () => {
  const { ada } = environment;
  await know(orders, "orders prod");
  const list = await answerTo(ada, "/db backups orders prod page 2", "Page 2 of");
  expect(list.ephemeral).toBe(true);
  expect(shownText(list)).toMatch(/Last good backup .+ ago\. Usually full/);
  await ada.click(list, runs("backups_list", { service: orders, page: 3 }, "page"));
  const third = await redrawn(list, "Page 3 of");
  await ada.click(third, runs("backups_list", { service: orders, page: 2 }, "page"));
  const second = await redrawn(list, "Page 2 of");
  const [newest = ""] = await doneBackups(environment, orders ?? "");
  await ada.click(
    await answerTo(ada, "/db backups Orders Prod", "Page 1 of"),
    chooses("backups_show", { service: orders }, "backup"),
    newest,
  );
  const details = await ada.waitForMessage("databases", "· backup of *orders prod*");
  expect(shownText(details)).toMatch(
    new RegExp(`\`${newest}\`[^]*Size:\\* .* bytes\\)[^]*Role:\\* \`arn:aws`),
  );
  expect(second.ts).toBe(list.ts);
});

test("a service's name may end like a page number", async () => {
  await know(analytics, "orders prod page 2");
  const whole = await answerTo(environment.ada, "/db backups orders prod page 2", "*orders prod page 2* ·");
  expect(shownText(whole)).toContain("Page 1 of");
  await answerTo(environment.ada, "/db backups orders prod page 2 page 3", "Page 3 of");
  await answerTo(environment.ada, "/db services forget orders prod page 2 yes", "Took *");
});

test("a service's name may be words of the command", async () => {
  await know(analytics, "watch list");
  const named = await answerTo(environment.ada, "/db backups watch list", "*watch list* ·");
  expect(shownText(named)).toContain("Page 1 of");
  await answerTo(environment.ada, "/db services forget watch list yes", "Took *");
  await answerTo(environment.ada, "/db backups watch list", noWatches);
});

/** Makes the last good backup of every service one that began so many hours ago. */
async function lastGood(hoursAgo: number): Promise<void> {
  const startedAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  const result = [{ id: randomUUID(), status: "done", type: "full", startedAt }];
  await fetch(`${environment.cloud.controlUrl}/faults`, { method: "DELETE" });
  await environment.faults({ ...onBackups, kind: "status", status: 200, body: { result } });
}

const channelId = () => environment.slack.channels.find(({ name }) => name === "databases")?.id;

test("a watch shows its rule and whether it holds, and can be listed, changed and stopped", async () => {
  const { ada } = environment;
  await know(orders, "orders prod");
  await lastGood(20);
  const set = await answerTo(
    ada,
    `/db backups watch orders prod <#${channelId()}|databases>`,
    "*Watching orders prod:*",
  );
  expect(set.ephemeral).toBe(true);
  expect(shownText(set)).toContain(
    `*Watching orders prod:* alert in <#${channelId()}> if no good backup in 26 hours.\n:white_check_mark: *OK:* the last good backup started <!date^`,
  );
  await answerTo(ada, "/db backups watch orders prod", "*Already watching orders prod:*");
  await answerTo(ada, "/db backups watch orders prod max-age 2 days", "if no good backup in 2 days.");
  const list = await answerTo(ada, "/db backups watch list", "*1 backup watch*");
  expect(shownText(list)).toMatch(/1\. :\w+: \*[^*]+\* · \*orders prod\*\n/);
  expect(shownText(list)).toContain(`Alert in <#${channelId()}> if no good backup in 2 days.`);
  await answerTo(ada, "/db backups watch stop orders", notFound("orders", "orders prod"));
  const which = await answerTo(ada, "/db backups watch stop", "*Which watch?*");
  expect(shownText(which)).toContain("*1 backup watch*");
  expect(JSON.stringify(which.blocks)).toContain("backup_watches_stop");
  const stopped = await answerTo(ada, "/db backups watch stop 1", "*Stopped watching orders prod*");
  expect(shownText(stopped)).toContain("type this there: `/db backups watch orders prod max-age 2d`");
  await answerTo(ada, "/db backups watch", noWatches);
  await answerTo(ada, "/db backups watch stop", noWatches);
});

test("a watch with a limit below the usual interval of backups is set, with a warning", async () => {
  await know(orders, "orders prod");
  const set = await answerTo(
    environment.ada,
    "/db backups watch orders prod max-age 2h",
    "if no good backup in 2 hours.",
  );
  expect(shownText(set)).toContain(tooShort(6 * 3_600_000));
  await answerTo(environment.ada, "/db backups watch stop orders prod", "*Stopped watching orders prod*");
});

test("a breach is posted once, with a button for the backups", async () => {
  const { ada } = environment;
  await know(orders, "orders prod");
  await lastGood(40);
  await answerTo(ada, "/db backups watch orders prod", "*Too old:* the last good backup started");
  const post = await ada.waitForMessage("databases", "no good backup in 26 hours.*");
  await ada.click(post, runs("backups_list", { service: orders }));
  await ada.waitForMessage("databases", /\*orders prod\* · \d+ backups?/);
  await lastGood(1);
  await answerTo(ada, "/db backups watch orders prod max-age 27h", "*OK:* the last good backup started");
  await ada.waitForMessage("databases", "*orders prod has a good backup again.*");
  await redrawn(post, "until the one that started");
  const posts = (await publicPosts()).filter((text) =>
    /no good backup in 2\d hours|has a good backup again/.test(text),
  );
  expect(posts).toHaveLength(2);
});

test.each([
  ["nowhere", "I don't know a service called “nowhere”."],
  ["orders prod <#C0NOWHERE|nowhere>", "I can't post in that channel: it's private, and I'm not in it."],
])("watch %s is answered with its problem, only to the asker", async (words, sentence) => {
  await know(orders, "orders prod");
  expect((await answerTo(environment.ada, `/db backups watch ${words}`, sentence)).ephemeral).toBe(true);
});
