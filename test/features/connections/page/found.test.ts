import { expect, test } from "vitest";
import { AuditEntry } from "../../../../src/platform/audit/log.ts";
import { linesOf } from "../../../support/pressed.ts";
import { connectFixture, newVisitor } from "./fixture.ts";

const fixture = connectFixture();

/** Connects the first organization of the reference server, which "has" these services. */
async function connected(names: readonly string[], source: "list" | "costs" = "list") {
  const services = names.map((name) => ({ serviceId: `id-${name}`, name, connection: "shop" }));
  fixture.found = { services, source, unread: [], alerted: [] };
  const [organization] = fixture.cloud.organizations;
  if (!organization) throw new Error("There is no organization.");
  const { organizationId, keyId, keySecret } = organization;
  const address = { kind: "managed", by: "value", name: "shop", baseUrl: fixture.cloud.url };
  const visitor = newVisitor();
  const form = await visitor.open(await fixture.link());
  const result = await visitor.submit(form, { ...address, organizationId, keyId, keySecret });
  return { visitor, done: await visitor.submit(result) };
}

const names = async () => (await fixture.context().services.list()).map(({ name }) => name);

/** The texts of the buttons of the last post, with what they run. */
function buttons(): Record<string, string> {
  const [, reply] = fixture.posted.at(-1) ?? [];
  const elements = reply?.blocks.flatMap((block) => (block.type === "actions" ? block.elements : [])) ?? [];
  return linesOf(
    Object.fromEntries(
      elements.flatMap((each) => (each.type === "button" ? [[each.text.text, each.value ?? ""]] : [])),
    ),
  );
}

test("the page after a connection offers what the cloud has, and so does the message", async () => {
  const { visitor, done } = await connected(["orders", "billing", "a", "b"]);
  expect(done.text).toContain("I found 4 services in your cloud: orders, billing, a and 1 more.");
  expect(buttons()).toEqual({ "Add all": "services add all", "Choose…": "services add" });
  const added = await visitor.submit(done);
  expect(added.text).toContain("Added 4 services: orders, billing, a and b.");
  expect(await names()).toEqual(["a", "b", "billing", "orders"]);
  const kept = await fixture.redis.client.xrange("qm:{T1}:audit", "-", "+");
  const entries = kept.map(([, [, entry = ""]]) => AuditEntry.parse(JSON.parse(entry)));
  expect(entries.slice(2)).toMatchObject(
    ["orders", "billing", "a", "b"].map((subject) => ({ action: "service.add", subject, userId: "U1" })),
  );
  // A second click finds nothing to do.
  expect((await visitor.submit(done)).text).toContain("They are all in the list already.");
});

test("nothing was found: the page and the message say nothing of it", async () => {
  const { done } = await connected([]);
  expect(done.text).not.toContain("I found");
  expect(buttons()).toEqual({});
});

test("of names from costs people choose in Slack", async () => {
  const { done } = await connected(["billing", "gone"], "costs");
  expect(done.text).toContain(
    "Your cloud doesn't list its services, but I saw billing and gone in the costs.",
  );
  expect(done.action).toBe("");
  expect(buttons()).toEqual({ "Choose…": "services add" });
});

test("only our page adds, in the same browser, for an admin, and after a connection was made", async () => {
  const { visitor, done } = await connected(["orders"]);
  expect((await visitor.submit({ ...done, hidden: { csrf: "forged" } })).status).toBe(403);
  expect((await newVisitor().submit(done)).status).toBe(403);
  fixture.role = "operator";
  expect((await visitor.submit(done)).status).toBe(403);
  fixture.role = "admin";
  const form = await visitor.open(await fixture.link());
  const early = { ...form, action: form.action.replace(/test$/, "add") };
  expect((await visitor.submit(early)).status).toBe(404);
  fixture.time = new Date(fixture.time.getTime() + 16 * 60_000);
  expect((await visitor.submit(done)).status).toBe(404);
  expect(await names()).toEqual([]);
});
