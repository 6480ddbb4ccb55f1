import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import {
  atStep,
  choose,
  closeWithEscape,
  dialog,
  field,
  fill,
  gone,
  knowService,
  next,
  offers,
  openForm,
  clickButton,
  say,
  skipToReview,
  typed,
} from "../support/form-page.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { doneBackups, lastCreate, serviceNamed } from "../support/reference-server.ts";
import { type SlackWindow, appears, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({ page: true });
const browser = useBrowser();

function adaWindow(): Promise<SlackWindow> {
  return openWindow(browser, environment.slack);
}

test("the select under the backups starts a service with the backup, in the region of its original", async () => {
  await using ada = await adaWindow();
  const original = await serviceNamed(environment, "orders prod");
  await knowService(ada.page, original);
  await say(ada.page, "/db backups orders prod");
  const [newest] = await doneBackups(environment, original.id);
  await ada.page.getByPlaceholder("Restore…").click();
  await ada.page.getByRole("option").first().click();

  const form = await atStep(ada.page, "Basics");
  await appears(form.getByText("orders prod is in eu-west-1, tier production"));
  await appears(form.getByText("eu-west-1, as orders prod"));
  expect(await field(form, "Region").count()).toBe(0);
  await fill(form, { Name: "orders again" });
  await skipToReview(form);
  await appears(form.getByText("Starts with the data of orders prod:"));
  await clickButton(form, "Create");
  await appears(dialog(ada.page, "Created"));
  expect(await lastCreate(environment)).toMatchObject({
    name: "orders again",
    backupId: newest,
    provider: "aws",
    region: "eu-west-1",
    tier: "production",
  });
});

test("a backup chosen in the form fixes the region, and removing it makes the region free again", async () => {
  await using ada = await adaWindow();
  await knowService(ada.page, await serviceNamed(environment, "web analytics"));
  const form = await openForm(ada.page, "after all");
  await choose(form, { Provider: "AWS", Region: "eu-central-1", "Start from a backup of": "web analytics" });
  await appears(form.getByText("europe-west4, as web analytics"));
  expect(await field(form, "Region").count()).toBe(0);
  const [newest = ""] = await offers(form, "Backup", (backups) => backups.length > 1);
  await choose(form, { Backup: newest, "Start from a backup of": "No backup: start empty" });
  await gone(form.getByText("europe-west4, as web analytics"));
  expect(await typed(form, "Region")).toBe("eu-central-1");
  await skipToReview(form);
  await clickButton(form, "Create");
  await appears(dialog(ada.page, "Created"));
  const sent = await lastCreate(environment);
  expect(sent).toMatchObject({ name: "after all", provider: "aws", region: "eu-central-1" });
  expect(sent).not.toHaveProperty("backupId");
});

test("the values of a review are saved as a preset, and the next service starts from it by command or by choice", async () => {
  await using ada = await adaWindow();
  const form = await openForm(ada.page, "the first");
  await choose(form, { Provider: "Google Cloud", Region: "us-central1" });
  await next(form, "Size");
  await fill(form, { "Number of replicas": "4" });
  await choose(form, { "Minimum memory per replica": "8 GB", "Maximum memory per replica": "24 GB" });
  await next(form, "Access and security");
  await fill(form, { "Allowed addresses": "203.0.113.0/24 office", "Encryption key": "not for presets" });
  await next(form, "Review");
  await clickButton(form, "Save as preset");
  const saving = dialog(ada.page, "Save as preset");
  await fill(saving, { "Name of the preset": "small staging", Description: "For trying things out" });
  await clickButton(saving, "Save");
  await appears(form.getByText("Saved as the preset small staging."));
  await closeWithEscape(form);

  const expected = {
    provider: "gcp",
    region: "us-central1",
    numReplicas: 4,
    minReplicaMemoryGb: 8,
    maxReplicaMemoryGb: 24,
    idleScaling: true,
    idleTimeoutMinutes: 15,
    ipAccessList: [{ source: "203.0.113.0/24", description: "office" }],
  };
  await openForm(ada.page, "small staging");
  expect(await typed(form, "Start from a preset")).toBe("small staging");
  await fill(form, { Name: "by command" });
  await skipToReview(form);
  await clickButton(form, "Create");
  await appears(dialog(ada.page, "Created"));
  expect(await lastCreate(environment)).toEqual({ name: "by command", ...expected });
  await closeWithEscape(dialog(ada.page, "Created"));

  await openForm(ada.page, "by choice");
  await choose(form, { "Start from a preset": "small staging" });
  await appears(field(form, "Region").and(ada.page.locator("[value=us-central1]")));
  expect(await typed(form, "Name")).toBe("by choice");
  await skipToReview(form);
  await clickButton(form, "Create");
  await appears(dialog(ada.page, "Created"));
  expect(await lastCreate(environment)).toEqual({ name: "by choice", ...expected });
});
