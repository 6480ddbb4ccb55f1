import { expect, test } from "vitest";
import { openFilled, openSteps, submitFilled, titled } from "../../../support/create-walk.ts";
import {
  fieldsIn,
  fillUntil,
  goOn,
  goTo,
  remarkOn,
  submitAtOnce,
  valueIn,
} from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { runs } from "../../../support/pressed.ts";
import { lastCreate, serviceNamed } from "../../../support/reference-server.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment();

const nameRule = "Name can have only letters from a to z, digits and spaces.";

test("the form creates a service, which its announcement follows until it runs, with its backups and settings behind buttons", async () => {
  const { ada } = environment;
  await submitFilled(ada, "orders staging");
  expect(shownText(await ada.waitForModal(titled("Created")))).toContain("orders staging is created");
  const message = await ada.waitForMessage("databases", "*orders staging* is running");
  expect(shownText(message)).toContain("aws · eu-west-1 · 16 to 64 GB each");
  // Its thread has a message to the requester.
  const announced = (await ada.messages("databases")).filter(
    ({ text, threadTs }) => text.includes("orders staging") && threadTs === undefined,
  );
  expect(announced.map(({ ephemeral }) => ephemeral)).toEqual([false]);
  const { id } = await serviceNamed(environment, "orders staging");
  await ada.click(message, runs("backups_list", { service: id }));
  await ada.waitForMessage("databases", "*First backup due* · *orders staging*");
  // What the cloud answered at the creation shows even when the cloud is silent.
  await environment.faults(
    { kind: "unserved", match: { operation: "getService" } },
    { kind: "unserved", match: { operation: "listServices" } },
  );
  await ada.close();
  await ada.click(message, runs("services_show", { service: id }));
  const card = await ada.waitForModal((view) => shownText(view).includes("*Owner*"));
  await ada.click(card, "tab:service:settings");
  const settings = await ada.waitForModal((view) => shownText(view).includes("*Data warehouse:*"));
  expect(shownText(settings)).toContain("From the service's creation.");
  expect(shownText(settings)).toContain("IAM role:");
});

test("a step reports its own problems, and none of later steps", async () => {
  const { ada } = environment;
  await openFilled(ada, "two mistakes");
  await goOn(ada, 2);
  await goOn(ada, 3);
  await ada.fill("ipAccessList", "nowhere");
  await goTo(ada, "size", 2);
  await goTo(ada, "basics", 1);
  await ada.fill("name", "no-dashes");
  expect(await ada.submit()).toMatchObject({ ok: false, errors: { name: nameRule } });
  await ada.fill("name", "dashes gone");
  await goOn(ada, 2);
  await goOn(ada, 3);
  expect(await ada.submit()).toMatchObject({
    errors: { ipAccessList: "Line 1: “nowhere” isn't an address. Enter one such as 203.0.113.0/24 office." },
  });
});

test("a step shows all its problems at once, each at its field and line", async () => {
  const { ada } = environment;
  await openFilled(ada, "all at once");
  await goOn(ada, 2);
  await goOn(ada, 3);
  await ada.fill("ipAccessList", "203.0.113.0/24 office\n\nnowhere\n10.0.0.0/40");
  await ada.fill("endpoints", "mysql maybe");
  const { errors = {} } = await ada.submit();
  expect(errors["ipAccessList"]).toMatch(/^Line 3: “nowhere”[^]*Line 4: the number after the slash/);
  expect(errors["endpoints"]).toBe("Line 1: write on or off after the protocol, such as mysql on.");
});

test("skipping to the review past a problem leads to the first step with one, and shows it at its field", async () => {
  const { ada } = environment;
  await openFilled(ada, "skipped");
  await goOn(ada, 2);
  await goOn(ada, 3);
  await ada.fill("endpoints", "mysql maybe");
  await goTo(ada, "size", 2);
  await goTo(ada, "basics", 1);
  const view = await goTo(ada, "review", 3);
  expect(remarkOn(view, "endpoints")).toContain("Line 1: write on or off after the protocol");
  await ada.fill("endpoints", "mysql on");
  await goOn(ada, 4);
});

test("a range that is open to the world needs confirmation, even before the box for it is in the view", async () => {
  const { ada, slack } = environment;
  await openFilled(ada, "open world");
  await goOn(ada, 2);
  const access = await goOn(ada, 3);
  expect(fieldsIn(access)).not.toContain("openToWorld");
  expect(await submitAtOnce(slack.url, ada, { ipAccessList: "0.0.0.0/0 all" })).toEqual({ ok: true });
  const asked = await ada.waitForModal((view) => fieldsIn(view).includes("openToWorld"));
  expect(remarkOn(asked, "openToWorld")).toContain("lets everyone on the internet try to connect");
  await ada.fill("openToWorld", ["on"]);
  expect(shownText(await goOn(ada, 4))).toContain("*Open to the world:*");
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toMatchObject({
    ipAccessList: [{ source: "0.0.0.0/0", description: "all" }],
  });
  expect(await lastCreate(environment)).not.toHaveProperty("openToWorld");
});

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
