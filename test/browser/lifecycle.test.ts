import { expect, test } from "vitest";
import { dayMs, hourMs } from "../../src/lib/duration.ts";
import { useBrowser } from "../support/browser.ts";
import { clickButton, dialog, say } from "../support/form-page.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { appears, goTo, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({
  page: true,
  startsAt: "2026-11-20T12:00:00.000Z",
});
const browser = useBrowser();

test("people change a service with its difference, set its hours and its end, and keep it after a warning", async () => {
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  const [orders] = environment.organization.services;
  await say(page, `/db services add ${orders?.id} orders prod`);
  await appears(page.getByText("Added orders prod"));

  await say(page, "/db services change orders prod");
  const form = dialog(page, "Change a service");
  await appears(form.getByText("orders prod as it is now."));
  await form.getByLabel("Number of replicas").fill("4");
  await form.getByLabel("Allowed addresses").fill("203.0.113.0/24 office\n198.51.100.7 build");
  await keepBothWidths(page, "lifecycle-change");
  await clickButton(form, "Next");
  await appears(form.getByText("3 → 4"));
  await appears(form.getByText("Address added:"));
  await keepBothWidths(page, "lifecycle-difference");
  await clickButton(form, "Change");
  await appears(page.getByText("Changed orders prod."));
  await page.keyboard.press("Escape");

  await say(page, "/db admin approvals deny price over 100 credits a month");
  await appears(page.getByText("No service may cost more than 100 credits"));
  await say(page, "/db services change orders prod");
  await appears(form.getByText("orders prod as it is now."));
  await form.getByLabel("Number of replicas").fill("5");
  await clickButton(form, "Next");
  await appears(form.getByText("This change isn't allowed."));
  await keepBothWidths(page, "lifecycle-denied");
  await clickButton(form, "Change");
  // The review said so too. The limit may go only once this is answered.
  await appears(form.getByText("Step 1 of 2"));
  await appears(form.getByText("is over the limit of 100 credits"));
  await page.keyboard.press("Escape");
  await say(page, "/db admin approvals deny off");
  await appears(page.getByText("There are no hard limits.").last());

  await say(page, "/db services hours orders prod 08:00-19:00 Mon-Fri Europe/Berlin");
  await appears(page.getByText("orders prod runs 08:00-19:00 Mon-Fri Europe/Berlin."));
  await say(page, "/db services show orders prod");
  const card = dialog(page, "orders prod");
  await appears(card.getByText("08:00-19:00 Mon-Fri Europe/Berlin"));
  await appears(card.getByRole("button", { name: "Keep it for 2 more hours" }));
  await keepBothWidths(page, "lifecycle-hours", card.getByText("08:00-19:00 Mon-Fri Europe/Berlin"));
  await page.keyboard.press("Escape");

  await say(page, "/db services expires orders prod 1d");
  await appears(page.getByText(/I warn its owner 2 days before, 2 hours before and 30 minutes before/));
  environment.passTime(dayMs - 2 * hourMs + 60_000);
  await environment.ada.waitForMessage("direct", "Do you still need it?");
  await goTo(page, "Quartermaster");
  // Home opens first.
  await appears(page.getByText("Set up Quartermaster"));
  await page.getByRole("button", { name: "Messages", exact: true }).click();
  await appears(page.getByText("Do you still need it?"));
  await keepBothWidths(page, "lifecycle-warning", page.getByText("Do you still need it?"));
  await page.getByRole("button", { name: "Keep 7 days" }).click();
  await appears(page.getByText(/orders prod ends/).last());
  // The change, and the stop at 19:00 in Berlin.
  const sent = await environment.received("PATCH");
  expect(sent.map(({ path }) => path.split("/").at(-1))).toEqual([orders?.id, "replicaScaling", "state"]);
});
