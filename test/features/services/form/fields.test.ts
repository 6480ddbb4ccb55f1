import { expect, test } from "vitest";
import { atStep, openFilled, openSteps, skipToReview, titled } from "../../../support/create-walk.ts";
import {
  choicesIn,
  fieldsIn,
  fillUntil,
  goOn,
  goTo,
  submitAtOnce,
  valueIn,
} from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { lastCreate, serviceNamed } from "../../../support/reference-server.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment();

test("a hidden field keeps its value unsent, and shows it again when it returns", async () => {
  const { ada } = environment;
  await openFilled(ada, "hide and seek");
  await goOn(ada, 2);
  await ada.fill("idleTimeoutMinutes", "42");
  await fillUntil(ada, ["idleScaling", []], (fields) => !fields.includes("idleTimeoutMinutes"));
  const back = await fillUntil(ada, ["idleScaling", ["on"]], (fields) =>
    fields.includes("idleTimeoutMinutes"),
  );
  expect(valueIn(back, "idleTimeoutMinutes")).toBe("42");
  await fillUntil(ada, ["idleScaling", []], (fields) => !fields.includes("idleTimeoutMinutes"));
  await goOn(ada, 3);
  await goOn(ada, 4);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  const sent = await lastCreate(environment);
  expect(sent).toMatchObject({ idleScaling: false });
  expect(sent).not.toHaveProperty("idleTimeoutMinutes");
});

test("unticked boxes and empty fields are not sent", async () => {
  const { ada } = environment;
  await openFilled(ada, "bare");
  await skipToReview(ada);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toEqual({
    name: "bare",
    provider: "aws",
    region: "eu-west-1",
    minReplicaMemoryGb: 16,
    maxReplicaMemoryGb: 64,
    idleScaling: true,
    idleTimeoutMinutes: 15,
  });
});

test("read-only is asked for and sent only with a warehouse", async () => {
  const { ada } = environment;
  const { dataWarehouseId } = await serviceNamed(environment, "orders prod");
  await openFilled(ada, "reader");
  await goOn(ada, 2);
  const before = await goOn(ada, 3);
  expect(fieldsIn(before)).not.toContain("isReadonly");
  await ada.waitForModal((view) => fieldsIn(view).includes("warehouse"));
  await fillUntil(ada, ["warehouse", dataWarehouseId], (fields) => fields.includes("isReadonly"));
  await ada.fill("isReadonly", ["on"]);
  await fillUntil(ada, ["warehouse", "-"], (fields) => !fields.includes("isReadonly"));
  expect(shownText(await goOn(ada, 4))).not.toContain("Read-only");
  await goTo(ada, "access", 3);
  const again = await fillUntil(ada, ["warehouse", dataWarehouseId], (fields) =>
    fields.includes("isReadonly"),
  );
  expect(valueIn(again, "isReadonly")).toBe(true);
  await goOn(ada, 4);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toMatchObject({ dataWarehouseId, isReadonly: true });
});

test("an own cloud narrows the sizes, and the maximum is never below the minimum", async () => {
  const { ada } = environment;
  await openFilled(ada, "own sizes");
  const size = await goOn(ada, 2);
  expect(choicesIn(size, "minReplicaMemoryGb")).toContain("8");
  await ada.fill("minReplicaMemoryGb", "128");
  const narrowed = await ada.waitForModal((view) => !choicesIn(view, "maxReplicaMemoryGb").includes("64"));
  expect(choicesIn(narrowed, "maxReplicaMemoryGb").slice(0, 2)).toEqual(["-", "128"]);
  expect(valueIn(narrowed, "maxReplicaMemoryGb")).toBeNull();
  await ada.fill("byocId", "byoc-1");
  const own = await ada.waitForModal((view) => !choicesIn(view, "minReplicaMemoryGb").includes("128"));
  // Both are required, so neither can be left to the cloud.
  expect(choicesIn(own, "minReplicaMemoryGb")).toEqual(["48", "116", "172", "232"]);
  const { errors = {} } = await ada.submit();
  expect(Object.keys(errors).map((blockId) => blockId.split(".")[0])).toEqual([
    "minReplicaMemoryGb",
    "maxReplicaMemoryGb",
  ]);
});

test("clearing the id of an own cloud restores the chosen sizes, which are sent", async () => {
  const { ada } = environment;
  await openFilled(ada, "own cloud after all");
  await goOn(ada, 2);
  await ada.fill("maxReplicaMemoryGb", "32");
  await ada.fill("byocId", "x");
  await ada.waitForModal((view) => !choicesIn(view, "minReplicaMemoryGb").includes("16"));
  await ada.submit();
  await ada.fill("byocId", "");
  const again = await ada.waitForModal((view) => choicesIn(view, "minReplicaMemoryGb").includes("16"));
  expect([valueIn(again, "minReplicaMemoryGb"), valueIn(again, "maxReplicaMemoryGb")]).toEqual(["16", "32"]);
  await goOn(ada, 3);
  await goOn(ada, 4);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toMatchObject({ minReplicaMemoryGb: 16, maxReplicaMemoryGb: 32 });
});

