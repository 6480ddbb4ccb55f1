import { beforeEach, expect, test } from "vitest";
import { acceptCreation } from "../../../../src/features/services/index.ts";
import { changeServiceForm } from "../../../../src/features/lifecycle/change/form.ts";
import { moveEnd } from "../../../../src/features/lifecycle/expiry/set.ts";
import { draftOf } from "../../../support/form-state.ts";
import { useRedis } from "../../../support/redis.ts";
import { approvalFixture } from "./fixture.ts";

const redis = useRedis();
let fixture: Awaited<ReturnType<typeof approvalFixture>>;
const medium = { size: "custom", minReplicaMemoryGb: 16, maxReplicaMemoryGb: 64, numReplicas: 3 };

beforeEach(async () => {
  fixture = await approvalFixture(redis.client);
  const { access } = fixture.context;
  Object.assign(fixture.context, {
    computeCreditsPerGbHour: 0.1,
    access: { ...access, demand: async () => undefined },
  });
});

test("approvers see the price, the owner, the team and the end of what a form asks for", async () => {
  await fixture.ask({ ...medium, ownerId: "UCEM", team: "payments", expires: "7d" });
  const shown = fixture.shown();
  expect(shown).toContain("*Estimate:* about 4,800 credits a month, at most 13,824.00 credits a month");
  expect(shown).toContain("*Owner:* <@UCEM> · *Team:* payments · *Ends:* After 7 days");
});

test("they see what is not known or not set, with its reason", async () => {
  Object.assign(fixture.context, { computeCreditsPerGbHour: undefined });
  await fixture.ask(medium);
  expect(fixture.shown()).toContain("*Estimate:* not yet. Add a running service with");
  expect(fixture.shown()).toContain("*Owner:* none · *Team:* none · *Ends:* Never");
});

test("they show if it was asked for before the price could be read", async () => {
  const { services, now } = fixture.context;
  const added = { addedBy: "U1", addedAt: now().toISOString() };
  await services.add({ serviceId: "s1", name: "orders prod", connection: "default", ...added });
  await fixture.ask(medium);
  expect(fixture.shown()).toContain("*Estimate:* not known, because it was asked for before");
});

test("the end that the role's limits give is said as such", async () => {
  await fixture.context.createLimits.set("operator", { expiresAfterDays: 7, mostDays: 30 });
  await fixture.ask(medium);
  expect(fixture.shown()).toContain("*Ends:* After 7 days, as usual for the requester's role");
});

test("what the requester's role allows is said, also if it is without limits", async () => {
  await fixture.ask(medium);
  expect(fixture.shown()).toContain("*Allowed for the requester's role:* anything, because it has no limits");
  const other = await approvalFixture(redis.client, {}, "T2");
  await other.context.createLimits.set("operator", { totalMemoryGb: 500, expiresAfterDays: 7, mostDays: 30 });
  await other.ask(medium);
  const allowed = "at most 500 GB in all, ending after 7 days by default, kept for at most 30 days";
  expect(other.shown()).toContain(`*Allowed for the requester's role:* ${allowed}`);
});

test("a program's request for approval says the same", async () => {
  const { size: _size, ...sent } = medium;
  const request = { name: "orders", provider: "aws", region: "eu-west-1", ...sent } as const;
  const { connections } = fixture.context;
  Object.assign(fixture.context, { connections: { ...connections, find: async () => ({}) } });
  const creation = { connection: "default", request, team: "payments" };
  await acceptCreation("offer-1", creation, fixture.context, { userId: "UADA", channelId: "C9" });
  await fixture.runApproval("offer-1");
  expect(fixture.shown()).toContain("*Estimate:* about 4,800 credits a month");
  expect(fixture.shown()).toContain("*Owner:* <@UADA> · *Team:* payments · *Ends:* Never");
});

const service = { serviceId: "s1", name: "orders", connection: "default" };
const ada = { userId: "UADA", userName: "Ada", channelId: "C9" };
const running = { id: "s1", name: "orders", numReplicas: 3, minReplicaMemoryGb: 16, maxReplicaMemoryGb: 64 };

/** Gives the service an owner, a team, and an end in seven days. */
async function furnish(): Promise<void> {
  const { context } = fixture;
  Object.assign(context, { cloudOf: () => ({ call: async () => running }) });
  const since = context.now().toISOString();
  const team = { kind: "name", name: "payments" } as const;
  await context.owners.set(service.serviceId, { ...service, ownerId: "UCEM", team, since, by: "UCEM" });
  const until = new Date(context.now().getTime() + 7 * 86_400_000);
  await moveEnd({ service, until }, ada, context);
}

test("a longer life's approval says what the service costs, who owns it and when it ends now", async () => {
  await furnish();
  await fixture.context.createLimits.set("operator", { mostDays: 10 });
  const asked = await moveEnd({ service, until: undefined }, ada, fixture.context);
  expect(asked.text).toContain("You requested approval");
  const [open] = await fixture.context.approvals.pending();
  await fixture.runApproval(open?.id ?? "");
  expect(fixture.shown()).toContain("*Estimate:* about 4,800 credits a month");
  expect(fixture.shown()).toMatch(/\*Owner:\* <@UCEM> · \*Team:\* payments · \*Ends:\* <!date\^[^>]*>\\n/);
  expect(fixture.shown()).toContain("*Allowed for the requester's role:* kept for at most 10 days");
});

test("a change's approval says what the service costs after it, who owns it and when it ends", async () => {
  await furnish();
  const { id: _id, name: _name, ...present } = running;
  const values = { ...present, maxReplicaMemoryGb: 120 };
  const draft = draftOf(changeServiceForm, {
    ...ada,
    values,
    facts: { service, present, approval: "It needs approval." },
  });
  await changeServiceForm.accept({ ...draft, viewId: "V1", userName: "Ada" }, fixture.context);
  await fixture.runApproval("f-1");
  expect(fixture.shown()).toContain("It needs approval because every change that may cost more does.");
  expect(fixture.shown()).toContain("*Estimate:* about 6,300 credits a month, at most 25,920.00 credits");
  expect(fixture.shown()).toContain("\\n*Now:* about 4,800 credits a month.\\n");
  expect(fixture.shown()).toMatch(/\*Owner:\* <@UCEM> · \*Team:\* payments · \*Ends:\* <!date/);
});
