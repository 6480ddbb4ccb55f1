import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { presets } from "../../../../src/features/services/presets/presets.ts";
import { answerTo } from "../../../support/answer-to.ts";
import { atStep, isReview, isStart, openFilled, skipToReview, titled } from "../../../support/create-walk.ts";
import { goOn, goTo, valueIn } from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { contentsOf } from "../../../support/redis.ts";
import { shownText } from "../../../support/slack-person.ts";
import { found, until } from "../../../support/until.ts";
import { drafts } from "../../../../src/platform/forms/drafts.ts";
import { change, interact } from "../../../support/form-payload.ts";
import { untilKept } from "../../../support/kept-draft.ts";
import { answers, runs } from "../../../support/pressed.ts";
import { lastCreate } from "../../../support/reference-server.ts";

const environment = useTestEnvironment();
let redis: Redis;

const small = { provider: "gcp", region: "us-east1", minReplicaMemoryGb: 16, maxReplicaMemoryGb: 32 };

beforeAll(() => {
  redis = new Redis(environment.redisUrl);
});
afterAll(() => redis.quit());

async function savePreset(name: string, fields: Record<string, unknown> = small): Promise<void> {
  const savedAt = new Date().toISOString();
  await presets(redis, environment.slack.teamId).set(name, { name, fields, savedBy: "U1", savedAt });
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

  await ada.click(list, runs("services_create", { preset: "Far west" }));
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
  await ada.click(list, runs("presets_show", { preset: "doomed" }));
  const shown = await ada.waitForMessage("databases", "*Minimum memory per replica:* 16 GB");
  expect(shown.ephemeral).toBe(true);
  expect(JSON.stringify(shown.blocks)).toContain("Delete this preset?");
  await ada.click(shown, answers("presets_delete", { preset: "doomed" }));
  const deleted = await ada.waitForMessage("databases", "Deleted the preset *doomed*.");
  expect(shownText(deleted)).toContain("*Region:* `us-east1`");
  await ada.click(list, runs("presets_show", { preset: "doomed" }));
  await ada.waitForMessage("databases", "I can't find a preset called “doomed”.");
});

const gone = "The form it comes from has expired or has a problem. Open it again.";

const filledIn = (text: string) => (view: { blocks: object[] }) => JSON.stringify(view.blocks).includes(text);

test("choosing a preset fills in its fields, and keeps the typed name and encryption key", async () => {
  const { ada } = environment;
  await savePreset("far", {
    provider: "azure",
    region: "westus3",
    minReplicaMemoryGb: 32,
    idleScaling: false,
  });
  await openFilled(ada, "my own name");
  await goOn(ada, 2);
  await goOn(ada, 3);
  await ada.fill("encryptionKey", "my own key");
  await ada.fill("ipAccessList", "203.0.113.0/24");
  await goTo(ada, "size", 2);
  await goTo(ada, "basics", 1);
  await ada.fill("preset", "far");
  const view = await ada.waitForModal(filledIn("westus3"));
  expect(["name", "provider", "region"].map((field) => valueIn(view, field))).toEqual([
    "my own name",
    "azure",
    "westus3",
  ]);
  expect(valueIn(await goOn(ada, 2), "idleScaling")).toBe(false);
  const access = await goOn(ada, 3);
  expect(valueIn(access, "encryptionKey")).toBe("my own key");
  expect(valueIn(access, "ipAccessList")).toBeNull();
  await goOn(ada, 4);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  expect(await lastCreate(environment)).toEqual({
    name: "my own name",
    provider: "azure",
    region: "westus3",
    minReplicaMemoryGb: 32,
    idleScaling: false,
    encryptionKey: "(secret)",
  });
});

test("choosing a preset with an invalid field reports the field, and leaves it out", async () => {
  const { ada } = environment;
  await savePreset("misfit", { provider: "gcp", region: "us-east1", numReplicas: 99, tier: "gold" });
  await openFilled(ada, "fitting");
  await ada.fill("preset", "misfit");
  const view = await ada.waitForModal((each) =>
    shownText(each).includes("I left out some settings of the preset"),
  );
  expect(shownText(view)).toMatch(/• Number of replicas .+\n• Tier /);
  expect(valueIn(await goOn(ada, 2), "numReplicas")).toBeNull();
});

test("choosing a preset that was deleted meanwhile is reported in the form, and what was typed stays", async () => {
  const { ada } = environment;
  await savePreset("fleeting", { provider: "gcp", region: "us-east1" });
  await openFilled(ada, "without it");
  await presets(redis, environment.slack.teamId).set("fleeting", undefined);
  await ada.fill("preset", "fleeting");
  const view = await ada.waitForModal((each) =>
    shownText(each).includes("I can't find a preset called “fleeting”"),
  );
  expect([valueIn(view, "name"), valueIn(view, "region")]).toEqual(["without it", "eu-west-1"]);
  expect(await ada.submit()).toMatchObject({ errors: { preset: expect.stringContaining("or choose none") } });
  await ada.fill("preset", "-");
  await goOn(ada, 2);
});

test("a form that another window made invalid is not saved as a preset", async () => {
  const { ada } = environment;
  await openFilled(ada, "made wrong");
  await ada.click(await skipToReview(ada), "preset-save");
  await ada.waitForModal(titled("Save as preset"));
  const draft = await drafts(redis, environment.slack.teamId).current(ada.id);
  const elsewhere = (step: string, values: object = {}) => ({
    viewId: "VELSEWHERE",
    ticket: { formId: draft?.formId, attempt: 1, step },
    values,
  });
  const many = { numReplicas: { numReplicas: { type: "number_input", value: "99" } } };
  await interact(environment, change(environment, elsewhere("review"), { actionId: "form-step:size" }));
  await untilKept(environment, ({ step }) => step === "size");
  await interact(environment, change(environment, elsewhere("size", many), { actionId: "numReplicas" }));
  await untilKept(environment, ({ values }) => values["numReplicas"] === 99);
  await ada.fill("presetName", "wrong");
  expect(await ada.submit()).toMatchObject({
    errors: { presetName: gone },
  });
  expect(await presets(redis, environment.slack.teamId).list()).not.toContainEqual(
    expect.objectContaining({ name: "wrong" }),
  );
});

test("three quick clicks on “Save as preset” open one window", async () => {
  const { ada } = environment;
  await openFilled(ada, "three clicks");
  const review = await skipToReview(ada);
  await Promise.all([1, 2, 3].map(() => ada.click(review, "preset-save")));
  // On a slow machine a click opened a window before it was known to be one too many, and it says so.
  const opened = async () => (await ada.world()).modals.map(({ title }) => title);
  await until(async () => (await opened()).includes("Save as preset"));
  while ((await ada.modal())?.title === "Done") await ada.close();
  await ada.fill("presetName", "asked once");
  await ada.submit();
  await ada.waitForModal((view) => shownText(view).includes("Saved as the preset *asked once*"));
  expect((await opened()).filter((title) => title !== "Done")).toEqual(["Create a service"]);
});

test("saving a preset of an expired form is refused with the reason", async () => {
  const { ada } = environment;
  await openFilled(ada, "forgotten source");
  await ada.click(await skipToReview(ada), "preset-save");
  await ada.waitForModal(titled("Save as preset"));
  const draft = await drafts(redis, environment.slack.teamId).current(ada.id);
  await redis.del(`qm:{${environment.slack.teamId}}:draft:${draft?.formId}`);
  await ada.fill("presetName", "of nothing");
  expect(await ada.submit()).toMatchObject({
    errors: { presetName: gone },
  });
});
