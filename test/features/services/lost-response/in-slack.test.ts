import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { isReview, openFilled, skipToReview, submitFilled, titled } from "../../../support/create-walk.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { clickForged } from "../../../support/interaction.ts";
import { type SeenMessage, type SlackPerson, person, shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment({
  operators: ["Sam Rivera"],
  environment: () => ({ CLOUD_SETTLE_SECONDS: "1", CLOUD_REQUESTS_PER_10_SECONDS: "1000" }),
});
const onCreate = { times: 1, match: { operation: "createService" } };
const unserved = [
  { kind: "unserved", match: { operation: "listServices" } },
  { kind: "unserved", match: { operation: "getService" } },
];

/** The ids of the services of this name at the reference server. */
async function servicesNamed(name: string): Promise<string[]> {
  const response = await fetch(`${environment.cloud.controlUrl}/services?name=${encodeURIComponent(name)}`);
  const services: { id: string }[] = await response.json();
  return services.map(({ id }) => id);
}

async function questions(ada: SlackPerson, name: string): Promise<SeenMessage[]> {
  return (await ada.messages("direct")).filter(({ text }) => text.includes(name));
}

async function forgetClaims(): Promise<void> {
  const redis = new Redis(environment.redisUrl);
  const claims = await redis.keys("qm:{*}:claimed-name:*");
  if (claims.length > 0) await redis.del(...claims);
  await redis.quit();
}

/** The id of the request that a question is about, which its buttons carry. */
function requestIdIn(question: SeenMessage): string {
  const [, id = ""] = /"value":"([^"]+)"/.exec(JSON.stringify(question)) ?? [];
  return id;
}

test.each([
  ["the connection dropped after the work", { kind: "drop-after" }],
  ["an answer that is half of its JSON", { kind: "malformed", cut: "json" }],
])(
  "after %s, the service is found in the cloud's list, and its password is reported as lost",
  async (what, fault) => {
    const { ada } = environment;
    const name = `found ${what.replaceAll(/\W+/g, " ")}`.slice(0, 40).trim();
    await environment.faults({ ...onCreate, ...fault });
    await submitFilled(ada, name);
    const view = await ada.waitForModal(titled("Created"));
    expect(shownText(view)).toContain("which never arrived");
    await ada.waitForMessage("databases", `*${name}* is running`);
    expect(await servicesNamed(name)).toHaveLength(1);
    expect(await questions(ada, name)).toEqual([]);
  },
);

test("after the connection dropped before the work, the form comes back as typed, with the reason", async () => {
  const { ada } = environment;
  await environment.faults({ ...onCreate, kind: "drop-before" });
  await submitFilled(ada, "dropped early");
  await ada.waitForModal(titled("Looking"));
  const form = await ada.waitForModal((view) => shownText(view).includes("Nothing was created."));
  expect(shownText(form)).toContain("answer didn't arrive. The cloud's list of services doesn't have it.");
  expect(shownText(form)).toContain("dropped early");
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await servicesNamed("dropped early")).toHaveLength(1);
});

test.each([
  ["500", { kind: "status", status: 500 }],
  ["503 in HTML", { kind: "html", status: 503 }],
])("after %s before the work, the form comes back with the reason", async (what, fault) => {
  const { ada } = environment;
  const name = `refused ${what}`;
  await environment.faults({ ...onCreate, ...fault });
  await submitFilled(ada, name);
  const form = await ada.waitForModal((view) => shownText(view).includes("Nothing was created."));
  expect(shownText(form)).toContain(`(${what.slice(0, 3)}). The cloud's list of services doesn't have it.`);
  expect(await servicesNamed(name)).toEqual([]);
});

test("after an unreadable success without a service in the list, the person is asked, and no message says that it failed", async () => {
  const { ada } = environment;
  await environment.faults({ ...onCreate, kind: "status", status: 202, body: {} });
  await submitFilled(ada, "accepted somewhere");
  const view = await ada.waitForModal(titled("Not certain"));
  expect(shownText(view)).toContain(
    "The cloud sent an answer that I can't read. That answer said it succeeded, but the cloud's list of services doesn't have it.",
  );
});

test("the outcome of a request with a closed window comes in a message, with a button that reopens the form", async () => {
  const { ada } = environment;
  await environment.faults({ ...onCreate, kind: "drop-before" });
  await submitFilled(ada, "closed window");
  await ada.waitForModal(titled("Looking"));
  await ada.close();
  const told = await ada.waitForMessage("databases", ":x: *closed window wasn't created.*");
  expect(told.text).toContain("The cloud's list of services doesn't have it.");
  expect(told.ephemeral).toBe(true);
  await ada.click(told, "form-again");
  expect(shownText(await ada.waitForModal(isReview))).toContain("closed window");
});

