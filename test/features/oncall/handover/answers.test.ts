import { expect, test } from "vitest";
import { readAnswer } from "../../../../src/features/oncall/handover/receive.ts";

/** What PagerDuty posts about an incident. */
function said(type: string, status: string, agent: object | null = null): string {
  const data = { incident_key: "i1", status };
  const event = {
    id: "e1",
    event_type: `incident.${type}`,
    occurred_at: "2026-11-20T10:00:00Z",
    agent,
    data,
  };
  return JSON.stringify({ event });
}
const whatOf = (body: string) => readAnswer("pagerduty", {}, body)?.what;
const nameOf = (type: string) =>
  readAnswer("pagerduty", {}, said("unacknowledged", "triggered", { type, summary: "Noor Haddad" }))?.name;

test.each([
  ["acknowledged", "acknowledged", "acknowledged"],
  ["resolved", "resolved", "resolved"],
  ["reopened", "triggered", "reopened"],
  ["unacknowledged", "triggered", "released"],
  ["reassigned", "triggered", "released"],
  ["escalated", "triggered", "released"],
  ["delegated", "triggered", "released"],
  ["reassigned", "acknowledged", undefined],
  ["annotated", "triggered", undefined],
])("“%s” in PagerDuty, where it is %s then, means: %s", (type, status, what) => {
  expect(whatOf(said(type, status))).toBe(what);
});

test("the name is that of a person, not of a service or an integration", () => {
  expect([nameOf("user_reference"), nameOf("service_reference")]).toEqual(["Noor Haddad", undefined]);
});

test("what is about no incident or can't be read says nothing", () => {
  for (const body of ["", "{}", said("resolved", "resolved").replace('"i1"', "null")])
    expect(readAnswer("pagerduty", {}, body)).toBeUndefined();
});
