import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { View } from "@quartermaster/local-slack/person";
import { answerTo } from "../../../support/answer-to.ts";
import { openFilled, openSteps, skipToReview, titled } from "../../../support/create-walk.ts";
import {
  choicesIn,
  fieldsIn,
  fillUntil,
  goOn,
  goTo,
  isOffer,
  remarkOn,
  valueIn,
} from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { doneBackups, lastCreate, serviceNamed } from "../../../support/reference-server.ts";
import { type SeenMessage, shownText } from "../../../support/slack-person.ts";
import { chooses } from "../../../support/pressed.ts";
import { until } from "../../../support/until.ts";

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
  expect(shownText(review)).not.toContain(backupId);
  expect(shownText(review)).toMatch(/\*Backup:\* \d{4}-\d\d-\d\d .*B/);
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
  await environment.faults({ ...onBackups, kind: "delay", ms: 4_000, times: 1 });
  await openFilled(ada, "hasty");
  await ada.fill("backupService", orders);
  await ada.submit();
  await ada.waitForModal((view) => shownText(view).includes("I'm still reading the backups."));
  const read = await ada.waitForModal(knows(orders));
  expect(choicesIn(read, "backupId").length).toBeGreaterThan(5);
});

test("after choosing another service its backups are offered, however slow the first answer is", async () => {
  const { ada } = environment;
  await environment.faults({ ...onBackups, kind: "delay", ms: 1_500, times: 1 });
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

const Select = z.looseObject({
  action_id: z.string(),
  options: z.array(z.looseObject({ value: z.string() })),
});

/** The ids of the restorable backups in a list, the newest first. */
function offeredIn({ blocks = [] }: SeenMessage): string[] {
  const Row = z.looseObject({ type: z.literal("actions"), elements: z.array(z.unknown()) });
  const elements = blocks.flatMap((block) => Row.safeParse(block).data?.elements ?? []);
  const selects = elements.flatMap((element) => Select.safeParse(element).data ?? []);
  const select = selects.find(({ action_id }) => action_id.startsWith('run:{"call":"backups_restore"'));
  return (select?.options ?? []).map(({ value }) => value);
}

/** Lists the backups of the first service. */
async function listBackups(): Promise<{ list: SeenMessage; serviceId: string }> {
  const list = await answerTo(environment.ada, "/db backups orders prod", "· *orders prod* ·");
  return { list, serviceId: await idOf(orders) };
}

/** The id of the newest backup in a list. */
function newestIn(list: SeenMessage): string {
  return offeredIn(list)[0] ?? "";
}

/** The form's text once it knows the original's region, and the id of its chosen backup. */
async function chosenBackup(): Promise<{ text: string; backupId: string | undefined }> {
  const form = await environment.ada.waitForModal((view) =>
    shownText(view).includes("*orders prod* is in eu-west-1"),
  );
  const block = form.blocks.find(({ block_id }) => String(block_id).startsWith("backupId"));
  const [, backupId] = /"initial_option":.*"value":"([^"]+)"/.exec(JSON.stringify(block)) ?? [];
  return { text: shownText(form), backupId };
}

test("choosing a backup in the list starts a new service from it, in the original's region, and the review names it", async () => {
  const { list, serviceId } = await listBackups();
  const backupId = offeredIn(list).at(-1) ?? "";
  await environment.ada.click(list, chooses("backups_restore", { service: serviceId }, "backup"), backupId);
  const chosen = await chosenBackup();
  expect(chosen.backupId).toBe(backupId);
  expect(chosen.text).toContain("eu-west-1, as *orders prod*");
  await environment.ada.fill("name", "orders again");
  const review = shownText(await skipToReview(environment.ada));
  expect(review).toMatch(/\*Starts with the data of orders prod:\* .*[\d.]+ GiB/);
  expect(review).not.toContain(backupId);
});

test("the command with the service's name starts a new service from a backup", async () => {
  const { list } = await listBackups();
  const backupId = newestIn(list);
  await environment.ada.command("databases", `/db backups restore Orders Prod ${backupId.toUpperCase()}`);
  expect((await chosenBackup()).backupId).toBe(backupId);
});

const isBeingRead = "I'm still reading the backups. Try again in a moment.";

test("a form with a given backup waits until the original's region is read", async () => {
  const { ada } = environment;
  const { list, serviceId } = await listBackups();
  await environment.faults({ kind: "delay", ms: 5_000, match: { operation: "getService" } });
  const backupId = newestIn(list);
  await ada.click(list, chooses("backups_restore", { service: serviceId }, "backup"), backupId);
  const form = await ada.waitForModal(titled("Create a service"));
  await ada.fill("name", "orders again");
  await ada.fill("region", String(choicesIn(form, "region")[0]));
  expect(JSON.stringify(await ada.submit())).toContain(isBeingRead);
  await chosenBackup();
  await skipToReview(ada);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  const sent = (await environment.received("POST")).at(-1)?.body;
  expect(sent).toMatchObject({ name: "orders again", backupId, provider: "aws", region: "eu-west-1" });
});

test("resuming the form repeats a read that stopped with its process", async () => {
  const { ada } = environment;
  await environment.faults({ kind: "delay", ms: 30_000, times: 1, match: { operation: "listBackups" } });
  await openSteps(ada);
  await ada.fill("backupService", "orders prod");
  await until(async () => {
    const asked = await environment.received("GET");
    return asked.some(({ path, status }) => path.endsWith("/backups") && status == null);
  });
  await environment.restartApp();
  await ada.close({ cleared: true, lost: true });
  await ada.command("databases", "/db create");
  const offer = await ada.waitForModal((view) => isOffer(view));
  await ada.click(offer, "form-resume");
  await chosenBackup();
});

const anId = "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f";

test.each([
  [`unknown ${anId}`, "I don't know a service called “unknown”."],
  ["orders prod 5c1d7e2a-31", "A backup id is a UUID."],
  [anId, "Which service?"],
])("restore %s is answered with the problem", async (words, sentence) => {
  expect((await answerTo(environment.ada, `/db backups restore ${words}`, sentence)).ephemeral).toBe(true);
});
