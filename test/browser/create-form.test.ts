import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { serviceRequestFieldNames } from "../../src/platform/cloud/services/request.ts";
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
  skipToReview,
  tick,
  typed,
} from "../support/form-page.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { found } from "../support/until.ts";
import { doneBackups, lastCreate, serviceNamed } from "../support/reference-server.ts";
import { type SlackWindow, appears, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({ page: true, organization: "Harbour Bank" });
const browser = useBrowser();

function adaWindow(): Promise<SlackWindow> {
  return openWindow(browser, environment.slack);
}

test("a service with every field of the contract is created as typed", async () => {
  await using ada = await adaWindow();
  const original = await serviceNamed(environment, "ledger");
  await knowService(ada.page, original);

  const form = await openForm(ada.page);
  await fill(form, { Name: "everything there is" });
  await choose(form, { "Start from a backup of": "ledger" });
  await appears(form.getByText("westus3, as ledger"));
  const [, older = ""] = await offers(form, "Backup", (backups) => backups.length > 1);
  await choose(form, { Backup: older });

  await next(form, "Size");
  await fill(form, { "Number of replicas": "1", "Own cloud (BYOC) id": "byoc-7", "Idle timeout": "45" });
  await offers(form, "Minimum memory per replica", (sizes) => !sizes.includes("16 GB"));
  await choose(form, {
    "Minimum memory per replica": "48 GB",
    "Maximum memory per replica": "232 GB",
    "Instance profile": "v1-highmem-xl",
  });

  await next(form, "Access and security");
  await fill(form, {
    "Allowed addresses": "203.0.113.0/24 office\n2001:db8::/32 *home* & <garden>",
    Endpoints: "mysql on",
    "Encryption key": "arn:aws:kms:eu-west-1:1:key/of-mine",
    "Encryption role": "arn:aws:iam::1:role/of-mine",
  });
  await choose(form, { "Data warehouse": "ledger" });
  await tick(form, "Read-only", "Encrypt transparently", "I accept the terms");
  await choose(form, { Compliance: "hipaa", "Release channel": "slow" });
  await tick(form, "Show them in their own step");

  await next(form, "Older fields");
  await appears(form.getByText("production, as ledger"));
  await choose(form, { "Minimum total memory": "144 GB", "Maximum total memory": "696 GB" });
  await fill(form, { "Private endpoints": "pe-1\npe-2" });

  await next(form, "Review");
  await clickButton(form, "Create");
  await appears(dialog(ada.page, "Created"));

  const sent = await lastCreate(environment);
  expect(sent).toEqual({
    name: "everything there is",
    provider: "azure",
    region: "westus3",
    backupId: (await doneBackups(environment, original.id))[1],
    numReplicas: 1,
    byocId: "byoc-7",
    minReplicaMemoryGb: 48,
    maxReplicaMemoryGb: 232,
    profile: "v1-highmem-xl",
    idleScaling: true,
    idleTimeoutMinutes: 45,
    ipAccessList: [
      { source: "203.0.113.0/24", description: "office" },
      { source: "2001:db8::/32", description: "*home* & <garden>" },
    ],
    endpoints: [{ protocol: "mysql", enabled: true }],
    // The server's list of requests hides it. The service below has it.
    encryptionKey: "(secret)",
    encryptionAssumedRoleIdentifier: "arn:aws:iam::1:role/of-mine",
    hasTransparentDataEncryption: true,
    complianceType: "hipaa",
    dataWarehouseId: original.dataWarehouseId,
    isReadonly: true,
    releaseChannel: "slow",
    privatePreviewTermsChecked: true,
    tier: "production",
    minTotalMemoryGb: 144,
    maxTotalMemoryGb: 696,
    privateEndpointIds: ["pe-1", "pe-2"],
  });
  expect(Object.keys(sent).toSorted()).toEqual(serviceRequestFieldNames.toSorted());
  expect((await serviceNamed(environment, "everything there is"))["encryptionKey"]).toBe(
    "arn:aws:kms:eu-west-1:1:key/of-mine",
  );
});

/** Opens the form at its sizes, with a choice of own clouds. Forms share a list of services for some seconds. */
async function openAtOwnClouds(page: Page): Promise<Locator> {
  return found(async () => {
    const form = await openForm(page, "own cloud");
    await choose(form, { Provider: "AWS", Region: "eu-west-2" });
    await next(form, "Size");
    if (await field(form, "Own cloud (BYOC)").isVisible()) return form;
    await closeWithEscape(form);
    return undefined;
  });
}

test("in a customer's own cloud only its sizes are offered, and never a maximum below the minimum", async () => {
  await using ada = await adaWindow();
  const form = await openAtOwnClouds(ada.page);
  const all = await offers(form, "Minimum memory per replica", () => true);
  expect(all).toContain("16 GB");
  await choose(form, { "Own cloud (BYOC)": "everything there is" });
  const narrowed = await offers(form, "Minimum memory per replica", ({ length }) => length < all.length);
  expect(narrowed).toEqual(["48 GB", "116 GB", "172 GB", "232 GB"]);
  await clickButton(form, "Next");
  await appears(form.getByText("Please complete this required field.").first());
  await choose(form, { "Minimum memory per replica": "116 GB" });
  const larger = await offers(form, "Maximum memory per replica", ({ length }) => length < narrowed.length);
  expect(larger).toEqual(["116 GB", "172 GB", "232 GB"]);
  await choose(form, { "Maximum memory per replica": "172 GB" });
  await skipToReview(form);
  await clickButton(form, "Create");
  await appears(dialog(ada.page, "Created"));
  expect(await lastCreate(environment)).toMatchObject({
    byocId: "byoc-7",
    minReplicaMemoryGb: 116,
    maxReplicaMemoryGb: 172,
  });
});

test("read-only is offered only with a warehouse, and not sent without one", async () => {
  await using ada = await adaWindow();
  const form = await openForm(ada.page, "reads only");
  await choose(form, { Provider: "Azure", Region: "westus3" });
  await next(form, "Size");
  await next(form, "Access and security");
  const onlyReads = form.getByRole("checkbox", { name: "Read-only" });
  expect(await onlyReads.count()).toBe(0);
  const warehouses = await offers(form, "Data warehouse", (names) => names.length > 2);
  const own = warehouses.find((names) => names.includes("ledger")) ?? "";
  await choose(form, { "Data warehouse": own });
  await tick(form, "Read-only");
  await next(form, "Review");
  await appears(form.getByText("Read-only: yes"));

  await clickButton(form, "Back");
  await atStep(ada.page, "Access and security");
  await choose(form, { "Data warehouse": "A new warehouse" });
  await gone(onlyReads);
  await next(form, "Review");
  expect(await form.getByText("Read-only").count()).toBe(0);
  await clickButton(form, "Create");
  await appears(dialog(ada.page, "Created"));
  const sent = await lastCreate(environment);
  expect(sent).toMatchObject({ name: "reads only" });
  expect(sent).not.toHaveProperty("isReadonly");
  expect(sent).not.toHaveProperty("dataWarehouseId");
});

test("each invalid address is named with its line, and opening the service to the world needs a confirmation", async () => {
  await using ada = await adaWindow();
  const form = await openForm(ada.page, "reached by all");
  await choose(form, { Provider: "AWS", Region: "eu-west-1" });
  await next(form, "Size");
  await next(form, "Access and security");
  await fill(form, { "Allowed addresses": "203.0.113.0/24 office\n203.0.113.300 home\n10.0.0.0/33" });
  await clickButton(form, "Next");
  await appears(form.getByText("Line 2: “203.0.113.300” isn't an address."));
  await appears(form.getByText("Line 3: the number after the slash in “10.0.0.0/33” must be 0 to 32."));

  await fill(form, { "Allowed addresses": "203.0.113.0/24 office\n0.0.0.0/0" });
  await form.getByRole("checkbox", { name: "Yes, let every address try" }).waitFor();
  await clickButton(form, "Next");
  await appears(form.getByText("lets everyone on the internet try to connect. Tick this box"));
  await tick(form, "Yes, let every address try");
  await next(form, "Review");
  await appears(form.getByText("Open to the world:"));
  await clickButton(form, "Create");
  await appears(dialog(ada.page, "Created"));
  expect(await lastCreate(environment)).toMatchObject({
    ipAccessList: [{ source: "203.0.113.0/24", description: "office" }, { source: "0.0.0.0/0" }],
  });
});

test("going back keeps the values of both steps", async () => {
  await using ada = await adaWindow();
  const form = await openForm(ada.page, "to and fro");
  await choose(form, { Provider: "Google Cloud", Region: "europe-west4" });
  await next(form, "Size");
  await fill(form, { "Number of replicas": "5" });
  await choose(form, { "Maximum memory per replica": "120 GB" });
  await clickButton(form, "Back");
  await atStep(ada.page, "Basics");
  expect(await typed(form, "Name")).toBe("to and fro");
  expect(await typed(form, "Provider")).toBe("Google Cloud");
  expect(await typed(form, "Region")).toBe("europe-west4");
  await next(form, "Size");
  expect(await typed(form, "Number of replicas")).toBe("5");
  expect(await typed(form, "Maximum memory per replica")).toBe("120 GB");
  expect(await typed(form, "Minimum memory per replica")).toBe("16 GB");
});
