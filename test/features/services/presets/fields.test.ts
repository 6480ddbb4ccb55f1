import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  serviceRequestFieldNames,
  serviceRequestProblems,
} from "../../../../src/platform/cloud/services/request.ts";
import { validServiceRequest } from "../../../support/service-request-arbitraries.ts";
import { presetFieldsOf, readPresetFields } from "../../../../src/features/services/presets/save-button.ts";

describe("what a preset keeps of a request", () => {
  it("is no secret, and nothing that each service has for itself", () => {
    const own = { name: "orders", backupId: "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f", encryptionKey: "marker" };
    expect(presetFieldsOf({ ...own, provider: "aws", idleScaling: false })).toEqual({
      provider: "aws",
      idleScaling: false,
    });
  });
});

describe("what a preset says under today's rules", () => {
  it("leaves out the fields that break a rule, and says which rule", () => {
    expect(readPresetFields({ provider: "aws", region: "eastus", numReplicas: 40, oldField: 1 })).toEqual({
      request: { provider: "aws" },
      problems: [
        { field: "oldField", message: '"oldField" is not a field of a service request' },
        expect.objectContaining({ field: "region" }),
        expect.objectContaining({ field: "numReplicas" }),
      ],
    });
  });

  it("keeps what is right alone where a rule between fields wants another that is left out", () => {
    const { request, problems } = readPresetFields({
      byocId: "byoc-1",
      minReplicaMemoryGb: 50,
      maxReplicaMemoryGb: 48,
    });
    expect(request).toEqual({ byocId: "byoc-1" });
    expect(problems.map(({ field }) => field)).toContain("minReplicaMemoryGb");
  });

  it("takes nothing that a preset never keeps", () => {
    expect(readPresetFields({ name: 7, encryptionKey: 7, backupId: 7 })).toEqual({
      request: {},
      problems: [],
    });
  });

  it("is all of it where it was saved of a valid request", () => {
    fc.assert(
      fc.property(validServiceRequest(), (request) => {
        const kept = presetFieldsOf(request);
        expect(readPresetFields(kept)).toEqual({ request: kept, problems: [] });
      }),
    );
  });

  it("is read whatever is kept", () => {
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
