import { expect, test } from "vitest";
import {
  serviceRequestFieldNames,
  serviceRequestFields,
} from "../../../../src/platform/cloud/services/request.ts";
import { createServiceForm } from "../../../../src/features/services/form/form.ts";
import { readRequest } from "../../../../src/features/services/form/request.ts";
import { cloudDecides } from "../../../../src/features/services/form/steps/texts.ts";
import { drawForm } from "../../../../src/platform/forms/draw.ts";
import type { FormValues } from "../../../../src/platform/forms/form.ts";
import {
  effective,
  fieldsOf,
  shownFields,
  shownSteps,
  startingValues,
  stepNamed,
} from "../../../../src/platform/forms/state.ts";
import { draftOf } from "../../../support/form-state.ts";

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

const named = { name: "orders", provider: "aws", region: "eu-west-1" };

/** The form with these values, after its first screen. */
function filled(values: FormValues) {
  const given = { ...named, size: "custom", ...values };
  return { values: startingValues(createServiceForm, given), facts: { connections: ["default"] } };
}

/** The values that count: of what is shown and offered. */
const counted = (values: FormValues) => effective(createServiceForm, filled(values));

function choicesOf(field: string, values: FormValues): string[] {
  return (
    asked
      .get(field)
      ?.choices?.(counted(values))
      .map(({ value }) => value) ?? []
  );
}

function shownAt(step: string, values: FormValues): string[] {
  const state = filled(values);
  return shownFields(createServiceForm, state, stepNamed(createServiceForm, state, step)).map(
    ({ name }) => name,
  );
}

/** The step for sizes as it is drawn. */
function sizeStep(values: FormValues): string {
  return JSON.stringify(
    drawForm(createServiceForm, draftOf(createServiceForm, { ...filled(values), step: "size" })),
  );
}

const usual = { minReplicaMemoryGb: 16, maxReplicaMemoryGb: 64, idleScaling: true, idleTimeoutMinutes: 15 };
const warehouse = { warehouse: "typed", dataWarehouseId: "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f" };
const { dataWarehouseId } = warehouse;

test.each<[string, FormValues, FormValues]>([
  ["what was not touched", {}, usual],
  [
    "no idle timeout without scaling to zero",
    { idleScaling: false, idleTimeoutMinutes: 42 },
    { minReplicaMemoryGb: 16, maxReplicaMemoryGb: 64, idleScaling: false },
  ],
  [
    "read-only with a warehouse",
    { ...warehouse, isReadonly: true },
    { ...usual, dataWarehouseId, isReadonly: true },
  ],
  ["read-only without one not", { isReadonly: true }, usual],
  [
    "a development service without sizes",
    { olderFields: true, tier: "development" },
    { tier: "development" },
  ],
  ["older fields only while they are asked for", { olderFields: false, tier: "development" }, usual],
  [
    "total memory in place of replica sizes",
    { olderFields: true, tier: "production", maxTotalMemoryGb: 96 },
    { tier: "production", maxTotalMemoryGb: 96, idleScaling: true, idleTimeoutMinutes: 15 },
  ],
  ["chosen sizes without an own cloud", { maxReplicaMemoryGb: 32 }, { ...usual, maxReplicaMemoryGb: 32 }],
])("%s is sent", (_, values, sent) => {
  expect(readRequest(counted(values).values).request).toEqual({ ...named, ...sent });
});

const stepsOf = (values: FormValues) => shownSteps(createServiceForm, filled(values)).map(({ name }) => name);

test("older fields have their own step, with total memory and release channels only for production", () => {
  expect(stepsOf({})).not.toContain("older");
  expect(stepsOf({ olderFields: true })).toContain("older");
  expect(shownAt("older", { olderFields: true })).toEqual(["tier", "privateEndpointIds"]);
  expect(shownAt("older", { olderFields: true, tier: "production" })).toContain("maxTotalMemoryGb");
  expect(shownAt("access", { olderFields: true })).toContain("releaseChannel");
  expect(shownAt("access", { olderFields: true, tier: "development" })).not.toContain("releaseChannel");
});

test("azure has regions of its own, and no development services", () => {
  const azure = { provider: "azure", region: undefined };
  expect(choicesOf("region", azure)).toContain("westus3");
  expect(choicesOf("region", azure)).not.toContain("eu-west-1");
  expect(choicesOf("region", {})).not.toContain("westus3");
  expect(choicesOf("tier", { ...azure, olderFields: true })).not.toContain("development");
  expect(choicesOf("tier", { olderFields: true })).toContain("development");
});

test("an own cloud narrows the sizes, which are then required, and the maximum is never below the minimum", () => {
  expect(choicesOf("minReplicaMemoryGb", {})).toContain("8");
  expect(choicesOf("maxReplicaMemoryGb", { minReplicaMemoryGb: 128 })[0]).toBe("128");
  const own = { byocId: "byoc-1", minReplicaMemoryGb: 128, maxReplicaMemoryGb: 32 };
  expect(choicesOf("minReplicaMemoryGb", own)).toEqual(["48", "116", "172", "232"]);
  expect(sizeStep(own)).not.toContain(cloudDecides);
  expect(sizeStep({})).toContain(cloudDecides);
  expect(createServiceForm.problems(counted(own)).map(({ field }) => field)).toEqual([
    "minReplicaMemoryGb",
    "maxReplicaMemoryGb",
  ]);
});

test("a single replica without a warehouse gets a warning, not a refusal", () => {
  expect(sizeStep({ numReplicas: 1 })).toContain("1 replica works for a service");
  expect(createServiceForm.problems(counted({ numReplicas: 1 }))).toEqual([]);
});

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
