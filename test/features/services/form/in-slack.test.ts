import { expect, test } from "vitest";
import { openFilled, openSteps, titled } from "../../../support/create-walk.ts";
import { fieldsIn, goOn, goTo, remarkOn, submitAtOnce, valueIn } from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { lastCreate } from "../../../support/reference-server.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment();

const nameRule = "Name can have only letters from a to z, digits and spaces.";

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

test("skipping to the review without a region asks for it at its field", async () => {
  const { ada } = environment;
  await openSteps(ada, "regionless");
  const view = await ada.waitForModal();
  await ada.click(view, "form-step:review");
  const asked = await ada.waitForModal((each) => shownText(each).includes("Choose a region."));
  expect(remarkOn(asked, "region")).toContain("Choose a region.");
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

test("going back keeps the values of both steps", async () => {
  const { ada } = environment;
  await openFilled(ada, "kept back");
  await goOn(ada, 2);
  await ada.fill("numReplicas", "7");
  await ada.fill("minReplicaMemoryGb", "32");
  const basics = await goTo(ada, "basics", 1);
  expect([valueIn(basics, "name"), valueIn(basics, "region")]).toEqual(["kept back", "eu-west-1"]);
  await ada.fill("region", "eu-central-1");
  const size = await goOn(ada, 2);
  expect([valueIn(size, "numReplicas"), valueIn(size, "minReplicaMemoryGb")]).toEqual(["7", "32"]);
});

test("a double click on Next goes on by one step", async () => {
  const { ada } = environment;
  await openFilled(ada, "in a hurry");
  expect(await Promise.all([ada.submit(), ada.submit()])).toEqual([{ ok: true }, { ok: true }]);
  expect(shownText(await ada.waitForModal())).toContain("Step 2 of 4");
  await ada.fill("numReplicas", "4");
  await goTo(ada, "review", 4);
  expect(valueIn(await goTo(ada, "size", 2), "numReplicas")).toBe("4");
});
