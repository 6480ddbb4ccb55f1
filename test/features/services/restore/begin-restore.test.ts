import { expect, test } from "vitest";
import { z } from "zod";
import { openSteps, skipToReview, titled } from "../../../support/create-walk.ts";
import { answerTo } from "../../../support/answer-to.ts";
import { isOffer } from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { type SeenMessage, shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment();

const Select = z.looseObject({
  action_id: z.string(),
  options: z.array(z.looseObject({ value: z.string() })),
});

/** The ids of the restorable backups in a list, the newest first. */
function offeredIn({ blocks = [] }: SeenMessage): string[] {
  const Row = z.looseObject({ type: z.literal("actions"), elements: z.array(z.unknown()) });
  const elements = blocks.flatMap((block) => Row.safeParse(block).data?.elements ?? []);
  const selects = elements.flatMap((element) => Select.safeParse(element).data ?? []);
  const select = selects.find(({ action_id }) => action_id.startsWith("run:backups restore"));
  return (select?.options ?? []).map(({ value }) => value);
}

/** Adds the first service to the workspace, and lists its backups. */
async function listBackups(): Promise<{ list: SeenMessage; serviceId: string }> {
  const { id: serviceId = "" } = environment.organization.services[0] ?? {};
  await answerTo(environment.ada, `/db services add ${serviceId} orders prod`, "Added *orders prod*");
  return {
    list: await answerTo(environment.ada, "/db backups orders prod", "· *orders prod* ·"),
    serviceId,
  };
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
  await environment.ada.click(list, `run:backups restore ${serviceId}`, backupId);
  const chosen = await chosenBackup();
  expect(chosen.backupId).toBe(backupId);
  expect(chosen.text).toContain("eu-west-1, as *orders prod*");
  await environment.ada.fill("name", "orders again");
  const review = shownText(await skipToReview(environment.ada));
  expect(review).toMatch(/\*Starts with the data of orders prod:\* .*[\d.]+ GiB/);
  expect(review).toContain(backupId);
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
  await ada.click(list, `run:backups restore ${serviceId}`, backupId);
  await ada.waitForModal(titled("Create a service"));
  await ada.fill("name", "orders again");
  await ada.fill("region", "us-east-1");
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
  await listBackups();
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
