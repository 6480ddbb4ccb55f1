import { expect, test } from "vitest";
import { useTestEnvironment } from "../../support/environment.ts";
import { shownText } from "../../support/slack-person.ts";

const environment = useTestEnvironment();

test.each([
  "services show",
  "backups",
  "costs",
  "dashboards",
  "alerts",
  "dashboards sources",
  "services forget",
])("quotes around a name do no harm in /db %s", async (command) => {
  const { ada, organization } = environment;
  await ada.command("databases", `/db services add ${organization.services[0]?.id} quoted lake`);
  await ada.waitForMessage("databases", "quoted lake");
  for (const name of ['"quoted lake"', "“quoted lake”"]) {
    await ada.command("databases", `/db ${command} ${name}`);
    const answer = await ada.waitForMessage("databases", (message) =>
      shownText(message).includes("quoted lake"),
    );
    expect(shownText(answer)).not.toContain("I can't find");
    expect(shownText(answer)).not.toContain(name);
  }
});

test("quotes around the name of a hook do no harm, and its near name is used", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db alerts hooks create #databases demo-alerts");
  await ada.waitForMessage("databases", "demo-alerts");
  for (const name of ['"demo-alerts"', "“demo-alerts”"]) {
    await ada.command("databases", `/db alerts hooks show ${name}`);
    const answer = await ada.waitForMessage("databases", (each) => shownText(each).includes("demo-alerts"));
    expect(shownText(answer)).not.toContain("I can't find");
  }
  await ada.command("databases", '/db alerts hooks show "demo alerts"');
  await ada.waitForMessage("databases", "Showing hooks for *demo-alerts*.");
});
