import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { useTestEnvironment } from "../support/environment.ts";
import {
  atStep,
  choose,
  clickButton,
  closeWithEscape,
  dialog,
  field,
  fill,
  knowService,
  next,
  offers,
  openForm,
  say,
  skipToReview,
  tick,
  typed,
} from "../support/form-page.ts";
import { untilKept } from "../support/kept-draft.ts";
import { doneBackups, lastCreate, serviceNamed } from "../support/reference-server.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { appears, goTo, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({ page: true, organization: "Harbour Bank" });
const browser = useBrowser();

test("a service is created in every step of the form: problems at their fields, a pause and a restart, a preset, its password, running", async () => {
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  const form = await openForm(page);
  await fill(form, { Name: "orders-staging" });
  await choose(form, { Provider: "Azure" });
  await choose(form, { Region: "germanywestcentral" });
  await choose(form, { Provider: "Google Cloud" });
  await choose(form, { Region: "us-east1" });
  await clickButton(form, "Next");
  await appears(form.getByText("Name can have only letters from a to z, digits and spaces"));
  await fill(form, { Name: "orders staging" });
  await next(form, "Size");
  await fill(form, { "Number of replicas": "4" });
  await choose(form, { "Minimum memory per replica": "48 GB" });
  await offers(form, "Maximum memory per replica", (sizes) => !sizes.includes("16 GB"));
  await choose(form, { "Maximum memory per replica": "116 GB" });
  await environment.restartApp();
  await next(form, "Access and security");
  await fill(form, {
    "Allowed addresses": "203.0.113.0/24 office\n0.0.0.0/0",
    "Encryption key": "key of mine",
  });
  await form.getByRole("checkbox", { name: "Yes, let every address try" }).waitFor();
  await clickButton(form, "Next");
  await appears(form.getByText("lets everyone on the internet try to connect. Tick this box"));
  await keepBothWidths(page, "create-problem");
  await tick(form, "Yes, let every address try", "Encrypt transparently");
  await closeWithEscape(form);
  await untilKept(environment, ({ values }) => values["hasTransparentDataEncryption"] === true);

  await goTo(page, "Quartermaster");
  await appears(page.getByText("You have an unfinished draft, “orders staging” (step 3"));
  await clickButton(page.getByRole("main"), "Continue");
  await atStep(page, "Access and security");
  expect(await typed(form, "Encryption key")).toBe("key of mine");
  await clickButton(form, "Back");
  await atStep(page, "Size");
  expect(await typed(form, "Number of replicas")).toBe("4");
  await skipToReview(form);
  await clickButton(form, "Save as preset");
  const saving = dialog(page, "Save as preset");
  await fill(saving, { "Name of the preset": "small staging", Description: "For trying things out" });
  await clickButton(saving, "Save");
  await appears(form.getByText("Saved as the preset small staging."));
  await keepBothWidths(page, "create-review");
  await clickButton(form, "Create");
  await clickButton(dialog(page, "Created"), "Show the password");
  await appears(dialog(page, "Password").getByText("You see it only once."));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await goTo(page, "databases");
  await appears(page.getByText("Steps of orders staging"));
  await appears(page.getByText("orders staging is running"));
  await keepBothWidths(page, "creation-steps");
  expect(await lastCreate(environment)).toMatchObject({
    name: "orders staging",
    provider: "gcp",
    region: "us-east1",
    numReplicas: 4,
    minReplicaMemoryGb: 48,
    maxReplicaMemoryGb: 116,
    ipAccessList: [{ source: "203.0.113.0/24", description: "office" }, { source: "0.0.0.0/0" }],
    hasTransparentDataEncryption: true,
  });
});

test("the select under the backups starts a service with the backup, in the region of its original, and another backup can be chosen", async () => {
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  const original = await serviceNamed(environment, "ledger");
  await knowService(page, original);
  await say(page, "/db backups ledger");
  await page.getByPlaceholder("Restore…").click();
  await page.getByRole("option").first().click();
  const form = await atStep(page, "Basics");
  await appears(form.getByText("westus3, as ledger"));
  expect(await field(form, "Region").count()).toBe(0);
  await fill(form, { Name: "ledger again" });
  const [, older = ""] = await offers(form, "Backup", (backups) => backups.length > 1);
  await choose(form, { Backup: older });
  await skipToReview(form);
  await appears(form.getByText("Starts with the data of ledger:"));
  await clickButton(form, "Create");
  await appears(dialog(page, "Created"));
  const [, backupId] = await doneBackups(environment, original.id);
  expect(await lastCreate(environment)).toMatchObject({ backupId, provider: "azure", region: "westus3" });
});
