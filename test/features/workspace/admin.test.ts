import { expect, test } from "vitest";
import { useTestEnvironment } from "../../support/environment.ts";
import { person, shownText } from "../../support/slack-person.ts";

const environment = useTestEnvironment();

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
  await ada.click(health, "run:admin doctor");
  await ada.waitForModal((view) => shownText(view).includes("Slack"));
});

test("a viewer sees the tabs that their role allows", async () => {
  const { slack } = environment;
  const sam = person(slack, "Sam Rivera");
  await sam.command("databases", "/db admin");
  const window = await sam.waitForModal(({ title }) => title === "Admin");
  const shown = shownText(window);
  await sam.leave();
  expect(shown).toContain("Approvals");
  expect(shown).not.toContain("Audit");
  expect(shown).not.toContain("Health");
});
