import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { appears, openWindow } from "../support/slack-window.ts";

const folder = mkdtempSync(join(tmpdir(), "as-code-"));
const path = join(folder, "workspace.yaml");
writeFileSync(
  path,
  `version: 1
limits:
  operator:
    totalMemoryGb: 96
hooks:
  checkout: { channel: C0DATABAS1, owner: U0ADAPARK1, escalation: { group: S0ONCALL01, afterMinutes: 15 } }
`,
);
afterAll(() => rmSync(folder, { recursive: true }));

const environment = useTestEnvironment({ page: true, environment: () => ({ WORKSPACE_FILE: path }) });
const browser = useBrowser();

test("a file manages its parts, and the others are exported and applied after their differences were seen", async () => {
  await using window = await openWindow(browser, environment.slack);
  const { page } = window;
  const { ada } = environment;
  await expect
    .poll(
      async () =>
        (await environment.app.contextOf?.(environment.slack.teamId).managedParts.find())?.appliedAt,
      {
        timeout: 60_000,
      },
    )
    .toBeDefined();
  await ada.command("databases", "/db admin access limit operator memory=8");
  const refused = page.getByRole("article").filter({ hasText: "is managed by a file" }).last();
  expect(await appears(refused)).toBe(true);
  await keepBothWidths(page, "as-code-refused", refused);

  await ada.command("databases", "/db admin");
  const dialog = page.getByRole("dialog");
  expect(await appears(dialog.getByText("People can't change these here"))).toBe(true);
  await keepBothWidths(page, "as-code-managed-tab");
  await dialog.getByRole("button", { name: "Export" }).first().click();
  expect(await appears(dialog.getByText("This workspace as a file."))).toBe(true);
  await keepBothWidths(page, "as-code-export-tab");
  await ada.close({ cleared: true });

  await ada.command("databases", "/db alerts hooks checkout");
  expect(await appears(dialog.getByText("workspace.yaml"))).toBe(true);
  await keepBothWidths(page, "as-code-managed-hook");
  await ada.close({ cleared: true });
  await ada.command("databases", "/db alerts hooks handover checkout pagerduty");
  // In the form's loading view, if reading took long. Else in the channel.
  const closed = page.getByRole("article").or(dialog).filter({ hasText: "All hooks are managed by a file" });
  expect(await appears(closed.last())).toBe(true);
  await keepBothWidths(page, "as-code-managed-form", closed.last());
  if (await dialog.isVisible()) await ada.close({ cleared: true });

  await ada.command("databases", "/db admin apply");
  await ada.waitForModal((view) => JSON.stringify(view).includes("Nothing changes yet"));
  await ada.fill("part1", "version: 1\naccess:\n  person U1: { role: operator, name: sam }\n");
  await ada.submit();
  expect(await appears(dialog.getByText("1 difference"))).toBe(true);
  await keepBothWidths(page, "as-code-differences");
  await dialog.getByRole("button", { name: "Apply" }).click();
  expect(await appears(dialog.getByText("Applied: 1 change."))).toBe(true);
});