test("a problem below a field goes when the field is filled, and never shows beside Slack's own error", async () => {
  const { ada } = environment;
  const basics = await openSteps(ada);
  await ada.fill("region", "eu-west-1");
  await ada.click(basics, "form-step:review");
  await ada.waitForModal((view) => shownText(view).includes("Enter a name."));
  // A name that is still wrong shows its current problem only.
  await ada.fill("name", "no-dashes");
  const other = await ada.waitForModal((view) => !shownText(view).includes("Enter a name."));
  expect(shownText(other)).toContain("Name can have only letters");
  expect(await ada.submit()).not.toHaveProperty("errors");
  await ada.fill("name", "mended");
  await ada.waitForModal((view) => !shownText(view).includes("Name can have"));
  await goOn(ada, 2);
});

test("a single replica without a warehouse gets a warning, not a refusal", async () => {
  const { ada } = environment;
  await openFilled(ada, "alone");
  await goOn(ada, 2);
  await ada.fill("numReplicas", "1");
  await ada.waitForModal((view) => shownText(view).includes("1 replica works for a service"));
  expect(shownText(await goTo(ada, "review", 4))).toContain("1 replica works for a service");
});

test("a development service is created without sizes and idle scaling", async () => {
  const { ada } = environment;
  await openFilled(ada, "tiers");
  await goOn(ada, 2);
  await goOn(ada, 3);
  await ada.fill("olderFields", ["on"]);
  await ada.waitForModal(atStep("Step 3 of 5"));
  await goOn(ada, 4);
  await ada.fill("tier", "development");
  await goOn(ada, 5);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toEqual({
    name: "tiers",
    provider: "aws",
    region: "eu-west-1",
    tier: "development",
  });
});

test("the total memory of a production service replaces its replica sizes", async () => {
  const { ada } = environment;
  await openFilled(ada, "totals");
  await goOn(ada, 2);
  await goOn(ada, 3);
  await ada.fill("olderFields", ["on"]);
  await ada.waitForModal(atStep("Step 3 of 5"));
  await goOn(ada, 4);
  await fillUntil(ada, ["tier", "production"], (fields) => fields.includes("maxTotalMemoryGb"));
  await ada.fill("maxTotalMemoryGb", "96");
  await goOn(ada, 5);
  expect(shownText(await goTo(ada, "size", 2))).toContain("you set the total memory under “Older fields”");
  await goTo(ada, "review", 5);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  const sent = await lastCreate(environment);
  expect(sent).toMatchObject({ tier: "production", maxTotalMemoryGb: 96 });
  expect(Object.keys(sent ?? {})).not.toContain("minReplicaMemoryGb");
  expect(Object.keys(sent ?? {})).not.toContain("maxReplicaMemoryGb");
});

test("going on before a typed warehouse is drawn still asks for its fields", async () => {
  const { ada } = environment;
  await openFilled(ada, "hasty reader");
  await goOn(ada, 2);
  await goOn(ada, 3);
  await ada.waitForModal((view) => fieldsIn(view).includes("warehouse"));
  await fillUntil(ada, ["warehouse", "typed"], (fields) => fields.includes("dataWarehouseId"));
  await submitAtOnce(environment.slack.url, ada, { dataWarehouseId: "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f" });
  const asked = await ada.waitForModal((view) => fieldsIn(view).includes("isReadonly"));
  expect(shownText(asked)).toContain("Fill in “Read-only” too");
  await goOn(ada, 4);
});

test("older fields show on request in their own step, total memory and release channels only for production", async () => {
  const { ada } = environment;
  await openFilled(ada, "older");
  await goOn(ada, 2);
  const access = await goOn(ada, 3);
  expect(fieldsIn(access)).toContain("releaseChannel");
  await ada.fill("olderFields", ["on"]);
  await ada.waitForModal(atStep("Step 3 of 5"));
  const older = await goOn(ada, 4);
  expect(fieldsIn(older)).toEqual(["tier", "privateEndpointIds"]);
  await fillUntil(ada, ["tier", "production"], (fields) => fields.includes("maxTotalMemoryGb"));
  await fillUntil(ada, ["tier", "development"], (fields) => !fields.includes("maxTotalMemoryGb"));
  expect(fieldsIn(await goTo(ada, "access", 3))).not.toContain("releaseChannel");
  await ada.fill("olderFields", []);
  await ada.waitForModal(atStep("Step 3 of 4"));
  expect(shownText(await goOn(ada, 4))).not.toContain("development");
});

test("azure has regions of its own, and no development services", async () => {
  const { ada } = environment;
  await openFilled(ada, "in azure");
  await ada.fill("provider", "azure");
  const azure = await ada.waitForModal((view) => choicesIn(view, "region").includes("westus3"));
  expect(choicesIn(azure, "region")).not.toContain("eu-west-1");
  expect(valueIn(azure, "region")).toBeNull();
  await ada.fill("region", "westus3");
  await goOn(ada, 2);
  await goOn(ada, 3);
  await ada.fill("olderFields", ["on"]);
  await ada.waitForModal(atStep("Step 3 of 5"));
  expect(choicesIn(await goOn(ada, 4), "tier")).not.toContain("development");
});
