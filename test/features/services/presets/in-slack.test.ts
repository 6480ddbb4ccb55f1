import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { presets } from "../../../../src/features/services/presets/presets.ts";
import { answerTo } from "../../../support/answer-to.ts";
import { atStep, isReview, isStart, openFilled, skipToReview, titled } from "../../../support/create-walk.ts";
import { valueIn } from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { contentsOf } from "../../../support/redis.ts";
import { shownText } from "../../../support/slack-person.ts";
import { found } from "../../../support/until.ts";

const environment = useTestEnvironment();
let redis: Redis;

const small = { provider: "gcp", region: "us-east1", minReplicaMemoryGb: 16, maxReplicaMemoryGb: 32 };

beforeAll(() => {
  redis = new Redis(environment.redisUrl);
});
afterAll(() => redis.quit());

async function savePreset(name: string, fields: Record<string, unknown> = small): Promise<void> {
  const savedAt = new Date().toISOString();
  await presets(redis, environment.slack.teamId).save({ name, fields, savedBy: "U1", savedAt });
}

test("a form is saved as a preset without its name and secret, and another form starts from it", async () => {
  const { ada } = environment;
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
  const review = await ada.waitForModal(isReview);
  await ada.click(review, "preset-save");
  await ada.waitForModal(titled("Save as preset"));
  await ada.fill("presetName", "Far west");
  await ada.fill("description", "For what is far away");
  expect(await ada.submit()).toEqual({ ok: true });
  await ada.waitForModal((view) => shownText(view).includes("Saved as the preset *Far west*"));
  await ada.close({ cleared: true });

  const list = await answerTo(environment.ada, "/db presets", "*Far west*");
  expect(list.ephemeral).toBe(true);
  expect(list.text).toMatch(
    /\*Far west\* For what is far away\nazure · westus3 · 16 to 64 GB each · \d more settings\nSaved by <@U0ADAPARK1>, </,
  );
  const kept = (await contentsOf(redis)).find((entry) => entry.includes(":presets"));
  expect(kept).toContain("westus3");
  expect(kept).not.toMatch(/marker|encryptionKey|orders once/);

  await ada.click(list, "run:create Far west");
  const filled = await ada.waitForModal((view) => JSON.stringify(view.blocks).includes("westus3"));
  expect(valueIn(filled, "name")).toBeNull();
});

test("the form starts from a preset under a name, and a near preset is named in a note", async () => {
  const { ada } = environment;
  await savePreset("small staging");
  await ada.command("databases", "/db create orders from Small staging");
  const filled = await ada.waitForModal((view) => JSON.stringify(view.blocks).includes("us-east1"));
  expect(valueIn(filled, "name")).toBe("orders");
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create orders from smal staging");
  const noted = await ada.waitForModal((view) => shownText(view).includes("Did you mean “small staging”?"));
  expect(valueIn(noted, "name")).toBe("orders");
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create smal staging");
  const named = await ada.waitForModal((view) => shownText(view).includes("I can't find a preset “smal"));
  expect(valueIn(named, "name")).toBe("smal staging");
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create letters from home");
  expect(valueIn(await ada.waitForModal(isStart), "name")).toBe("letters from home");
});

test("the record of a new service names the preset that it was created from", async () => {
  const { ada } = environment;
  await savePreset("audited");
  await ada.command("databases", "/db create orders recorded from audited");
  await ada.waitForModal((view) => valueIn(view, "name") === "orders recorded");
  expect(await ada.submit()).toEqual({ ok: true });
  const context = environment.app.contextOf?.(environment.slack.teamId);
  const created = await found(async () =>
    (await context?.audit.read({ limit: 50 }))?.find(({ action }) => action === "service.create"),
  );
  expect(created).toMatchObject({ subject: "orders recorded", after: { preset: "audited" } });
});

test("“Save as preset” on an expired form says that the form has expired", async () => {
  const { ada } = environment;
  await openFilled(ada, "discarded");
  const review = await skipToReview(ada);
  await redis.del(...(await redis.keys("qm:*:draft:*")));
  await ada.click(review, "preset-save");
  const view = await ada.waitForModal(titled("Form has expired"));
  expect(shownText(view)).toContain("so I sent nothing from it");
});

test("a taken name is refused at its field with its owner, and what was typed stays", async () => {
  const { ada } = environment;
  await savePreset("taken");
  await openFilled(ada, "orders taken");
  await ada.click(await skipToReview(ada), "preset-save");
  await ada.waitForModal(titled("Save as preset"));
  await ada.fill("presetName", "TAKEN");
  const day = new Date().toISOString().slice(0, 10);
  const message = `A preset “taken” already exists, saved on ${day}. Choose another name, or delete that one first: /db create presets delete taken`;
  expect(await ada.submit()).toMatchObject({ ok: false, errors: { presetName: message } });
  await ada.fill("presetName", "free");
  expect(await ada.submit()).toEqual({ ok: true });
  await ada.waitForModal((view) => shownText(view).includes("Saved as the preset *free*"));
});

test("the list shows a preset with every field, and asks before it deletes one", async () => {
  const { ada } = environment;
  await savePreset("doomed");
  const list = await answerTo(environment.ada, "/db presets", "*doomed*");
  await ada.click(list, "run:presets show doomed");
  const shown = await ada.waitForMessage("databases", "*Minimum memory per replica:* 16 GB");
  expect(shown.ephemeral).toBe(true);
  expect(JSON.stringify(shown.blocks)).toContain("Delete this preset?");
  await ada.click(shown, "run:sure:presets delete doomed yes");
  const deleted = await ada.waitForMessage("databases", "Deleted the preset *doomed*.");
  expect(shownText(deleted)).toContain("*Region:* `us-east1`");
  await ada.click(list, "run:presets show doomed");
  await ada.waitForMessage("databases", "I can't find a preset called “doomed”.");
});
