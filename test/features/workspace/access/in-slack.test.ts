import { notSubmitted } from "../../../../src/platform/slack/texts.ts";
import { product } from "../../../../src/app/features.ts";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isStart, atStep, openFilled, skipToReview, titled } from "../../../support/create-walk.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { clickForged } from "../../../support/interaction.ts";
import { type SeenMessage, type SlackPerson, person, shownText } from "../../../support/slack-person.ts";
import { answers, runs } from "../../../support/pressed.ts";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment();
let sam: SlackPerson;
let redis: Redis;

beforeAll(() => {
  sam = person(environment.slack, "Sam Rivera");
  redis = new Redis(environment.redisUrl);
});
afterEach(async () => {
  if (await sam.modal()) await sam.close({ cleared: true, lost: true });
  await redis.del(
    `qm:{${environment.slack.teamId}}:grants`,
    `qm:{${environment.slack.teamId}}:create-limits`,
  );
});
afterAll(async () => {
  await sam.leave();
  await redis.quit();
});

const refused =
  "You need the operator role to do this, and you are a viewer here. Ada Park or an admin of this Slack workspace can give it to you: `/db admin access grant @sam operator`.";

/** The app's next answer to a person in #databases. */
async function answer(who: SlackPerson, line: string, expected: string): Promise<string> {
  const before = new Set((await who.messages("databases")).map(({ ts }) => ts));
  await who.command("databases", line);
  const fits = (message: SeenMessage) => !before.has(message.ts) && shownText(message).includes(expected);
  return shownText(await who.waitForMessage("databases", fits));
}

test("a viewer is refused with who can change that and how, and an admin's command does so", async () => {
  await sam.command("databases", "/db create");
  // In the window if that opened before Slack said who Sam is, and otherwise in a message.
  await until(async () => {
    const shown = [await sam.modal(), (await sam.messages("databases")).at(-1)];
    return shown.some((one) => one && shownText(one).includes(refused));
  });
  if (await sam.modal()) await sam.close();
  await answer(environment.ada, "/db admin access grant @sam operator", "*Sam Rivera* is now an operator.");
  await sam.command("databases", "/db create");
  await sam.waitForModal(isStart);
});

test("a viewer cannot use any button that changes something", async () => {
  const changing = product.interactions.filter(({ access }) => access !== "viewer");
  const said = await Promise.all(
    changing.map(async ({ actionId, access }) => {
      const text = await clickForged(environment, { actionId, value: "x", userId: sam.id });
      return { actionId, needs: access, isRefused: text.includes(`You need the ${access} role`) };
    }),
  );
  expect(said.filter(({ isRefused }) => !isRefused)).toEqual([]);
});

test("a form is refused at submission if the role was revoked while it was open", async () => {
  await answer(environment.ada, "/db admin access grant @sam operator", "is now an operator");
  await openFilled(sam, "too late");
  await skipToReview(sam);
  await answer(environment.ada, "/db admin access revoke @sam", "Remove the operator role of *Sam Rivera*?");
  await answer(environment.ada, "/db access revoke @sam yes", "*Sam Rivera* is now a viewer.");
  await sam.submit();
  expect(shownText(await sam.waitForModal(titled(notSubmitted)))).toContain("You need the operator role");
});

test("a user group's role counts for its members, as Slack lists them at that moment", async () => {
  await answer(
    environment.ada,
    "/db access grant @oncall operator",
    "The user group *@oncall* is now an operator.",
  );
  const own = await answer(sam, "/db access", "You are *an operator* here");
  expect(own).toContain("• operator, given to the user group *@oncall* by");
  expect(own).not.toContain("* given");
  const body = JSON.stringify({ group: "oncall", users: [environment.ada.id] });
  const headers = { "content-type": "application/json" };
  const changed = await fetch(`${environment.slack.url}/page/user-group`, { method: "POST", headers, body });
  expect(await changed.json()).toEqual({ ok: true });
  await answer(sam, "/db access", "You are *a viewer* here");
});

test("a channel's role counts for what is asked there, up to the last button of the form", async () => {
  await answer(environment.ada, "/db access grant #incidents operator", "Everyone in");
  await answer(sam, "/db create", "You need the operator role");
  await openFilled(sam, "asked there", "incidents");
  await sam.close();
  await sam.command("incidents", "/db create");
  await sam.click(await sam.waitForModal(), "form-start-over");
  await sam.click(await sam.waitForModal(isStart), "form-step:basics");
  await sam.waitForModal(atStep("Step 1 of 4"));
  await sam.fill("name", "asked there");
  await sam.fill("region", "eu-west-1");
  await skipToReview(sam);
  await sam.submit();
  expect(shownText(await sam.waitForModal(titled("Created")))).toContain("asked there");
});

