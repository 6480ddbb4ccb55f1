import { beforeEach, expect, test } from "vitest";
import { useTestEnvironment } from "../../support/environment.ts";
import { runs } from "../../support/pressed.ts";
import { serviceNamed } from "../../support/reference-server.ts";
import { person, shownText } from "../../support/slack-person.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });
const names = ["orders prod", "web analytics"];

beforeEach(async () => {
  const { ada } = environment;
  for (const name of names) {
    const { id } = await serviceNamed(environment, name);
    await ada.command("databases", `/db services add ${id} ${name}`);
    await ada.waitForMessage("databases", `Added *${name}*`);
  }
});

test("an operator sets an owner and a team, and the list shows the unowned first", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db services owner orders prod @sam team payments");
  await ada.waitForMessage("databases", "now belongs to");
  await ada.command("databases", "/db services owner web analytics team @oncall");
  await ada.waitForMessage("databases", "now belongs to the team @oncall");
  await ada.command("databases", "/db services owner");
  const list = shownText(await ada.waitForMessage("databases", "*Owners of 2 services*"));
  expect(list.indexOf("web analytics")).toBeLessThan(list.indexOf("orders prod"));
  expect(list).toContain("payments");
  await ada.command("databases", "/db services owner orders prod none");
  const cleared = await ada.waitForMessage("databases", "now has no owner and no team");
  await ada.click(cleared, runs("owners_list"));
  await ada.waitForMessage("databases", "1 service has neither an owner nor a team");
});

test("an app and a group that doesn't exist are refused", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db services owner web analytics team @unheard-of");
  await ada.waitForMessage("databases", "I can't find a user group @unheard-of");
  await ada.command("databases", "/db services owner web analytics @Quartermaster");
  await ada.waitForMessage("databases", "is an app. Choose a person.");
});

test("the card's button opens a form that changes both", async () => {
  const { ada, slack } = environment;
  await ada.command("databases", "/db services show web analytics");
  await ada.click(await ada.waitForModal((view) => shownText(view).includes("*Added by*")), "service-owner");
  await ada.waitForModal((view) => shownText(view).includes("Whom does *web analytics* belong to?"));
  const sam = slack.users.find(({ name }) => name === "Sam Rivera")?.id ?? "";
  await ada.fill("ownerId", sam);
  await ada.fill("team", "@oncall");
  await ada.submit();
  const saved = await ada.waitForModal((view) => shownText(view).includes("now belongs to"));
  expect(shownText(saved)).toContain("team @oncall");
  await ada.close({ cleared: true });
  await ada.command("databases", "/db services owner web analytics");
  await ada.waitForMessage("databases", "belongs to <@");
});

test("a viewer sees owners and can't change them", async () => {
  await using noor = person(environment.slack, "Noor Haddad");
  await noor.command("databases", "/db services owner web analytics");
  const seen = await noor.waitForMessage("databases", "belongs to");
  await noor.command("databases", "/db services owner web analytics me");
  const refused = await noor.waitForMessage("databases", "You need the operator role");
  expect([seen.ephemeral, refused.ephemeral]).toEqual([true, true]);
});
