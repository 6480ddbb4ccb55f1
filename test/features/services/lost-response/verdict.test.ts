import { expect, test } from "vitest";
import type { Service } from "../../../../src/platform/cloud/services/service.ts";
import type { ServiceRequest } from "../../../../src/platform/cloud/services/request.ts";
import {
  type Listed,
  type Lost,
  verdictOn,
} from "../../../../src/features/services/lost-response/verdict.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute));

function lost(requestId: string, rest: Partial<Lost> & { request?: ServiceRequest } = {}): Lost {
  const request = { name: "orders", provider: "aws", region: "eu-west-1" } as const;
  return { requestId, request, since: at(0), until: at(5), open: false, ...rest };
}

function listed(id: string, rest: Partial<Service> & { origin?: string } = {}): Listed {
  const { origin, ...told } = rest;
  const service = { id, name: "orders", createdAt: at(2).toISOString(), provider: "aws", ...told };
  return { service: { region: "eu-west-1", ...service }, origin };
}

const own = lost("r1");

test("the only service with a lost request's name and time is the one that it created", () => {
  expect(verdictOn(own, [], [listed("s1")])).toMatchObject({ kind: "found", service: { id: "s1" } });
});

test("names are compared without case and runs of spaces, because a server may change those", () => {
  const wanted = lost("r1", { request: { name: "Orders  Prod" } });
  expect(verdictOn(wanted, [], [listed("s1", { name: "orders prod" })])).toMatchObject({ kind: "found" });
});

test.each([
  ["has another name", listed("s1", { name: "payments" })],
  ["was created before", listed("s1", { createdAt: at(-16).toISOString() })],
  ["was created too late", listed("s1", { createdAt: at(21).toISOString() })],
  ["is known to come from another request", listed("s1", { origin: "r2" })],
])("a service that %s is not the request's, and the request created nothing", (_, service) => {
  expect(verdictOn(own, [], [service])).toEqual({ kind: "absent" });
});

test.each([
  ["has no time", listed("s1", { createdAt: undefined })],
  ["was created a little too early, as by a wrong clock", listed("s1", { createdAt: at(-1).toISOString() })],
  ["was created a little too late, as by a wrong clock", listed("s1", { createdAt: at(6).toISOString() })],
  ["has a time without a zone", listed("s1", { createdAt: "2026-11-20T03:00:00" })],
  ["has an invalid time", listed("s1", { createdAt: "today" })],
  ["has no name", listed("s1", { name: undefined })],
  ["has a blank name", listed("s1", { name: " " })],
  ["runs in another region", listed("s1", { region: "us-east-1" })],
])("a service that %s may be the request's, so its person is asked", (_, service) => {
  expect(verdictOn(own, [], [service])).toMatchObject({ kind: "unclear", open: false });
});

test("a field that the list or the request lacks does not count as different", () => {
  const bare = lost("r1", { request: { name: "orders", numReplicas: 3 } });
  const service = listed("s1", { region: undefined, provider: undefined });
  expect(verdictOn(bare, [], [service])).toMatchObject({ kind: "found" });
});

test("with two services of its name and time, its person is asked", () => {
  expect(verdictOn(own, [], [listed("s1"), listed("s2")])).toMatchObject({
    kind: "unclear",
    open: false,
    services: [{ id: "s1" }, { id: "s2" }],
  });
});

test("a service that was attributed to the request before a crash is the request's", () => {
  const services = [listed("s1", { origin: "r1", name: "renamed" }), listed("s2")];
  expect(verdictOn(own, [lost("r2")], services)).toMatchObject({ kind: "found", service: { id: "s1" } });
});

test("while another request of the name is being sent, the verdict waits for its answer", () => {
  const sending = lost("r2", { until: undefined, open: true });
  expect(verdictOn(own, [sending], [listed("s1")])).toMatchObject({ kind: "unclear", open: true });
});

test("the only service of two lost requests stays unclear, even if no other can appear any more", () => {
  const other = lost("r2", { open: true });
  expect(verdictOn(own, [other], [listed("s1")])).toMatchObject({ kind: "unclear", open: true });
  expect(verdictOn(own, [lost("r2")], [listed("s1")])).toMatchObject({ kind: "unclear", open: false });
});

test("a lost request that has its service does not make the verdict unclear", () => {
  const services = [listed("s1", { origin: "r2" }), listed("s2")];
  expect(verdictOn(own, [lost("r2")], services)).toMatchObject({ kind: "found", service: { id: "s2" } });
});

test("a lost request of the name at another time does not make the verdict unclear", () => {
  const later = lost("r2", { since: at(30), until: at(35) });
  expect(verdictOn(own, [later], [listed("s1")])).toMatchObject({ kind: "found" });
});

test("as many lost requests as services are paired by their order, with the same pairs for each request", () => {
  const requests = ["r3", "r1", "r2"].map((id, index) => lost(id, { since: at(-index) }));
  const services = ["s2", "s1", "s3"].map((id, index) => listed(id, { createdAt: at(index).toISOString() }));
  const pairs = requests.map((each) => {
    const verdict = verdictOn(
      each,
      requests.filter((other) => other !== each),
      services,
    );
    return [each.requestId, verdict.kind === "found" ? verdict.service.id : verdict.kind];
  });
  expect(Object.fromEntries(pairs)).toEqual({ r2: "s2", r1: "s1", r3: "s3" });
});

test("requests of one name that ask for different sizes are not paired by their order", () => {
  const request = { name: "orders", numReplicas: 2 };
  const services = [listed("s1", { numReplicas: 2 }), listed("s2", { numReplicas: 3 })];
  expect(verdictOn(lost("r1", { request }), [lost("r2")], services)).toMatchObject({ kind: "unclear" });
});
