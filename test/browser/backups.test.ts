import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { say } from "../support/form-page.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { keepBothWidths, keepScreenshot } from "../support/screenshot.ts";
import { appears, openWindow } from "../support/slack-window.ts";
import { hourMs } from "../../src/lib/duration.ts";

const environment = useTestEnvironment({ page: true });
const browser = useBrowser();

/** Backups every 6 hours, one of them full each day. The last full one failed. */
function troubled(): object[] {
  const lastMs = Math.floor(Date.now() / hourMs) * hourMs - hourMs;
  return Array.from({ length: 40 }, (_, index) => {
    const isFull = index % 4 === 1;
    const startedMs = lastMs - index * 6 * hourMs;
    const seconds = isFull ? 451 : 38;
    const failed = index < 2 || index === 13;
    return {
      id: `5c1d7e2a-31b4-4c8e-8a55-${String(index).padStart(12, "0")}`,
      backupName: isFull ? "daily" : "six-hourly",
      type: isFull ? "full" : "incremental",
      status: failed ? "error" : "done",
      startedAt: new Date(startedMs).toISOString(),
      finishedAt: new Date(startedMs + seconds * 1_000).toISOString(),
      durationInSeconds: seconds,
      ...(failed
        ? {}
        : { sizeInBytes: isFull ? 48_318_382_080 - index * 40_000_000 : 1_900_000_000 + index * 9_000_000 }),
      bucket: { bucketPath: `s3://backups-eu-west-1/orders-prod/5c1d7e2a-31b4-4c8e-8a55-${index}` },
    };
  });
}

test("people see the backups of all services, the table of one, its next page in the same message, one backup, and a broken promise", async () => {
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  const [orders, analytics] = environment.organization.services;
  for (const service of [orders, analytics]) {
    await say(page, `/db services add ${service?.id} ${service?.name}`);
    await appears(page.getByText(`Added ${service?.name}`));
  }
  const match = { pathPattern: `/v1/*/services/${orders?.id}/backups` };
  await environment.faults({ kind: "status", status: 200, body: { result: troubled() }, match });

  await say(page, "/db backups");
  await appears(page.getByText("Backups of 2 services:"));
  await keepScreenshot(page, "backups-of-all-services");

  await page.getByRole("button", { name: "Backups", exact: true }).first().click();
  const table = page.getByRole("table");
  await appears(table.getByText("Incremental").first());
  await page.getByRole("button", { name: "Older" }).click();
  await appears(page.getByText("Page 2 of 4, 40 backups."));
  expect(await page.getByText("Page 1 of 4").count()).toBe(0);
  await keepBothWidths(page, "backups-table", table);

  await say(page, "/db backups watch orders prod max-age 12h");
  await appears(page.getByText("orders prod: no good backup in 12 hours."));
  await say(page, `/db backups details orders prod 5c1d7e2a-31b4-4c8e-8a55-000000000005`);
  await appears(page.getByText("backup of orders prod"));
  await keepScreenshot(page, "backup-details-and-watch");
});
