import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  serviceRequestFieldNames,
  serviceRequestProblems,
} from "../../../../src/platform/cloud/services/request.ts";
import { validServiceRequest } from "../../../support/service-request-arbitraries.ts";
import { presetFieldsOf, readPresetFields } from "../../../../src/features/services/presets/fields.ts";

describe("a preset made from a request", () => {
  it("leaves out secrets and the fields that are specific to a service", () => {
    const own = { name: "orders", backupId: "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f", encryptionKey: "marker" };
    expect(presetFieldsOf({ ...own, provider: "aws", idleScaling: false })).toEqual({
      provider: "aws",
      idleScaling: false,
    });
  });
});

describe("reading a preset under the current rules", () => {
  it("leaves out the fields that break a rule, and names the rule", () => {
    expect(readPresetFields({ provider: "aws", region: "eastus", numReplicas: 40, oldField: 1 })).toEqual({
      request: { provider: "aws" },
      problems: [
        { field: "oldField", message: '"oldField" isn\'t a field of a service request' },
        expect.objectContaining({ field: "region" }),
        expect.objectContaining({ field: "numReplicas" }),
      ],
    });
  });

  it("keeps a valid field although a rule requires another that is left out", () => {
    const { request, problems } = readPresetFields({
      byocId: "byoc-1",
      minReplicaMemoryGb: 50,
      maxReplicaMemoryGb: 48,
    });
    expect(request).toEqual({ byocId: "byoc-1" });
    expect(problems.map(({ field }) => field)).toContain("minReplicaMemoryGb");
  });

  it("ignores fields that a preset never keeps", () => {
    expect(readPresetFields({ name: 7, encryptionKey: 7, backupId: 7 })).toEqual({
      request: {},
      problems: [],
    });
  });

  it("takes all of a preset made from a valid request", () => {
    fc.assert(
      fc.property(validServiceRequest(), (request) => {
        const kept = presetFieldsOf(request);
        expect(readPresetFields(kept)).toEqual({ request: kept, problems: [] });
      }),
    );
  });

  it("never fails, whatever the preset holds", () => {
    const anything = fc.dictionary(
      fc.oneof(fc.constantFrom(...serviceRequestFieldNames), fc.string()),
      fc.anything(),
    );
    fc.assert(
      fc.property(anything, (fields) => {
        const { request, problems } = readPresetFields(fields);
        expect(problems).toEqual(serviceRequestProblems(presetFieldsOf(fields)));
        const wrong = new Set(problems.map(({ field }) => field));
        expect(Object.keys(request).filter((field) => wrong.has(field))).toEqual([]);
      }),
    );
  });
});
