import { expect, test } from "vitest";
import { atStep, openFilled, skipToReview, titled } from "../support/create-walk.ts";
import { choicesIn, fieldsIn, fillUntil, goOn, goTo, valueIn } from "../support/form-view.ts";
import { useHouse } from "../support/house.ts";
import { lastCreate, serviceNamed } from "../support/reference-server.ts";
import { shownText } from "../support/slack-person.ts";

const house = useHouse();

test("a field that hides keeps what was typed, does not send it, and shows it again when it comes back", async () => {
  const { ada } = house;
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
  const sent = await lastCreate(house);
  expect(sent).toMatchObject({ idleScaling: false });
  expect(sent).not.toHaveProperty("idleTimeoutMinutes");
});

test("boxes that are not ticked and fields that are empty are not sent", async () => {
  const { ada } = house;
  await openFilled(ada, "bare");
  await skipToReview(ada);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(house)).toEqual({
    name: "bare",
    provider: "aws",
    region: "eu-west-1",
    minReplicaMemoryGb: 16,
    maxReplicaMemoryGb: 64,
    idleScaling: true,
    idleTimeoutMinutes: 15,
  });
});

test("read-only is asked only with a warehouse, and sent only then", async () => {
  const { ada } = house;
  const { dataWarehouseId } = await serviceNamed(house, "orders prod");
  await openFilled(ada, "reader");
  await goOn(ada, 2);
  const before = await goOn(ada, 3);
  expect(fieldsIn(before)).not.toContain("isReadonly");
  await fillUntil(ada, ["dataWarehouseId", dataWarehouseId], (fields) => fields.includes("isReadonly"));
  await ada.fill("isReadonly", ["on"]);
  await fillUntil(ada, ["dataWarehouseId", null], (fields) => !fields.includes("isReadonly"));
  expect(shownText(await goOn(ada, 4))).not.toContain("Read-only");
  await goTo(ada, "access", 3);
  const again = await fillUntil(ada, ["dataWarehouseId", dataWarehouseId], (fields) =>
    fields.includes("isReadonly"),
  );
  expect(valueIn(again, "isReadonly")).toBe(true);
  await goOn(ada, 4);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(house)).toMatchObject({ dataWarehouseId, isReadonly: true });
});

test("an own cloud narrows the sizes, and the maximum is never below the minimum", async () => {
  const { ada } = house;
  await openFilled(ada, "own sizes");
  const size = await goOn(ada, 2);
  expect(choicesIn(size, "minReplicaMemoryGb")).toContain("8");
  await ada.fill("minReplicaMemoryGb", "128");
  const narrowed = await ada.waitForModal((view) => !choicesIn(view, "maxReplicaMemoryGb").includes("64"));
  expect(choicesIn(narrowed, "maxReplicaMemoryGb").slice(0, 2)).toEqual(["-", "128"]);
  expect(valueIn(narrowed, "maxReplicaMemoryGb")).toBeNull();
  await ada.fill("byocId", "byoc-1");
  const own = await ada.waitForModal((view) => !choicesIn(view, "minReplicaMemoryGb").includes("128"));
  expect(choicesIn(own, "minReplicaMemoryGb")).toEqual(["-", "48", "116", "172", "232"]);
  const { errors = {} } = await ada.submit();
  expect(Object.keys(errors).map((blockId) => blockId.split(".")[0])).toEqual([
    "minReplicaMemoryGb",
    "maxReplicaMemoryGb",
  ]);
});

test("older fields have a step of their own only for who asks, total memory only for production, channels for no other tier", async () => {
  const { ada } = house;
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
  const { ada } = house;
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
