import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  serviceRequestFieldNames,
  serviceRequestProblems,
} from "../../src/platform/cloud/services/request.ts";
import { CreateFacts } from "../../src/features/services/form/facts.ts";
import { createServiceForm } from "../../src/features/services/form/form.ts";
import { readRequest } from "../../src/features/services/form/request.ts";
import { drawForm } from "../../src/platform/forms/draw.ts";
import { blockIdOf } from "../../src/platform/forms/inputs.ts";
import { readStep } from "../../src/platform/forms/read.ts";
import {
  effective,
  shownFields,
  shownSteps,
  startingValues,
  stepNamed,
} from "../../src/platform/forms/state.ts";
import { validateView } from "@quartermaster/local-slack/validate";
import { anyDraft, filledDraft } from "./form-arbitraries.ts";
import type { Draft } from "../../src/platform/forms/drafts.ts";
import { draftOf, viewState } from "../support/form-state.ts";
import { amount } from "../support/soak.ts";

const choice = fc.record({ value: fc.uuid(), text: fc.string({ minLength: 1, maxLength: 120 }) });
const optional = { nil: undefined };
const word = fc.string({ minLength: 1, maxLength: 80 });

const facts = fc
  .record({
    connections: fc.array(word, { maxLength: 3 }),
    presets: fc.uniqueArray(word, { maxLength: 120 }),
    services: fc
      .array(choice, { maxLength: 120 })
      .map((all) => all.map((one) => ({ ...one, connection: "default" }))),
    note: fc.option(word, optional),
    preset: fc.option(fc.record({ name: word, problems: fc.array(word, { maxLength: 25 }) }), optional),
    backupTrouble: fc.option(word, optional),
    estimate: fc.option(word, optional),
    taken: fc.array(fc.record({ name: word, connection: fc.constantFrom("default", "eu") }), {
      maxLength: 5,
    }),
    savedAs: fc.option(word, optional),
  })
  .chain((known) =>
    fc
      .record({
        serviceId: fc.constantFrom("", ...known.services.map(({ value }) => value)),
        choices: fc.array(choice, { maxLength: 120 }),
        state: fc.constantFrom("reading" as const, "read" as const, "failed" as const),
        region: fc.option(fc.constantFrom("eu-west-1", "eastus", "mars-1"), optional),
        tier: fc.option(fc.constantFrom("production", "gold"), optional),
      })
      .map(({ serviceId, choices, state, region, tier }): CreateFacts => ({
        ...known,
        backups: { serviceId, choices, state },
        origin: { serviceId, name: "orders prod", region, tier },
      })),
  );

const problems = fc.array(
  fc.record({
    field: fc.constantFrom("name", "region", "unknown", ""),
    message: fc.string({ maxLength: 300 }),
  }),
  { maxLength: 4 },
);

test("whatever the values and messages at any step of the form, its view keeps Slack's limits", () => {
  const remarks = fc.record({ banner: fc.option(fc.string(), optional), problems });
  fc.assert(
    fc.property(anyDraft(createServiceForm, facts), remarks, (parts, said) => {
      expect(validateView(drawForm(createServiceForm, draftOf(createServiceForm, parts), said))).toBeNull();
    }),
    { numRuns: amount({ usual: 100, soak: 300 }) },
  );
});

const start = draftOf(createServiceForm, {
  values: startingValues(createServiceForm, { connection: "default" }),
  facts: CreateFacts.parse({ connections: ["default", "second"] }),
});

test("a filled form reads as it was entered, shows each refusal of the contract, and sends only what it shows", () => {
  fc.assert(
    fc.property(filledDraft(createServiceForm, start), (draft) => {
      expectReadAsEntered(draft);
      const counted = effective(createServiceForm, draft);
      const { request } = readRequest(counted.values);
      const found = new Set(createServiceForm.problems(counted).map(({ field }) => field));
      const refused = serviceRequestProblems(request).map(({ field }) => askedAs(field, counted.values));
      expect(refused.filter((field) => !found.has(field))).toEqual([]);
      const fixed = Object.keys(createServiceForm.fixed?.(draft) ?? {});
      const shown = new Set([...shownFields(createServiceForm, draft).map(({ name }) => name), ...fixed]);
      expect(Object.keys(request).filter((name) => !shown.has(name))).toEqual([]);
    }),
    // A failing draft has too many neighbours to search for the smallest.
    { numRuns: amount({ usual: 25, soak: 50 }), endOnFailure: true },
  );
});

/** Every step returns the values that a person entered, under the names that the form has for them. */
function expectReadAsEntered(draft: Draft): void {
  for (const { name } of shownSteps(createServiceForm, draft)) {
    const at = { ...draft, step: name };
    const step = stepNamed(createServiceForm, at, name);
    const { values, blockIdByField } = readStep(step, viewState(createServiceForm, at));
    const fixed = createServiceForm.fixed?.(at) ?? {};
    const state = effective(createServiceForm, at);
    for (const field of shownFields(createServiceForm, at, step).filter((each) => !(each.name in fixed))) {
      expect(blockIdByField.get(field.name)).toBe(blockIdOf(field, state, at.filling));
      expect(values[field.name]).toEqual(draft.values[field.name]);
    }
  }
}

/** The field that stands for one of the contract: the size for memory, and the input of a typed backup. */
function askedAs(field: string, { size, byocId, backupService }: Draft["values"]): string {
  if (byocId === undefined && field.endsWith("ReplicaMemoryGb") && ["s", "m", "l"].includes(String(size)))
    return "size";
  return field === "backupId" && backupService === "typed" ? "typedBackup" : field;
}

test("the steps have every field of the contract", () => {
  const asked = new Set(
    createServiceForm.steps
      .flatMap(({ sections }) => sections.flatMap(({ fields }) => fields))
      .map(({ name }) => name),
  );
  expect(serviceRequestFieldNames.filter((name) => !asked.has(name))).toEqual([]);
});
