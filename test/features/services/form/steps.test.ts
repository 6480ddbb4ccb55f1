import { expect, test } from "vitest";
import {
  serviceRequestFieldNames,
  serviceRequestFields,
} from "../../../../src/platform/cloud/services/request.ts";
import { createServiceForm } from "../../../../src/features/services/form/form.ts";
import { fieldsOf } from "../../../../src/platform/forms/state.ts";

const asked = new Map(createServiceForm.steps.flatMap(fieldsOf).map((field) => [field.name, field]));

test.each(serviceRequestFieldNames)(
  "the form asks for %s with the contract's label, help and marks",
  (name) => {
    const { label, unit, deprecated, enterpriseOnly } = serviceRequestFields[name];
    const field = asked.get(name);
    expect(field?.label.startsWith(label)).toBe(true);
    expect(field?.help).toMatch(/\.$/);
    for (const [mark, isMarked] of [
      [unit ?? "GB", unit !== undefined],
      ["deprecated", deprecated === true],
      ["ENTERPRISE only", enterpriseOnly === true],
    ] as const) {
      expect(field?.label.includes(mark)).toBe(isMarked);
    }
  },
);

test("with an own cloud there is a maximum to choose, whatever minimum was chosen before", () => {
  const choices = asked.get("maxReplicaMemoryGb")?.choices;
  const offered = (minReplicaMemoryGb: number) =>
    choices?.({ values: { byocId: "byoc-7", minReplicaMemoryGb }, facts: {} }).map(({ value }) => value);
  expect(offered(172)).toEqual(["172", "232"]);
  expect(offered(356)).toEqual(["232"]);
});

test("the older fields are in a hidden step", () => {
  const hidden = createServiceForm.steps.filter(({ shows }) => shows?.({ values: {}, facts: {} }) === false);
  const older = serviceRequestFieldNames.filter((name) => serviceRequestFields[name].group === "older");
  expect(hidden.flatMap(fieldsOf).map(({ name }) => name)).toEqual(older);
});
