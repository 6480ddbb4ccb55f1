import { expect, test } from "vitest";
import { addDays, daysFrom, startOfWeek } from "../../src/lib/day.ts";
import { isSettled, shareKnownBefore } from "../../src/sandbox/cloud/settling.ts";
import { useBrowser } from "../support/browser.ts";
import { startClockedReplicas } from "../support/clocked-replicas.ts";
import { keepScreenshot } from "../support/screenshot.ts";
import { appears, openWindow } from "../support/slack-window.ts";

const browser = useBrowser();

/** A Monday on which both days of the weekend before are open, and change by more than 5 percent. */
const monday = daysFrom("2027-02-01", "2028-12-31").find((day) => {
  const weekend = [addDays(day, -2), addDays(day, -1)];
  const morning = new Date(`${day}T08:00:00Z`);
  return (
    startOfWeek(day) === day &&
    weekend.every((each) => !isSettled(each, morning) && shareKnownBefore(each) < 1 / 1.05)
  );
});

test("a weekly digest has its picture, and its thread tells what changed late", async () => {
  if (monday === undefined) throw new Error("There is no such Monday.");
  await using replicas = await startClockedReplicas(`${addDays(monday, -3)}T10:00:00Z`, {
    count: 1,
    page: true,
  });
  await replicas.command("/db costs schedule weekly at 09:00 by service UTC", "Scheduled: every week");
  await using ada = await openWindow(browser, replicas.slack);
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 1150 });
  replicas.clock.moveTo(`${monday}T09:00:00Z`);
  await appears(page.getByText("Costs of the week"));
  await appears(page.getByRole("img", { name: /^Credits a day by service, .+: 7 bars/ }));
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
  await keepScreenshot(page, "digest-weekly");

  replicas.clock.moveTo(`${addDays(monday, 4)}T12:00:00Z`);
  await page.getByRole("button", { name: /1 reply/ }).click();
  expect(await appears(page.getByText("These days are final now"))).toBe(true);
  await keepScreenshot(page, "digest-late-changes");
});
