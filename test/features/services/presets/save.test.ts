import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drafts } from "../../../../src/platform/forms/drafts.ts";
import { presets } from "../../../../src/features/services/presets/presets.ts";
import { openFilled, skipToReview, titled } from "../../../support/create-walk.ts";
import { change, interact } from "../../../support/form-payload.ts";
import { goOn, goTo, valueIn } from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { untilKept } from "../../../support/kept-draft.ts";
import { lastCreate } from "../../../support/reference-server.ts";
import { shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment();
let redis: Redis;

beforeAll(async () => {
  redis = new Redis(environment.redisUrl);
  await savePreset("far", {
    provider: "azure",
    region: "westus3",
    minReplicaMemoryGb: 32,
    idleScaling: false,
  });
});
afterAll(() => redis.quit());

async function savePreset(name: string, fields: Record<string, unknown>): Promise<void> {
  const savedAt = new Date().toISOString();
  await presets(redis, environment.slack.teamId).save({ name, fields, savedBy: "U1", savedAt });
}

const gone = "The form it comes from has expired or has a problem. Open it again.";

const filledIn = (text: string) => (view: { blocks: object[] }) => JSON.stringify(view.blocks).includes(text);

test("choosing a preset fills in its fields, and keeps the typed name and encryption key", async () => {
  const { ada } = environment;
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
  await presets(redis, environment.slack.teamId).delete("fleeting");
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
