import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { atStep, openFilled, titled } from "../../../support/create-walk.ts";
import {
  choicesIn,
  fieldsIn,
  fillUntil,
  goOn,
  goOnWithIt,
  isOffer,
  valueIn,
} from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { leaveForm, tamperWithDraft } from "../../../support/kept-draft.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment();
test("a draft of another version, with other facts, kinds of values and an unsealed secret, opens and works", async () => {
  const { ada } = environment;
  await openFilled(ada, "of another version");
  await leaveForm(environment);
  await tamperWithDraft(environment, {
    step: "billing",
    facts: { presets: 5, backups: "none", connections: null },
    values: {
      name: 7,
      region: true,
      ipAccessList: 9,
      numReplicas: "many",
      olderFields: "yes",
      encryptionKey: "plain",
    },
  });
  const view = await goOnWithIt(ada);
  expect(shownText(view)).toContain("Step 1 of");
  await ada.fill("name", "mended");
  await ada.fill("provider", "aws");
  await ada.waitForModal((each) => !choicesIn(each, "region").includes("westus3"));
  await ada.fill("region", "eu-west-1");
  const { errors = {} } = await ada.submit();
  expect(errors).toEqual({});
  expect(shownText(await ada.waitForModal(atStep("Step 2 of")))).toContain("Size");
});

test("an unreadable draft blocks neither a new form nor App Home", async () => {
  const { ada } = environment;
  await openFilled(ada, "unreadable");
  await leaveForm(environment);
  await tamperWithDraft(environment, { values: "none", attempt: "first" });
  await ada.home();
  expect(shownText(await ada.waitForHome())).not.toContain("Unfinished");
  await ada.command("databases", "/db create");
  expect(isOffer(await ada.waitForModal(titled("Create a service")))).toBe(false);
});

test("an encryption key that ENCRYPTION_KEYS no longer opens is asked for again", async () => {
  const { ada, environment: settings } = environment;
  await openFilled(ada, "lost key");
  await goOn(ada, 2);
  await goOn(ada, 3);
  await ada.fill("encryptionKey", "marker-of-a-key");
  await ada.waitForModal((view) => fieldsIn(view).includes("warehouse"));
  await fillUntil(ada, ["warehouse", "typed"], (fields) => fields.includes("dataWarehouseId"));
  await ada.fill("dataWarehouseId", "kept besides");
  await leaveForm(environment, ({ dataWarehouseId }) => dataWarehouseId === "kept besides");
  settings["ENCRYPTION_KEYS"] = `other:${randomBytes(32).toString("base64")}`;
  await environment.restartApp();
  const access = await goOnWithIt(ada);
  expect(fieldsIn(access)).toContain("encryptionKey");
  expect(valueIn(access, "encryptionKey")).toBeNull();
  expect(valueIn(access, "dataWarehouseId")).toBe("kept besides");
});