test("limits of a role are shown at their fields, even if they were set after the form was opened", async () => {
  await answer(environment.ada, "/db admin access grant @sam operator", "is now an operator");
  await openFilled(sam, "prod orders");
  await skipToReview(sam);
  const limit = '/db access limit operator name="dev *" memory=96';
  await answer(
    environment.ada,
    limit,
    "operators can create: at most 96 GB in all, with a name such as `dev *`.",
  );
  await sam.submit();
  const view = await sam.waitForModal(atStep("Step 1 of 4"));
  expect(shownText(view)).toContain("Your role needs a name like “dev ∗”");
  await sam.close({ cleared: true, lost: true });
  await openFilled(environment.ada, "prod orders");
  await skipToReview(environment.ada);
  await answer(environment.ada, "/db access limit operator off yes", "Operators can create anything again.");
});

test("an admin by grant alone is asked before losing that role", async () => {
  await answer(environment.ada, "/db access grant @sam admin", "*Sam Rivera* is now an admin.");
  await sam.command("databases", "/db admin access revoke @sam");
  const asked = await sam.waitForMessage("databases", "the only thing that makes you an admin");
  await sam.click(asked, answers("access_revoke", { person: sam.id }));
  await sam.waitForMessage("databases", "*Sam Rivera* is now a viewer.");
  const again = await answer(sam, "/db access grant @sam admin", "You need the admin role");
  expect(again).toContain("and you are a viewer here.");
});

test("a role is removed from the list after one question, which says if it is the admin's own", async () => {
  await answer(environment.ada, "/db access grant @noor viewer", "is a viewer already");
  await answer(environment.ada, "/db access grant @sam admin", "*Sam Rivera* is now an admin.");
  await sam.command("databases", "/db access");
  const list = await sam.waitForMessage("databases", "*2 roles* given");
  const questions = [
    ...JSON.stringify(list.blocks).matchAll(/"title":\{[^}]*Remove this role\?[^}]*\},"text":(\{[^}]*\})/g),
  ];
  expect(questions.map(([, text = ""]) => text.includes("the only thing that makes you an admin"))).toEqual([
    false,
    true,
  ]);
  await sam.click(list, answers("access_revoke", { person: "U0NOORHAD1" }));
  await sam.waitForMessage("databases", "*Noor Haddad* is now a viewer.");
});

test("an admin sees all grants, and each change is in the audit log", async () => {
  await answer(
    environment.ada,
    "/db access grant @noor viewer",
    "Everyone in this workspace is a viewer already.",
  );
  await answer(environment.ada, "/db access", "*1 role* given");
  const entries = await redis.xrevrange(`qm:{${environment.slack.teamId}}:audit`, "+", "-", "COUNT", 200);
  const grant = entries.find(([, [, entry = ""]]) => entry.includes('"access.grant"'));
  expect(JSON.parse(grant?.[1][1] ?? "")).toMatchObject({
    userId: environment.ada.id,
    action: "access.grant",
    userName: "ada",
    subject: "Noor Haddad",
    after: { role: "viewer", userId: "U0NOORHAD1" },
    result: "done",
  });
});

test("the audit log names the group or the channel that got a role", async () => {
  await answer(
    environment.ada,
    "/db access grant @oncall viewer",
    "The user group *@oncall* is now a viewer.",
  );
  await answer(environment.ada, "/db access grant #incidents viewer", "Everyone in");
  const entries = await redis.xrevrange(`qm:{${environment.slack.teamId}}:audit`, "+", "-", "COUNT", 2);
  const subjects = entries.map(([, [, entry = ""]]) => JSON.parse(entry).subject);
  expect(subjects).toEqual(["#incidents", "@oncall"]);
});

test("/db admin opens a window with a tab for each task of an admin", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db admin");
  const window = await ada.waitForModal(({ title }) => title === "Admin");
  expect(shownText(window)).toContain("You are *an admin* here");
  const labels = ["Approvals", "Connections", "Audit", "Health"];
  for (const label of labels) expect(shownText(window)).toContain(label);
  await ada.click(window, "tab:admin:connections");
  const connections = await ada.waitForModal((view) => shownText(view).includes("connection"));
  await ada.click(connections, "tab:admin:health");
  const health = await ada.waitForModal((view) => shownText(view).includes("Check now"));
  await ada.click(health, runs("health_check"));
  await ada.waitForModal((view) => shownText(view).includes("Slack"));
});

test("a viewer sees the tabs that their role allows", async () => {
  await sam.command("databases", "/db admin");
  const window = await sam.waitForModal(({ title }) => title === "Admin");
  const shown = shownText(window);
  expect(shown).toContain("Approvals");
  expect(shown).not.toContain("Audit");
  expect(shown).not.toContain("Health");
});
