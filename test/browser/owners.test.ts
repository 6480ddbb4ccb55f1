import { expect, test } from "vitest";
import { ownerRounds } from "../../src/features/owners/handover/round.ts";
import { OwnerRound } from "../../src/features/owners/handover/schedule.ts";
import { useBrowser } from "../support/browser.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { shownText } from "../support/slack-person.ts";
import { appears, goTo, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({
  page: true,
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }),
});
const browser = useBrowser();

test("the table of owners, what concerns a person, and a hand-over look right at both widths", async () => {
  const { ada, app, slack, organization } = environment;
  const context = app.contextOf?.(slack.teamId);
  if (!context) throw new Error("The app runs in another process.");
  const idOf = (wanted: string) => slack.users.find(({ name }) => name === wanted)?.id ?? "";
  const [sam, noor] = [idOf("Sam Rivera"), idOf("Noor Haddad")];
  const addedAt = new Date().toISOString();
  for (const { id, name } of organization.services)
    await context.services.add({ name, serviceId: id, addedBy: ada.id, addedAt });
  const unowned = { name: "billing", serviceId: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10" };
  await context.services.add({ ...unowned, addedBy: ada.id, addedAt });
  const [first = "", second = ""] = organization.services.map(({ name }) => name);
  await ada.command("databases", `/db services owner ${first} @sam team payments`);
  await ada.waitForMessage("databases", `*${first}* now belongs to`);
  await ada.command("databases", `/db services owner ${second} @Ada Park team @oncall`);
  await ada.waitForMessage("databases", `*${second}* now belongs to`);
  await ada.command("databases", "/db services owner");
  const list = await ada.waitForMessage("databases", "*Owners of ");
  const shown = shownText(list);
  expect(shown.indexOf("billing")).toBeLessThan(shown.indexOf("payments"));

  await using window = await openWindow(browser, slack);
  const { page } = window;
  const table = page.getByText("Owners of ").last();
  await appears(table);
  await keepBothWidths(page, "owners-table", table);

  await goTo(page, "Quartermaster");
  const concerns = page.getByText("What concerns me");
  await appears(concerns);
  await appears(page.getByText("State: running").first());
  await keepBothWidths(page, "owners-home", concerns);

  await fetch(`${slack.url}/page/person`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ person: sam, isGone: true }),
  });
  const [round] = await context.schedules.list(OwnerRound);
  if (!round) throw new Error("There is no round over the owners.");
  await ownerRounds.advance(round, context);
  const asked = await ada.waitForMessage("direct", "has left Slack");
  await page.getByRole("button", { name: "Messages", exact: true }).click();
  const message = page.getByText("has left Slack").last();
  await appears(message);
  await keepBothWidths(page, "owners-handover", message);
  await ada.click(asked, "owner-handover", noor);
  await appears(page.getByText(`now owns`).last());
  await keepBothWidths(page, "owners-handed-over");
});

test("a long list of owners is a table to page through, at both widths", async () => {
  const { ada, app, slack } = environment;
  const context = app.contextOf?.(slack.teamId);
  if (!context) throw new Error("The app runs in another process.");
  const addedAt = new Date().toISOString();
  for (let index = 10; index < 24; index += 1) {
    const serviceId = `0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3b${index}`;
    await context.services.add({ name: `orders ${index}`, serviceId, addedBy: ada.id, addedAt });
  }
  await ada.command("incidents", "/db services owner");
  await ada.waitForMessage("incidents", "*Owners of ");
  await using window = await openWindow(browser, slack, { channel: "incidents" });
  const { page } = window;
  const table = page.getByText("Owners of ").last();
  await appears(table);
  await keepBothWidths(page, "owners-long-table", table);
  expect(await page.getByText("orders 10").count()).toBeGreaterThan(0);
});
