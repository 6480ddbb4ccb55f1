import { expect, test } from "vitest";
import { serviceLabels } from "../../src/lib/names.ts";

const first = { serviceId: "e36f776b-0000-4000-8000-000000000001", name: "orders prod" };
const second = { serviceId: "245d275e-0000-4000-8000-000000000002", name: "orders prod" };

test("a service that is known by name has that name, whatever the cloud calls it", () => {
  const label = serviceLabels([first]);
  expect(label(first.serviceId.toUpperCase(), "renamed there")).toBe("orders prod");
});

test("a service with a unique name is labelled with it", () => {
  expect(serviceLabels([first], [first])(second.serviceId, "web analytics")).toBe("web analytics");
});

test("a second service of a known name is labelled with its id too, and the known one keeps its name", () => {
  const label = serviceLabels([first], [second]);
  expect(label(second.serviceId, "Orders  Prod")).toBe("Orders  Prod 245d275e");
  expect(label(first.serviceId, "orders prod")).toBe("orders prod");
});

test("two services that only the cloud knows by one name are both labelled with their ids, even if one is shown alone", () => {
  const label = serviceLabels([], [first, second]);
  expect(label(first.serviceId, "orders prod")).toBe("orders prod e36f776b");
  expect(label(second.serviceId, "orders prod")).toBe("orders prod 245d275e");
});

test("ids that begin alike are shown in full", () => {
  const twin = { ...first, serviceId: "e36f776b-0000-4000-8000-000000000009" };
  const label = serviceLabels([], [first, twin]);
  expect(label(first.serviceId, "orders prod")).toBe(`orders prod ${first.serviceId}`);
});
