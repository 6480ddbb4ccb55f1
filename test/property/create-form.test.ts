import * as fc from "fast-check";
import { expect, test } from "vitest";
import { serviceRequestProblems } from "../../src/cloud/service-request.ts";
import { createServiceForm } from "../../src/forms/create-service/form.ts";
import { drawForm } from "../../src/forms/draw.ts";
import { type FormValues, blockIdOf, shownFields } from "../../src/forms/form.ts";
import { readForm } from "../../src/forms/read.ts";
import { viewState } from "../support/form-state.ts";
import { validateView } from "../../src/sandbox/slack/validate/index.ts";
import { invalidServiceRequest, validServiceRequest } from "../support/service-request-arbitraries.ts";

const ticket = { formId: "f", attempt: 1 };

/** What a person can say in the form: its own fields, where they show. */
function sayable(request: FormValues): FormValues {
  const fields = createServiceForm.sections.flatMap(({ fields }) => fields);
  const known = Object.fromEntries(fields.map(({ name }) => [name, request[name]]));
  const shown = new Set(shownFields(createServiceForm, known).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(known).filter(([name, value]) => shown.has(name) && value !== undefined && value !== ""),
  );
}

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === "string" && value.trim() === "");
}

function problemFields(problems: { field: string }[]): string[] {
  return [...new Set(problems.map(({ field }) => field))].toSorted();
}

test("whatever stands in the form, its view keeps Slack's limits", () => {
  const requests = fc.oneof(
    validServiceRequest(),
    invalidServiceRequest().map(({ request }) => request),
  );
  fc.assert(
    fc.property(requests, fc.option(fc.string(), { nil: undefined }), (request, message) => {
      const refusal = message === undefined || message === "" ? undefined : { message, field: "region" };
      const view = drawForm(createServiceForm, { ticket, values: sayable(request), refusal });
      expect(validateView(view)).toBeNull();
    }),
    { numRuns: 200 },
  );
});

test("a valid request that the form can say is read back from its view as it was", () => {
  fc.assert(
    fc.property(validServiceRequest(), (request) => {
      const values = sayable({ idleScaling: false, ...request });
      const { values: read } = readForm(createServiceForm, viewState(createServiceForm, values));
      expect(read).toEqual(values);
      expect(serviceRequestProblems(read)).toEqual([]);
    }),
  );
});

test("form and schema find the same fields wrong, and each problem lands on its own field's block", () => {
  const insisted = new Set(["name", "provider", "region"]);
  fc.assert(
    fc.property(invalidServiceRequest(), ({ request }) => {
      const values = sayable({ idleScaling: false, ...request });
      const { values: read, blockIdByField } = readForm(
        createServiceForm,
        viewState(createServiceForm, values),
      );
      const missing = [...insisted].filter((name) => isBlank(read[name]));
      const expected = problemFields([
        ...serviceRequestProblems(read),
        ...missing.map((field) => ({ field })),
      ]);
      expect(problemFields(createServiceForm.problems(read))).toEqual(expected);
      for (const field of shownFields(createServiceForm, values)) {
        expect(blockIdByField.get(field.name)).toBe(blockIdOf(field, values));
      }
    }),
  );
});
