import { expect, test } from "vitest";
import { useTestEnvironment } from "../../support/environment.ts";
import { shownText } from "../../support/slack-person.ts";

const environment = useTestEnvironment();

test.each(["backups", "costs", "dashboards", "alerts", "dashboards sources", "services forget"])(
  "quotes around a name do no harm in /db %s",
  async (command) => {
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
  },
);

test("quotes around the name of a window's subject do no harm, and its near name opens it", async () => {
  const { ada, organization } = environment;
  await ada.command("databases", `/db services add ${organization.services[0]?.id} quoted lake`);
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