test("if the cloud has no list, the person is asked once, in the modal and in a message that stays", async () => {
  const { ada } = environment;
  await environment.faults(...unserved, { ...onCreate, kind: "drop-after" });
  const posts = (await environment.received("POST")).length;
  await submitFilled(ada, "asked about");
  const view = await ada.waitForModal(titled("Not certain"));
  expect(JSON.stringify(view.blocks)).toMatch(/"confirm":\{.*creates a second one/);
  const message = await ada.waitForMessage("direct", "asked about");
  for (const shown of [shownText(view), shownText(message)]) {
    expect(shown).toContain("I can't tell whether asked about was created.");
    expect(shown).toContain("This cloud doesn't list its services");
    expect(shown).toContain("It was created: enter its id");
  }
  expect(message.ephemeral).toBe(false);
  expect((await environment.received("POST")).length).toBe(posts + 1);
  expect(await questions(ada, "asked about")).toHaveLength(1);
});

test("“It was created” asks for the id, and refuses one that does not exist or has another name", async () => {
  const { ada, organization } = environment;
  await environment.faults(unserved[0] ?? {}, { ...onCreate, kind: "drop-after" });
  await submitFilled(ada, "asked for");
  await ada.click(await ada.waitForModal(titled("Not certain")), "unknown-was-created");
  await ada.waitForModal(titled("It was created"));
  await ada.fill("serviceId", "orders");
  expect(await ada.submit()).toMatchObject({
    errors: { serviceId: expect.stringContaining("isn't a service id") },
  });

  await ada.fill("serviceId", "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10");
  await ada.submit();
  await ada.waitForModal((view) => shownText(view).includes("doesn't know a service with this id"));
  await ada.fill("serviceId", organization.services[0]?.id ?? "");
  await ada.submit();
  await ada.waitForModal((view) => shownText(view).includes("not “asked for”"));
  const [id = ""] = await servicesNamed("asked for");
  await ada.fill("serviceId", ` ${id.toUpperCase()} `);
  await ada.submit();
  await ada.waitForModal((view) => shownText(view).includes("asked for was created"));
  await ada.waitForMessage("databases", "*asked for* is running");
  await ada.waitForMessage("direct", `*asked for was created:* it's service \`${id}\``);
  expect(await questions(ada, "asked for")).toHaveLength(1);
});

test("an id is believed if the cloud does not show single services", async () => {
  const { ada } = environment;
  await environment.faults(...unserved, { ...onCreate, kind: "drop-after" });
  await submitFilled(ada, "believed");
  await ada.waitForModal(titled("Not certain"));
  await ada.close();
  await ada.click(await ada.waitForMessage("direct", "believed"), "unknown-was-created");
  await ada.waitForModal(titled("It was created"));
  const [id = ""] = await servicesNamed("believed");
  await ada.fill("serviceId", id);
  await ada.submit();
  await ada.waitForMessage("databases", "*believed* is created");
});

test("“It was not” returns the form as a new attempt, and closes the question for good", async () => {
  const { ada } = environment;
  await environment.faults(...unserved, { ...onCreate, kind: "drop-before" });
  await submitFilled(ada, "denied");
  const view = await ada.waitForModal(titled("Not certain"));
  const question = await ada.waitForMessage("direct", "denied");
  await ada.click(view, "unknown-was-not");
  expect(shownText(await ada.waitForModal(isReview))).toContain("denied");
  await ada.waitForMessage("direct", "*denied wasn't created*, as you said");

  // Clicked again, in a window that still shows the question.
  for (const actionId of ["unknown-was-not", "unknown-was-created"]) {
    const click = { actionId, value: requestIdIn(question), userId: ada.id };
    expect(await clickForged(environment, click)).toContain(
      "This is already clear: *denied wasn't created.*",
    );
  }
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await servicesNamed("denied")).toHaveLength(1);
});

test("only the requester can answer, and a click for a request that is not kept says so", async () => {
  const { ada } = environment;
  await environment.faults(...unserved, { ...onCreate, kind: "drop-before" });
  await submitFilled(ada, "not yours");
  const question = await ada.waitForMessage("direct", "not yours");
  await using sam = person(environment.slack, "Sam Rivera");
  for (const actionId of ["unknown-was-not", "unknown-was-created"]) {
    const click = { actionId, value: requestIdIn(question), userId: sam.id };
    expect(await clickForged(environment, click)).toContain("Only the person who requested this service");
    const forgotten = { actionId, value: "no-such-request", userId: ada.id };
    expect(await clickForged(environment, forgotten)).toContain("I no longer have this request");
  }
  expect(shownText((await questions(ada, "not yours"))[0] ?? question)).toContain("It was created: enter");
});

test("two lost requests of one name that created one service each get their own services", async () => {
  const { ada } = environment;
  await using sam = person(environment.slack, "Sam Rivera");
  await Promise.all([openFilled(ada, "twins"), openFilled(sam, "twins")]);
  await Promise.all([skipToReview(ada), skipToReview(sam)]);
  await environment.faults(
    { ...onCreate, times: 2, kind: "drop-after" },
    { kind: "delay", ms: 1_500, times: 1, match: { operation: "listServices" } },
  );
  await ada.submit();
  // Two requests of one name are refused; a Redis that lost the claim lets the second one through.
  await forgetClaims();
  await sam.submit();
  await Promise.all([ada.waitForModal(titled("Created")), sam.waitForModal(titled("Created"))]);
  expect(await servicesNamed("twins")).toHaveLength(2);
  const ids = await servicesNamed("twins");
  // Each announcement names its service's id.
  await until(async () => {
    const announced = (await ada.messages("databases")).map(shownText).join();
    return ids.every((id) => announced.includes(id));
  });
});
