import { beforeAll, expect, test } from "vitest";
import { answerTo } from "../../../support/answer-to.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { runs } from "../../../support/pressed.ts";
import { doneBackups } from "../../../support/reference-server.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });
let [orders, analytics]: string[] = [];

const asked = (line: string, expected: string | RegExp) => answerTo(environment.ada, `/db ${line}`, expected);

beforeAll(() => {
  [orders, analytics] = environment.organization.services.map(({ id }) => id);
});

test("after a list, “the second one” is its second service by name, and nothing is done before a click", async () => {
  await asked(`services add ${orders} orders prod`, "Added *orders prod*");
  await asked(`services add ${analytics} web analytics`, "Added *web analytics*");
  await asked("services", "*2 services*");
  const card = await asked("stop the second one", "Nothing has changed yet.");
  expect(shownText(card)).toContain('Stop *web analytics*?\n`/db services stop "web analytics"`');
  await asked("services", "*2 services*");
  await asked("costs of the first one", "Costs of *orders prod*");
  await asked("services", "*2 services*");
  await asked("stop the newest one", "Which service do you mean?");
});

test("a card for a number in a list names what has that number now, and its button holds the id", async () => {
  const { ada } = environment;
  await asked("costs schedule weekly", "Scheduled. Every week");
  await asked("costs budget set 500 monthly", "Set a monthly budget");
  const report = shownText(await asked("please stop report 1", "Nothing has changed yet."));
  expect(report).toMatch(/^Stop cost report 1 \(Every week .+\)\?\n`\/db costs schedule stop [\w-]{30,}`/);
  const card = await asked("please delete budget 1", "Nothing has changed yet.");
  expect(shownText(card)).toMatch(/^Remove budget 1, the monthly budget of 500 credits\?\n/);
  const [, removes = ""] = /`\/db (costs budget remove \S+)`/.exec(shownText(card)) ?? [];
  await ada.click(card, `asked:${removes}`);
  await ada.waitForMessage("databases", /^Removed the monthly budget of 500 credits/);
  await asked("please stop report 7", "Stop cost report 7?");
});

test("what asks which one to stop needs no click", async () => {
  const list = await asked("no more weekly reports please", "*Which report?* Choose it");
  expect(shownText(list)).not.toContain("Nothing has changed yet.");
});

test("after a click on a list's button, “it” is that service, under its name", async () => {
  const { ada } = environment;
  const list = await asked("backups", "Backups of 2 services");
  await ada.click(list, runs("backups_list", { service: analytics }));
  await ada.waitForMessage("databases", "*web analytics* · 120 backups");
  await asked("what did it cost last week?", "Costs of *web analytics*, ");
});

test("after a list of backups, “the newest one” opens the form with it", async () => {
  const { ada } = environment;
  await asked("backups orders prod", "*orders prod* · 120 backups");
  await ada.command("databases", "/db restore the newest one");
  const form = await ada.waitForModal(({ title }) => title === "Create a service");
  const [newest] = await doneBackups(environment, orders ?? "");
  expect(JSON.stringify(form.blocks)).toContain(`"initial_option":{"text":{"type":"plain_text"`);
  expect(JSON.stringify(form.blocks)).toContain(`"value":"${newest}"`);
  await ada.close({ cleared: true });
});

test("a sentence about two services has two answers, in its order", async () => {
  const { ada } = environment;
  const before = (await ada.messages("databases")).length;
  await asked("costs of orders prod and web analytics last week", "Costs of *web analytics*, ");
  const answers = (await ada.messages("databases"))
    .slice(before)
    .map((each) => shownText(each).split("\n")[0]);
  expect(answers).toEqual([
    expect.stringContaining("Costs of *orders prod*, "),
    expect.stringContaining("Costs of *web analytics*, "),
  ]);
});

test("a sentence with two wishes opens the form of the first, and asks before it does the second", async () => {
  const { ada } = environment;
  const card = await asked("create lunch and give it a budget of 100 credits", "Nothing has changed yet.");
  expect(shownText(card)).toContain("Set a budget of 100 credits for *lunch*?");
  const form = await ada.waitForModal(({ title }) => title === "Create a service");
  expect(JSON.stringify(form.blocks)).toContain('"initial_value":"lunch"');
  await ada.close({ cleared: true });
  await asked("costs budget list", /no budget/i);
});
