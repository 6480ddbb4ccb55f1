import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { createStore } from "../../src/app/store.ts";
import { addDays, daysFrom, startOf } from "../../src/lib/day.ts";
import { isFinal, shareKnownBefore } from "@quartermaster/reference-cloud";
import { useBrowser } from "../support/browser.ts";
import { startClockedReplicas } from "../support/clocked-replicas.ts";
import { keepBothWidths, keepScreenshot } from "../support/screenshot.ts";
import { appears, openWindow } from "../support/slack-window.ts";

const browser = useBrowser();

/** A Monday after a weekend with two open days, which then change by more than 5 percent. */
const monday = daysFrom("2027-02-01", "2028-12-31").find((day) => {
  const weekend = [addDays(day, -2), addDays(day, -1)];
  const morning = new Date(`${day}T08:00:00Z`);
  return (
    startOf("week", day) === day &&
    weekend.every((each) => !isFinal(each, morning) && shareKnownBefore(each) < 1 / 1.05)
  );
});

test("a weekly report has its picture, and its thread tells what changed late", async () => {
  if (monday === undefined) throw new Error("There is no such Monday.");
  await using replicas = await startClockedReplicas(`${addDays(monday, -3)}T10:00:00Z`, {
    count: 1,
    page: true,
  });
  await replicas.command("/db costs schedule weekly at 09:00 by service UTC", "Scheduled. Every week");
  await using ada = await openWindow(browser, replicas.slack);
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 1150 });
  replicas.clock.moveTo(`${monday}T09:00:00Z`);
  await appears(page.getByText("Costs of the week"));
  await appears(page.getByRole("img", { name: /^Credits per day by service, .+: 7 bars/ }));
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
  await keepScreenshot(page, "report-weekly");

  replicas.clock.moveTo(`${addDays(monday, 4)}T12:00:00Z`);
  await page.getByRole("button", { name: /1 reply/ }).click();
  expect(await appears(page.getByText("These days are final"))).toBe(true);
  await keepScreenshot(page, "report-late-changes");
});

test("the posts about a budget and an unusual day say in words what their bars and amounts show, and who expected the day", async () => {
  await using replicas = await startClockedReplicas("2027-02-10T10:00:00Z", { count: 1, page: true });
  const { cloud, clock } = replicas;
  const factors = [{ serviceId: cloud.organizations[0]?.services[0]?.id, day: "2027-02-17", factor: 4 }];
  const headers = { "content-type": "application/json" };
  await fetch(`${cloud.controlUrl}/costs`, { method: "POST", headers, body: JSON.stringify({ factors }) });
  await replicas.command("/db costs budget set 1950 monthly", "Set a monthly budget");
  const redis = new Redis(replicas.redisUrl);
  await createStore(redis)
    .workspace(replicas.slack.teamId)
    .audit.record({
      at: "2027-02-17T09:30:00.000Z",
      userId: "U0ADAPARK1",
      userName: "Ada Park",
      action: "service.create",
      subject: cloud.organizations[0]?.services[0]?.name,
      after: { preset: "large staging" },
      result: "done",
    });
  redis.disconnect();
  await using ada = await openWindow(browser, replicas.slack);
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 1150 });
  clock.moveTo("2027-02-22T06:00:00Z");
  const button = page.getByRole("button", { name: "This was expected" });
  await appears(button);
  const cause = page.getByText("was created from the preset large staging by Ada Park").last();
  expect(await appears(cause)).toBe(true);
  await keepBothWidths(page, "unusual-day", cause);
  await page.setViewportSize({ width: 1280, height: 1150 });
  await button.click();
  expect(await appears(page.getByText("expected this"))).toBe(true);
  clock.moveTo("2027-02-27T06:00:00Z");
  expect(await appears(page.getByText(/^8\d% used: monthly budget of 1,950 credits$/))).toBe(true);
  await keepScreenshot(page, "budget");
});
