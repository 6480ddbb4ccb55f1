import { isFinal, shareKnownBefore } from "@quartermaster/reference-cloud";
import { expect, test } from "vitest";
import { addDays, daysFrom, startOf } from "../../src/lib/day.ts";
import { useBrowser } from "../support/browser.ts";
import { callerIn } from "../support/data-of.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { appears, openWindow } from "../support/slack-window.ts";

const startsAt = "2027-02-10T10:00:00Z";
const environment = useTestEnvironment({
  page: true,
  startsAt,
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "5000" }),
});
const browser = useBrowser();
let aheadMs = Date.parse(startsAt) - Date.now();

function moveTo(time: string): void {
  const ms = Date.parse(time) - Date.now() - aheadMs;
  aheadMs += ms;
  environment.passTime(ms);
}

async function command(text: string, answer: string): Promise<void> {
  await environment.ada.command("databases", text);
  await environment.ada.waitForMessage("databases", answer);
}

test("the posts about a budget and an unusual day say in words what their bars and amounts show, and who expected the day", async () => {
  const service = environment.organization.services[0];
  const factors = [{ serviceId: service?.id, day: "2027-02-17", factor: 4 }];
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ factors });
  await fetch(`${environment.cloud.controlUrl}/costs`, { method: "POST", headers, body });
  await command("/db costs budget set 1950 monthly", "Set a monthly budget");
  await callerIn(environment).context.audit.record({
    at: "2027-02-17T09:30:00.000Z",
    userId: environment.ada.id,
    userName: "Ada Park",
    action: "service.create",
    subject: service?.name ?? "",
    after: { preset: "large staging" },
    result: "done",
  });
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  moveTo("2027-02-22T06:00:00Z");
  const button = page.getByRole("button", { name: "This was expected" });
  await appears(button);
  const cause = page.getByText("was created from the preset large staging by Ada Park").last();
  expect(await appears(cause)).toBe(true);
  await keepBothWidths(page, "unusual-day", cause);
  await button.click();
  expect(await appears(page.getByText("expected this"))).toBe(true);
  moveTo("2027-02-27T06:00:00Z");
  const budget = page.getByText(/^8\d% used: monthly budget of 1,950 credits$/);
  expect(await appears(budget)).toBe(true);
  await keepBothWidths(page, "budget", budget);
});

/** A later Monday after a weekend with two open days, which then change by more than 5 percent. */
const monday = daysFrom("2027-03-08", "2028-12-31").find((day) => {
  const weekend = [addDays(day, -2), addDays(day, -1)];
  const morning = new Date(`${day}T08:00:00Z`);
  return (
    startOf("week", day) === day &&
    weekend.every((each) => !isFinal(each, morning) && shareKnownBefore(each) < 1 / 1.05)
  );
});

test("a weekly report has its picture, and its thread tells what changed late", async () => {
  if (monday === undefined) throw new Error("There is no such Monday.");
  moveTo(`${addDays(monday, -3)}T10:00:00Z`);
  await command("/db costs schedule weekly at 09:00 by service UTC", "Scheduled. Every week");
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  moveTo(`${monday}T09:00:00Z`);
  const picture = page.getByRole("img", { name: /^Credits per day by service, .+: 7 bars/ });
  await appears(picture);
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
  await keepBothWidths(page, "report-weekly", picture);
  moveTo(`${addDays(monday, 4)}T12:00:00Z`);
  await page.getByRole("button", { name: /1 reply/ }).click();
  expect(await appears(page.getByText("These days are final"))).toBe(true);
  await keepBothWidths(page, "report-late-changes");
});
