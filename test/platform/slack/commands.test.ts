import { expect, test } from "vitest";
import type { View } from "@quartermaster/local-slack/person";
import { useTestEnvironment } from "../../support/environment.ts";
import { answers, runs } from "../../support/pressed.ts";
import { type SlackPerson, person, shownText } from "../../support/slack-person.ts";

const environment = useTestEnvironment({ slackHurries: true });

/** Opens App Home and waits for its new content. */
async function openHome(ada: SlackPerson): Promise<View> {
  const before = (await ada.world()).home?.hash;
  await ada.home();
  return ada.waitForHome(({ hash }) => hash !== before);
}

test("help is answered in the acknowledgement, to the asker only", async () => {
  const { ada } = environment;
  await ada.command("general", "/db help");
  const help = await ada.waitForMessage("general", "/db create");
  expect(help.ephemeral).toBe(true);
});

test("a service is added by its id, listed, found by its name, and forgotten", async () => {
  const { ada, organization } = environment;
  const [service] = organization.services;
  await ada.command("databases", `/db services add ${service?.id} shop orders`);
  await ada.waitForMessage("databases", "Added *shop orders*");
  await ada.command("databases", "/db services");
  await ada.waitForMessage("databases", /\*1 service\*[^]*\*shop orders\*/);
  await ada.command("databases", "/db backups Shop Orders");
  const backups = await ada.waitForMessage("databases", /\*shop orders\* · \d+ backups?/i);
  expect(backups.ephemeral).toBe(true);
  expect(JSON.stringify(backups.blocks)).toContain('"type":"table"');
  await ada.command("databases", "/db services forget shop orders");
  const asked = await ada.waitForMessage("databases", "Take *shop orders* off the list of services?");
  await ada.click(asked, answers("services_forget", { service: "shop orders" }));
  await ada.waitForMessage("databases", "Took *shop orders* off the list.");
});

test("a near name is used, which a button takes back", async () => {
  const { ada, organization } = environment;
  await ada.command("databases", `/db services add ${organization.services[1]?.id} ledger archive`);
  await ada.waitForMessage("databases", "*ledger archive*");
  await ada.command("databases", "/db backups legder archive");
  const shown = await ada.waitForMessage("databases", "Showing backups for *ledger archive*.");
  expect(shown.ephemeral).toBe(true);
  await ada.click(shown, "page:exactly backups legder archive");
  await ada.waitForMessage("databases", "Did you mean “ledger archive”?");
  await ada.command("databases", "/db services forget ledger archive yes");
  await ada.waitForMessage("databases", /Took \*/);
});

test("a button in App Home is answered in a modal there, and not in direct messages", async () => {
  const { ada } = environment;
  await openHome(ada);
  const home = await ada.waitForHome((view) => shownText(view).includes("so far this month"));
  expect(home.blocks.map(({ type }) => type)).toEqual(expect.arrayContaining(["image", "table"]));
  const before = (await ada.messages("direct")).length;
  await ada.click(home, runs("costs_show"));
  const costs = await ada.waitForModal((view) => shownText(view).includes("credits* from"));
  expect(costs.title).toBe("Costs");
  expect(await ada.messages("direct")).toHaveLength(before);
  await ada.close();
});

test("changes and refused attempts are in the audit log, which only admins read", async () => {
  const { ada, organization, slack } = environment;
  const sam = person(slack, "Sam Rivera");
  await ada.command("databases", `/db services add ${organization.services[0]?.id} audited`);
  await ada.waitForMessage("databases", "Added *audited*");
  await sam.command("databases", "/db services forget audited");
  await sam.waitForMessage("databases", "operator");
  await sam.command("databases", "/db audit");
  await sam.waitForMessage("databases", "admin");
  await ada.command("databases", "/db audit service");
  const shown = shownText(await ada.waitForMessage("databases", "*Audit log*"));
  await sam.leave();
  expect(shown).toContain("added the service *audited*");
  expect(shown).toContain("wasn't allowed to take the service *audited* off the list");
});

test.each(["backups", "costs", "dashboards", "alerts", "dashboards sources", "services forget"])(
  "quotes around a name do no harm in /db %s",
  async (command) => {
    const { ada, organization } = environment;
    await ada.command("databases", `/db services add ${organization.services[1]?.id} quoted lake`);
    await ada.waitForMessage("databases", "quoted lake");
    for (const name of ['"quoted lake"', "“quoted lake”"]) {
      await ada.command("databases", `/db ${command} ${name}`);
      const answer = await ada.waitForMessage("databases", (message) =>
        shownText(message).includes("quoted lake"),
      );
      expect(shownText(answer)).not.toContain("I can't find");
      expect(shownText(answer)).not.toContain(name);
    }
  },
);

test("quotes around the name of a window's subject do no harm, and its near name opens it", async () => {
  const { ada, organization } = environment;
  await ada.command("databases", `/db services add ${organization.services[1]?.id} quoted lake`);
  await ada.command("databases", "/db alerts hooks create #databases demo-alerts");
  await ada.waitForMessage("databases", "demo-alerts");
  for (const [command, title] of [
    ["services show “quoted lake”", "quoted lake"],
    ['services show "quoted"', "quoted lake"],
    ["alerts hooks show “demo-alerts”", "demo-alerts"],
    ['alerts hooks show "demo alerts"', "demo-alerts"],
  ] as const) {
    await ada.command("databases", `/db ${command}`);
    await ada.waitForModal((view) => view.title?.includes(title) ?? false);
    await ada.close();
    await ada.waitForNoModal();
  }
});
