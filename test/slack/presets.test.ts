import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { validateMessage } from "../../src/sandbox/slack/validate/index.ts";
import { presets } from "../../src/store/presets.ts";
import { atStep, openFilled, skipToReview, titled } from "../support/create-walk.ts";
import { useHouse } from "../support/house.ts";
import { contentsOf } from "../support/redis.ts";
import { type SeenMessage, shownText } from "../support/slack-person.ts";

const house = useHouse();
let redis: Redis;

const small = { provider: "gcp", region: "us-east1", minReplicaMemoryGb: 16, maxReplicaMemoryGb: 32 };

beforeAll(() => {
  redis = new Redis(house.redisUrl);
});
afterAll(() => redis.quit());

async function savePreset(name: string, fields: Record<string, unknown> = small): Promise<void> {
  const savedAt = new Date().toISOString();
  await presets(redis, house.slack.teamId).save({ name, fields, savedBy: "U1", savedAt });
}

/** Types it, and waits for what is answered to it and to nothing before. */
async function answerTo(text: string, wish: string): Promise<SeenMessage> {
  const before = new Set((await house.ada.messages("databases")).map(({ ts }) => ts));
  await house.ada.command("databases", text);
  return house.ada.waitForMessage(
    "databases",
    (message) => !before.has(message.ts) && shownText(message).includes(wish),
  );
}

test("a form is saved as a preset without its name and its secret, and another form begins from it", async () => {
  const { ada } = house;
  await openFilled(ada, "orders once");
  await ada.fill("provider", "azure");
  await ada.waitForModal(({ blocks }) => JSON.stringify(blocks).includes("westus3"));
  await ada.fill("region", "westus3");
  await ada.submit();
  await ada.waitForModal(atStep("Step 2 of 4"));
  await ada.submit();
  await ada.waitForModal(atStep("Step 3 of 4"));
  await ada.fill("encryptionKey", "marker-of-a-key");
  await ada.submit();
  const review = await ada.waitForModal(atStep("This is all that will be sent"));
  await ada.click(review, "preset-save");
  await ada.waitForModal(titled("Save as preset"));
  await ada.fill("presetName", "Far west");
  await ada.fill("description", "For what is far away");
  expect(await ada.submit()).toEqual({ ok: true });
  await ada.waitForModal((view) => shownText(view).includes("Saved as the preset *Far west*"));
  await ada.close({ cleared: true });

  const list = await answerTo("/db presets", "*Far west*");
  expect(list.ephemeral).toBe(true);
  expect(list.text).toMatch(
    /\*Far west\* For what is far away\nazure · westus3 · 16 to 64 GB each · \d more settings\nSaved by ada, </,
  );
  const kept = (await contentsOf(redis)).find((entry) => entry.includes(":presets"));
  expect(kept).toContain("westus3");
  expect(kept).not.toMatch(/marker|encryptionKey|orders once/);

  await ada.click(list, "run:create Far west");
  const offer = await ada.waitForModal((view) => shownText(view).includes("You have not finished"));
  await ada.click(offer, "form-anew");
  const filled = await ada.waitForModal((view) => JSON.stringify(view.blocks).includes("westus3"));
  expect(JSON.stringify(filled.blocks)).not.toContain("orders once");
});

test("a name that is taken is refused on its field, with who has it, and what was typed stays", async () => {
  const { ada } = house;
  await savePreset("taken");
  await openFilled(ada, "orders taken");
  await ada.click(await skipToReview(ada), "preset-save");
  await ada.waitForModal(titled("Save as preset"));
  await ada.fill("presetName", "TAKEN");
  const day = new Date().toISOString().slice(0, 10);
  const message = `There is a preset “taken” already, saved on ${day}. Choose another name, or delete that one first: /db presets delete taken`;
  expect(await ada.submit()).toMatchObject({ ok: false, errors: { presetName: message } });
  await ada.fill("presetName", "free");
  expect(await ada.submit()).toEqual({ ok: true });
  await ada.waitForModal((view) => shownText(view).includes("Saved as the preset *free*"));
});

test("the list shows a preset with every field, and deletes one after a question", async () => {
  const { ada } = house;
  await savePreset("doomed");
  const list = await answerTo("/db presets", "*doomed*");
  await ada.click(list, "run:presets show doomed");
  const shown = await ada.waitForMessage("databases", "*Minimum memory per replica:* 16 GB");
  expect(shown.ephemeral).toBe(true);
  expect(JSON.stringify(shown.blocks)).toContain("Delete this preset?");
  await ada.click(shown, "run:presets delete doomed");
  const deleted = await ada.waitForMessage("databases", "The preset *doomed* is deleted.");
  expect(shownText(deleted)).toContain("*Region:* `us-east1`");
  await ada.click(list, "run:presets show doomed");
  await ada.waitForMessage("databases", "There is no preset “doomed”.");
});

