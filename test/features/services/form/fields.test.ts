import { expect, test } from "vitest";
import { atStep, openFilled, openSteps, titled } from "../../../support/create-walk.ts";
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

test("read-only is asked for and sent only with a warehouse", async () => {
  const { ada } = environment;
  const { dataWarehouseId } = await serviceNamed(environment, "orders prod");
  await openFilled(ada, "reader");
  await goOn(ada, 2);
  const before = await goOn(ada, 3);
  expect(fieldsIn(before)).not.toContain("isReadonly");
  const offered = await ada.waitForModal((view) => fieldsIn(view).includes("warehouse"));
  expect(shownText(offered)).toContain("orders prod");
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
