import { beforeEach, expect, test } from "vitest";
import type { View } from "@quartermaster/local-slack/person";
import { openFilled, titled } from "../../../support/create-walk.ts";
import { choicesIn, fieldsIn, fillUntil, goOn, goTo, remarkOn, valueIn } from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { doneBackups, lastCreate, serviceNamed } from "../../../support/reference-server.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });

/** The workspace's two services, and the match for faults of reading backups. */
const orders = "orders prod";
const analytics = "web analytics";
const onBackups = { match: { operation: "listBackups" } };

beforeEach(async () => {
  const { ada, organization } = environment;
  for (const { id, name } of organization.services) {
    await ada.command("databases", `/db services add ${id} ${name}`);
    await ada.waitForMessage("databases", `Added *${name}*`);
  }
});

async function idOf(name: string): Promise<string> {
  return (await serviceNamed(environment, name)).id;
}

/** True once the form knows the region of the service of its backups. */
const knows = (name: string) => (view: View) => shownText(view).includes(`*${name}* is in `);

/** Opens the form and chooses a service's newest backup. Returns the backup's id. */
async function chooseNewest(name: string): Promise<string> {
  const { ada } = environment;
  await openFilled(ada, `from ${name}`);
  await ada.fill("backupService", name);
  await ada.waitForModal(knows(name));
  const [newest = ""] = await doneBackups(environment, await idOf(name));
  await ada.fill("backupId", newest);
  return newest;
}

test("a backup fixes provider, region and tier, which the form shows and sends but does not ask for", async () => {
  const { ada } = environment;
  const backupId = await chooseNewest(analytics);
  const view = await ada.waitForModal(knows(analytics));
  expect(fieldsIn(view).filter((field) => ["provider", "region"].includes(field))).toEqual([]);
  expect(shownText(view)).toContain("europe-west4, as *web analytics*");
  const review = await goTo(ada, "review", 4);
  expect(shownText(review)).toContain("*Tier:* `production`");
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  const original = { provider: "gcp", region: "europe-west4", tier: "production" };
  expect(await lastCreate(environment)).toMatchObject({ backupId, ...original });
});

test("starting empty after all restores the region that was chosen before", async () => {
  const { ada } = environment;
  await openFilled(ada, "empty after all");
  await fillUntil(ada, ["backupService", analytics], (fields) => !fields.includes("region"));
  const empty = await fillUntil(ada, ["backupService", "-"], (fields) => fields.includes("region"));
  expect([valueIn(empty, "provider"), valueIn(empty, "region")]).toEqual(["aws", "eu-west-1"]);
  expect(fieldsIn(empty)).not.toContain("backupId");
  await goTo(ada, "review", 4);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).not.toHaveProperty("backupId");
});

test("when the cloud does not report the original's region, the form asks for it and says that it must be the same", async () => {
  const { ada } = environment;
  await environment.faults(
    { kind: "unserved", match: { operation: "getService" } },
    { kind: "unserved", match: { operation: "listServices" } },
  );
  await openFilled(ada, "untold");
  await ada.fill("backupService", orders);
  const view = await ada.waitForModal((each) => shownText(each).includes("doesn't say where it runs"));
  expect(shownText(view)).toContain("Choose the region and tier of *orders prod*.");
  expect(fieldsIn(view)).toContain("region");
  const [backupId = ""] = await doneBackups(environment, await idOf(orders));
  await ada.fill("backupId", backupId);
  await ada.fill("region", "us-east-1");
  await goTo(ada, "review", 4);
  await ada.submit();
  const refused = await ada.waitForModal((each) => shownText(each).includes("Nothing was created."));
  expect(remarkOn(refused, "region")).toContain("Region must be eu-west-1");
  await ada.fill("region", "eu-west-1");
  await goTo(ada, "review", 4);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toMatchObject({ backupId, region: "eu-west-1" });
});

test("the form says why backups cannot be read, and allows to start empty or to read them again", async () => {
  const { ada } = environment;
  await environment.faults({ ...onBackups, kind: "status", status: 403, times: 2 });
  await openFilled(ada, "unread");
  await ada.fill("backupService", orders);
  const view = await ada.waitForModal((each) => shownText(each).includes("doesn't allow this"));
  expect(fieldsIn(view)).toContain("backupService");
  await ada.submit();
  const asked = await ada.waitForModal((each) => shownText(each).includes("or start empty."));
  expect(shownText(asked)).toContain("Step 1 of 4");
  await fillUntil(ada, ["backupService", "-"], (fields) => !fields.includes("backupId"));
  await goOn(ada, 2);
  await goTo(ada, "basics", 1);
  await ada.fill("backupService", orders);
  await ada.waitForModal(knows(orders));
});

test("the form does not go on until the backups are read", async () => {
  const { ada } = environment;
  await environment.faults({ ...onBackups, kind: "delay", ms: 400, times: 1 });
  await openFilled(ada, "hasty");
  await ada.fill("backupService", orders);
  await ada.submit();
  await ada.waitForModal((view) => shownText(view).includes("I'm still reading the backups."));
  const read = await ada.waitForModal(knows(orders));
  expect(choicesIn(read, "backupId").length).toBeGreaterThan(5);
});

test("after choosing another service its backups are offered, however slow the first answer is", async () => {
  const { ada } = environment;
  await environment.faults({ ...onBackups, kind: "delay", ms: 600, times: 1 });
  await openFilled(ada, "undecided");
  await ada.fill("backupService", orders);
  await ada.waitForModal((view) => shownText(view).includes("Reading the backups"));
  await ada.fill("backupService", analytics);
  await ada.waitForModal(knows(analytics));
  const [newest] = await doneBackups(environment, await idOf(analytics));
  await ada.fill("backupId", newest ?? "");
  // The slow answer arrives before the service is created.
  await goTo(ada, "review", 4);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toMatchObject({ backupId: newest, region: "europe-west4" });
});