test("words that are a preset's name begin from it", async () => {
  const { ada } = house;
  await savePreset("prod small");
  await ada.command("databases", "/db create PROD  small");
  const from = await ada.waitForModal((view) => JSON.stringify(view.blocks).includes("us-east1"));
  expect(JSON.stringify(from.blocks)).not.toMatch(/"initial_value":"PROD/i);
});

test("other words are the service's name, with a word on the preset that was near", async () => {
  const { ada } = house;
  await savePreset("prod small");
  await ada.command("databases", "/db create prod smal");
  const named = await ada.waitForModal((view) => JSON.stringify(view.blocks).includes('"prod smal"'));
  expect(shownText(named)).toContain(
    "There is no preset “prod smal”; did you mean “prod small”? Choose it under “Start from a preset”.",
  );
});

test("a preset that no longer validates says which field, in the list and in the form", async () => {
  const { ada } = house;
  await savePreset("outdated", { ...small, numReplicas: 21 });
  const rule = "Number of replicas must be a whole number between 1 and 20";
  await answerTo("/db presets", `:warning: No longer allowed: ${rule}.`);
  await ada.command("databases", "/db create outdated");
  const form = await ada.waitForModal((view) => JSON.stringify(view.blocks).includes("us-east1"));
  expect(shownText(form)).toContain(rule);
});

test("99 presets are listed page by page, each a message that Slack takes", async () => {
  const { ada } = house;
  for (const { name } of await presets(redis, house.slack.teamId).list()) {
    await presets(redis, house.slack.teamId).delete(name);
  }
  for (let count = 1; count <= 99; count += 1) await savePreset(`preset ${count}`);
  const first = await answerTo("/db presets", "*Presets 1 to 10 of 99*");
  await ada.click(first, "run:presets after preset 10");
  const second = await ada.waitForMessage("databases", "*Presets 11 to 20 of 99*");
  for (const { text, blocks } of [first, second]) expect(validateMessage({ text, blocks })).toBeNull();
});

const Select = z.looseObject({ options: z.array(z.looseObject({ value: z.string() })) });

/** The select in a message's first row of elements. */
function selectIn({ blocks = [] }: SeenMessage): z.output<typeof Select> {
  const Row = z.looseObject({ type: z.literal("actions"), elements: z.tuple([Select]) });
  const [row] = blocks.flatMap((block) => Row.safeParse(block).data ?? []);
  if (!row) throw new Error("There is no select.");
  return row.elements[0];
}

/** Lets the workspace know the first service by name, and shows its backups. */
async function listBackups(): Promise<{ list: SeenMessage; serviceId: string }> {
  const { id: serviceId = "" } = house.organization.services[0] ?? {};
  await answerTo(`/db services add ${serviceId} orders prod`, "*orders prod* is known here now");
  return { list: await answerTo("/db backups orders prod", "Begin a new service from a backup."), serviceId };
}

/** The form once it knows where the original runs, and the id of the backup that is chosen in it. */
async function chosenBackup(): Promise<{ text: string; backupId: string | undefined }> {
  const form = await house.ada.waitForModal((view) =>
    shownText(view).includes("*orders prod* is in eu-west-1"),
  );
  const block = form.blocks.find(({ block_id }) => String(block_id).startsWith("backupId"));
  const [, backupId] = /"initial_option":.*"value":"([^"]+)"/.exec(JSON.stringify(block)) ?? [];
  return { text: shownText(form), backupId };
}

test("a new service begins from a backup by its button, in the original's region", async () => {
  const { list, serviceId } = await listBackups();
  const [, backupId = ""] =
    /"value":"backups restore \S+ ([0-9a-f-]+)"/.exec(JSON.stringify(list.blocks)) ?? [];
  await house.ada.click(list, `run:backups restore ${serviceId} ${backupId}`);
  const chosen = await chosenBackup();
  expect(chosen.backupId).toBe(backupId);
  expect(chosen.text).toContain("eu-west-1, as *orders prod*");
});

test("a new service begins from an older backup by the choice of it", async () => {
  const { list, serviceId } = await listBackups();
  const { options } = selectIn(list);
  const { value } = options.at(-1) ?? { value: "" };
  await house.ada.click(list, `run:backups restore ${serviceId}`, value);
  expect((await chosenBackup()).backupId).toBe(value);
});

test("a new service begins from a backup by the command, with the service's name", async () => {
  const { list } = await listBackups();
  const [, backupId = ""] =
    /"value":"backups restore \S+ ([0-9a-f-]+)"/.exec(JSON.stringify(list.blocks)) ?? [];
  await house.ada.command("databases", `/db backups restore Orders Prod ${backupId.toUpperCase()}`);
  expect((await chosenBackup()).backupId).toBe(backupId);
});

test("a backup that is not the service's is not taken for one: the form asks for another", async () => {
  const { serviceId } = await listBackups();
  const nobodys = "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f";
  await house.ada.command("databases", `/db backups restore ${serviceId} ${nobodys}`);
  expect((await chosenBackup()).backupId).toBeUndefined();
});

const anId = "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f";

test.each([
  [`nobody knows ${anId}`, "I know no service called “nobody knows”."],
  ["orders prod 5c1d7e2a-31", "The backup id is a uuid"],
  [anId, "Say which service."],
])("restore %s is answered with what is wrong", async (words, sentence) => {
  expect((await answerTo(`/db backups restore ${words}`, sentence)).ephemeral).toBe(true);
});

test("a service whose name begins as the command does still has its backups listed", async () => {
  const { id } = house.organization.services[1] ?? {};
  await answerTo(`/db services add ${id} restore test`, "*restore test* is known here now");
  const list = await answerTo("/db backups restore test", "backups of *restore test*");
  expect(JSON.stringify(list.blocks)).toContain('"type":"table"');
});
