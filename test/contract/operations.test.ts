import { expect, test } from "vitest";
import { operations } from "./operations.ts";

const managed = "/v1/organizations/{organizationId}/services/{serviceId}/observability";

test("the documented operations are exactly those of the specification", () => {
  const documented = Object.values(operations).filter((operation) => operation.documented);
  expect(documented.map(({ method, path, surface }) => `${surface}: ${method} ${path}`).sort()).toEqual([
    `managed-observability: GET ${managed}/dashboards`,
    `managed-observability: POST ${managed}/alerts`,
    "management: GET /v1/organizations/{organizationId}/services/{serviceId}/backups",
    "management: GET /v1/organizations/{organizationId}/usageCost",
    "management: POST /v1/organizations/{organizationId}/services",
    "standalone-observability: GET /api/v2/alerts/{id}",
    "standalone-observability: PUT /api/v2/dashboards/{id}",
  ]);
});

test.each([
  ["managed-observability", managed],
  ["standalone-observability", "/api/v2"],
])("%s has every operation on dashboards and alerts, and lists sources", (surface, base) => {
  const served = Object.values(operations).filter((operation) => operation.surface === surface);
  const crud = (resource: string) =>
    ["GET", "POST"]
      .map((method) => `${method} ${base}/${resource}`)
      .concat(["GET", "PUT", "DELETE"].map((method) => `${method} ${base}/${resource}/{id}`));
  expect(served.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [...crud("dashboards"), ...crud("alerts"), `GET ${base}/sources`].sort(),
  );
});

test("no two operations share a method and a path", () => {
  const routes = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(routes).size).toBe(routes.length);
});
