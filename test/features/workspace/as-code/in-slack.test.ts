import { expect, test } from "vitest";
import { useTestEnvironment } from "../../../support/environment.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment();

test("an admin sees the workspace as YAML, and the differences of another file before they apply it", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db admin access limit operator providers=aws");
  await ada.waitForMessage("databases", "only on aws");
  await ada.command("databases", "/db admin export");
  const exported = await ada.waitForMessage("databases", "This workspace as YAML");
  expect(shownText(exported)).toContain("limits:\n  operator:\n    providers:\n      - aws");
  await ada.command("databases", "/db admin apply");
  await ada.waitForModal((view) => shownText(view).includes("Nothing changes yet"));
  await ada.fill("part1", "version: 1\nlimits:\n  viewer:\n    totalMemoryGb: 8\n");
  await ada.submit();
  const shown = await ada.waitForModal((view) => shownText(view).includes("*2 differences*"));
  expect(shownText(shown)).toContain("*Removed*: limit of a role *operator*");
  expect(shownText(shown)).toContain("*Added*: limit of a role *viewer*");
  await ada.click(shown, "apply-workspace-file");
  await ada.waitForModal((view) => shownText(view).includes("Applied: 2 changes."));
});
