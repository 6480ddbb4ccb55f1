import * as fc from "fast-check";
import { expect, test } from "vitest";
import { organizationProblems } from "../../src/platform/cloud/services/organization-rules.ts";
import { CreatedService } from "../../src/platform/cloud/services/service.ts";
import { type ServiceRequest, serviceRequestProblems } from "../../src/platform/cloud/services/request.ts";
import type { ReferenceCloud, SeededOrganization } from "@quartermaster/reference-cloud";
import { askJson, cloudInTest, fieldsIn, organizationOf } from "../support/asking.ts";
import { invalidServiceRequest, validServiceRequest } from "../support/service-request-arbitraries.ts";

const organizationTiers = ["SCALE", "BASIC", "ENTERPRISE"] as const;

/** Made-up warehouses and backups are in no organization. The former are replaced, the latter left out. */
function within(warehouseId: string, request: ServiceRequest): ServiceRequest {
  const known = request.dataWarehouseId === undefined ? {} : { dataWarehouseId: warehouseId };
  return { ...request, ...known, backupId: undefined };
}

async function newWarehouse(cloud: ReferenceCloud, organization: SeededOrganization): Promise<string> {
  const answer = await askJson(cloud, organization, "/services", {});
  return CreatedService.parse(answer.result).service.dataWarehouseId ?? "";
}

test.each(organizationTiers)(
  "a %s organization may make every valid request of its tier, and no other",
  async (tier) => {
    const cloud = await cloudInTest();
    const organization = organizationOf(cloud, tier);
    const { paid } = organization;
    const warehouseId = await newWarehouse(cloud, organization);
    const property = fc.asyncProperty(validServiceRequest(), async (anything) => {
      const request = within(warehouseId, anything);
      const knowledge = { paid, tier, firstInWarehouse: request.dataWarehouseId === undefined };
      const expected = organizationProblems(request, knowledge).map(({ field }) => field);
      const answer = await askJson(cloud, organization, "/services", request);
      expect(answer.httpStatus).toBe(expected.length === 0 ? 200 : 400);
      expect(fieldsIn(answer.error)).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 60 });
  },
);

test("a created service has every requested value", async () => {
  const cloud = await cloudInTest();
  const organization = organizationOf(cloud, "ENTERPRISE");
  const warehouseId = await newWarehouse(cloud, organization);
  const property = fc.asyncProperty(validServiceRequest(), async (anything) => {
    const request = { ...within(warehouseId, anything), dataWarehouseId: warehouseId };
    // These are not settings of a service, or are returned in another form.
    const { endpoints: _, privateEndpointIds: __, privatePreviewTermsChecked: ___, ...kept } = request;
    const answer = await askJson(cloud, organization, "/services", request);
    expect(CreatedService.parse(answer.result).service).toMatchObject(JSON.parse(JSON.stringify(kept)));
  });
  await fc.assert(property, { numRuns: 60 });
});

test("a request that breaks one rule is refused by the server and the schema for the same field", async () => {
  const cloud = await cloudInTest();
  const tiers = fc.constantFrom(...organizationTiers);
  const property = fc.asyncProperty(invalidServiceRequest(), tiers, async ({ request, field }, tier) => {
    const answer = await askJson(cloud, organizationOf(cloud, tier), "/services", request);
    expect(answer.httpStatus).toBe(400);
    expect([...new Set(fieldsIn(answer.error))]).toEqual([field]);
    const problems = serviceRequestProblems(JSON.parse(JSON.stringify(request)));
    expect(fieldsIn(answer.error)).toEqual(problems.map((problem) => problem.field));
  });
  await fc.assert(property, { numRuns: 200 });
});

test("whatever object is sent, the server answers 200 or 400 in JSON and never fails itself", async () => {
  const cloud = await cloudInTest();
  const organization = organizationOf(cloud, "SCALE");
  const property = fc.asyncProperty(fc.jsonValue(), async (anything) => {
    const answer = await askJson(cloud, organization, "/services", anything);
    expect(answer.httpStatus).toBe(serviceRequestProblems(anything).length === 0 ? 200 : 400);
  });
  await fc.assert(property, { numRuns: 60 });
});
