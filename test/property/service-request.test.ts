import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ServiceRequest, serviceRequestProblems } from "../../src/platform/cloud/services/request.ts";
import { invalidServiceRequest, validServiceRequest } from "../support/service-request-arbitraries.ts";

test("a request that follows every rule has no problem, and is sent as given", () => {
  fc.assert(
    fc.property(validServiceRequest(), (request) => {
      expect(serviceRequestProblems(request)).toEqual([]);
      expect(ServiceRequest.parse(request)).toEqual(request);
    }),
    { numRuns: 1_000 },
  );
});

test("a request that breaks one rule has problems only on that field", () => {
  fc.assert(
    fc.property(invalidServiceRequest(), ({ request, field }) => {
      const fields = serviceRequestProblems(request).map((problem) => problem.field);
      expect([...new Set(fields)]).toEqual([field]);
    }),
    { numRuns: 2_000 },
  );
});

test("the schema refuses exactly the requests with problems", () => {
  const anything = fc.oneof(
    invalidServiceRequest().map(({ request }) => request),
    validServiceRequest(),
    fc.object(),
  );
  fc.assert(
    fc.property(anything, (request) => {
      const problems = serviceRequestProblems(request);
      expect(ServiceRequest.safeParse(request).success).toBe(problems.length === 0);
    }),
  );
});

test("every problem is a sentence that a person can read", () => {
  fc.assert(
    fc.property(invalidServiceRequest(), ({ request }) => {
      for (const { message } of serviceRequestProblems(request)) {
        expect(message).toMatch(/^["A-Z].{10,400}$/);
        expect(message).not.toMatch(/undefined|NaN|\[object|Invalid input/);
      }
    }),
  );
});
