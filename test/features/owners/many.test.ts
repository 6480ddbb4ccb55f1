import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { extended } from "../../../src/lib/cache.ts";
import { createStore } from "../../../src/app/store.ts";
import { giveOwners } from "../../../src/features/owners/change.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { serviceNamed } from "../../support/reference-server.ts";
import { person, shownText } from "../../support/slack-person.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });
const button = "service-teams";
let redis: Redis;

beforeAll(() => {
  redis = new Redis(environment.redisUrl);
});
afterAll(() => redis.disconnect());

beforeEach(async () => {
  const { services, owners } = kept();
  for (const { name } of await services.list()) await services.forget(name);
  for (const { serviceId } of await owners.list()) await owners.set(serviceId, undefined);
});

const kept = () => createStore(redis).workspace(environment.slack.teamId);

/** Adds the named services of the cloud, and so many that it doesn't have. */
async function add(names: readonly string[], others = 0): Promise<void> {
  const { services } = kept();
  const facts = { connection: "default", addedBy: "U1", addedAt: "2026-11-20T10:00:00.000Z" };
  for (const name of names) {
    const { id } = await serviceNamed(environment, name);
    await services.add({ ...facts, serviceId: id, name });
  }
  for (let each = 1; each <= others; each += 1) {
    const name = `spare ${String(each).padStart(2, "0")}`;
    await services.add({ ...facts, serviceId: `0b6f1f0c-6a0e-4a7b-9d4e-${100_000_000_000 + each}`, name });
  }
}

test("Set teams below the list saves several teams and owners at once, each in the audit log", async () => {
  const { ada, slack } = environment;
  await add(["orders prod", "web analytics"]);
  await ada.command("databases", "/db services owner");
  await ada.click(await ada.waitForMessage("databases", "*Owners of 2 services*"), button);
  const opened = shownText(
    await ada.waitForModal((view) => shownText(view).includes("Whom do these services")),
  );
  expect(opened.indexOf("*orders prod*")).toBeLessThan(opened.indexOf("*web analytics*"));
  await ada.submit();
  await ada.waitForModal((view) => JSON.stringify(view).includes("for at least one service"));
  const sam = slack.users.find(({ name }) => name === "Sam Rivera")?.id ?? "";
  await ada.fill("team1", "payments");
  await ada.fill("owner1", sam);
  await ada.fill("team2", "@unheard-of");
  await ada.submit();
  await ada.waitForModal((view) => JSON.stringify(view).includes("can't find a user group @unheard-of"));
  expect(await kept().owners.list()).toEqual([]);
  await ada.fill("team2", "Payments");
  await ada.submit();
  const saved = shownText(await ada.waitForModal((view) => shownText(view).includes("now belongs to")));
  expect(saved).toContain(`*orders prod* now belongs to <@${sam}>, team payments.`);
  expect(saved).toContain("*web analytics* now belongs to the team payments.");
  expect(saved).not.toContain("no team");
  expect(saved).toContain("All owners");
  await ada.close({ cleared: true });
  await ada.command("databases", "/db admin audit");
  const audit = shownText(await ada.waitForMessage("databases", "*Audit log*"));
  for (const name of ["orders prod", "web analytics"]) expect(audit).toContain(`set the owner of *${name}*`);
});

test("a form has 10 services, and after saving there is a button for the rest", async () => {
  const { ada } = environment;
  await add(["orders prod"], 12);
  await kept().owners.set("0b6f1f0c-6a0e-4a7b-9d4e-100000000001", {
    serviceId: "0b6f1f0c-6a0e-4a7b-9d4e-100000000001",
    name: "spare 01",
    connection: "default",
    ownerId: "U1",
    since: "2026-11-20T10:00:00.000Z",
    by: "U1",
  });
  await ada.command("databases", "/db services owner");
  await ada.click(await ada.waitForMessage("databases", "*Owners of 13 services*"), button);
  const opened = await ada.waitForModal((view) => shownText(view).includes("*spare 10*"));
  expect(shownText(opened)).not.toContain("*spare 11*");
  expect(shownText(opened)).toContain("They are the first 10 of 13 without a team.");
  await ada.fill("team1", "payments");
  await ada.submit();
  const saved = await ada.waitForModal((view) => shownText(view).includes("12 more services have no team"));
  await ada.click(saved, button);
  const next = shownText(await ada.waitForModal((view) => shownText(view).includes("*spare 11*")));
  expect(next).toContain("Teams so far: payments.");
  expect(next).not.toContain("*orders prod*");
  await ada.fill("team", "growth");
  await ada.fill("team2", "data");
  await ada.submit();
  const all = shownText(
    await ada.waitForModal((view) => shownText(view).includes("2 more services have no")),
  );
  expect(all).toContain("*spare 02* now belongs to the team growth.");
  expect(all).toContain("*spare 03* now belongs to the team data.");
  expect(all).not.toContain("no owner");
});

test("costs by team offer it while something has no team, and it takes an operator", async () => {
  const { ada } = environment;
  await add(["orders prod"]);
  await using noor = person(environment.slack, "Noor Haddad");
  await noor.command("databases", "/db costs by team");
  await noor.click(await noor.waitForMessage("databases", "No team"), button);
  await noor.waitForMessage("databases", "You need the operator role");
  await noor.command("databases", "/db services owner");
  const owners = await noor.waitForMessage("databases", "*Owners of 1 service*");
  expect(JSON.stringify(owners)).not.toContain(button);
  await ada.command("databases", "/db costs by team");
  await ada.click(await ada.waitForMessage("databases", "No team"), button);
  await ada.waitForModal((view) => shownText(view).includes("*orders prod*"));
  await ada.close({ cleared: true });
});

const serviceOf = (name: string, end: number) => ({
  serviceId: `0b6f1f0c-6a0e-4a7b-9d4e-${200_000_000_000 + end}`,
  name,
  connection: "default",
});

test("a service that a file manages keeps its owner, says so, and doesn't stop the others", async () => {
  const { app, slack } = environment;
  const context = app.contextOf?.(slack.teamId);
  if (!context) throw new Error("The app runs in another process.");
  const [managed, free] = [serviceOf("managed", 1), serviceOf("free", 2)];
  const owners: typeof context.owners = {
    ...context.owners,
    change: async (serviceId, next) => {
      if (serviceId === managed.serviceId) throw new AppError("forbidden", "“managed” is managed by a file.");
      return context.owners.change(serviceId, next);
    },
  };
  const change = { ownerId: "U0SAMRIVER" };
  const given = await giveOwners(
    [managed, free].map((service) => ({ service, change })),
    extended(context, { owners }),
    "U1",
  );
  expect(given).toMatchObject([
    { service: managed, refusal: "“managed” is managed by a file." },
    { service: free, known: { ownerId: "U0SAMRIVER" } },
  ]);
});
