import { expect, test } from "vitest";
import { askDeployment, deployments, surfaceOf } from "../../../test/contract/observability-surfaces.ts";
import { basic, control, organizationOf, passTime } from "../../../test/support/asking.ts";
import { Content, fixture, sound } from "./observability-fixture.ts";

const [plain, json] = ["text/plain", "application/json"];

test.each(deployments)("%s: failures have the form that running servers send", async (kind) => {
  const { cloud, ask } = await fixture(kind);
  const told = async (...asking: Parameters<typeof ask>) => {
    const { status, type, text } = await ask(...asking);
    return [status, type, text];
  };
  for (const authorization of ["", "Bearer wrong", basic({ keyId: "x", keySecret: "y" })])
    expect(await told("/alerts", { headers: { authorization } })).toEqual([401, plain, "Unauthorized"]);
  for (const method of ["GET", "DELETE"]) {
    expect(await told("/dashboards/none", { method })).toEqual([404, plain, "Not Found"]);
    expect(await told("/alerts/none", { method })).toEqual([404, json, '{"message":"Alert not found"}']);
  }
  const put = { method: "PUT", body: { name: "n", tiles: [] } };
  expect(await told("/dashboards/none", put)).toEqual([404, plain, "Not Found"]);
  expect(await told("/alerts", { body: "{" })).toEqual([
    400,
    json,
    '{"message":"The body is not valid JSON."}',
  ]);
  const message = expect.stringMatching(/^\{"message":"[^"]+"\}$/);
  const form = { body: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } };
  expect(await told("/dashboards", form)).toEqual([415, json, message]);
  const long = { body: { name: "a".repeat(256 * 1024) } };
  expect(await told("/dashboards", long)).toEqual([413, json, message]);
  await control(cloud, "/faults", [{ kind: "status", status: 500, times: 1 }]);
  expect(await told("/alerts")).toEqual([500, json, '{"message":"Injected fault."}']);
});

test.each(deployments)("%s: a deletion returns the whole envelope", async (kind) => {
  const { ask, first } = await fixture(kind);
  const { status, text } = await ask(`/dashboards/${first.id}`, { method: "DELETE" });
  const managed = { status: 200, requestId: expect.any(String), result: {} };
  expect([status, JSON.parse(text)]).toEqual([200, kind === "managed" ? managed : { data: {} }]);
});

test.each(deployments)("%s: a new alert is active until it is evaluated", async (kind) => {
  const { cloud, read, first } = await fixture(kind);
  const created = Content.pick({ id: true }).parse(await read("/alerts", { body: sound(first) }));
  const state = async () => await read(`/alerts/${created.id}`);
  expect(await state()).toMatchObject({ state: "active" });
  await control(cloud, `/alerts/${created.id}/evaluate`);
  expect(await state()).toMatchObject({ state: "OK" });
});

test("managed: another organization and an unknown service are refused with a message", async () => {
  const { cloud, ask } = await fixture("managed");
  const authorization = basic(organizationOf(cloud, "BASIC"));
  expect(await ask("/alerts", { headers: { authorization } })).toMatchObject({
    status: 403,
    text: '{"message":"The key does not give access to this organization."}',
  });
  const { organization } = surfaceOf("managed", cloud);
  const path = `/v1/organizations/${organization.organizationId}/services/none/observability/alerts`;
  const answer = await fetch(cloud.url + path, { headers: { authorization: basic(organization) } });
  expect([answer.status, await answer.text()]).toEqual([
    404,
    '{"message":"There is no such service in this organization."}',
  ]);
});

test.each(deployments)("%s: the 101st request of a minute is refused in plain text", async (kind) => {
  const { cloud, ask } = await fixture(kind, { rateLimit: true });
  // The fixture used one request to find the first dashboard.
  for (let asked = 1; asked < 100; asked += 1) expect((await ask("/sources")).status).toBe(200);
  const { status, type, text, headers } = await ask("/sources");
  expect([status, type, text]).toEqual([429, plain, "Too many requests, please try again later."]);
  expect(headers.get("retry-after")).toBe("60");
  const other = deployments.find((deployment) => deployment !== kind) ?? kind;
  expect((await askDeployment(other, cloud, "/sources")).status).toBe(200);
  await passTime(cloud, 60_000);
  expect((await ask("/sources")).status).toBe(200);
});

const everything = ["dashboards", "alerts"]
  .flatMap((name) => [
    ...["GET", "POST"].map((method) => `${method} /${name}`),
    ...["GET", "PUT", "DELETE"].map((method) => `${method} /${name}/x`),
  ])
  .concat("GET /sources");

test.each([
  ["managed", ["GET /dashboards", "POST /alerts"]],
  ["stand-alone", ["PUT /dashboards/x", "GET /alerts/x"]],
] as const)("%s: a server can offer only the documented routes", async (kind, documented) => {
  const { cloud, ask } = await fixture(kind);
  const answers = async () => {
    const asked = everything.map(async (route) => {
      const [method = "", path = ""] = route.split(" ");
      const { status, type, text } = await ask(path, { method, ...(method.startsWith("P") && { body: {} }) });
      return {
        route,
        isUnserved: status === 404 && type === "text/html" && text.includes(`Cannot ${method} /`),
      };
    });
    const told = await Promise.all(asked);
    return told.filter(({ isUnserved }) => !isUnserved).map(({ route }) => route);
  };
  expect(await answers()).toEqual(everything);
  await control(cloud, "/observability", { offers: "documented" });
  expect(await answers()).toEqual(documented);
  const changed = await control(cloud, "/observability", { offers: "everything" });
  expect(changed.body).toEqual({ naming: "older", offers: "everything" });
  expect(await answers()).toEqual(everything);
});
