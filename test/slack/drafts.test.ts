import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { View } from "../../src/sandbox/slack/protocol.ts";
import { type Draft, drafts } from "../../src/store/drafts.ts";
import { atStep, openFilled, skipToReview, titled } from "../support/create-walk.ts";
import { choicesIn, fieldsIn, goOn, goTo, valueIn } from "../support/form-view.ts";
import { useHouse } from "../support/house.ts";
import { untilKept } from "../support/kept-draft.ts";
import { contentsOf } from "../support/redis.ts";
import { type SlackPerson, person, shownText } from "../support/slack-person.ts";
import { until } from "../support/until.ts";

const house = useHouse();
let redis: Redis;

beforeAll(() => {
  redis = new Redis(house.redisUrl);
});
afterAll(() => redis.quit());

const offer = (view: View) => shownText(view).includes("You have not finished");

/** Ada's present draft, once there is one. */
async function present(): Promise<Draft> {
  const kept = drafts(redis, house.slack.teamId);
  await until(async () => (await kept.current(house.ada.id)) !== undefined);
  const draft = await kept.current(house.ada.id);
  if (!draft) throw new Error("It is gone.");
  return draft;
}

/** Changes what Redis keeps of Ada's present draft, behind the app's back. */
async function tamper(changes: object): Promise<void> {
  const { revision: _, ...draft } = await present();
  const text = JSON.stringify({ ...draft, ...changes });
  await redis.hset(`qm:{${house.slack.teamId}}:draft:${draft.formId}`, "draft", text);
}

async function goOnWithIt(ada: SlackPerson): Promise<View> {
  await ada.command("databases", "/db create");
  await ada.click(await ada.waitForModal(offer), "form-resume");
  return ada.waitForModal(atStep("Step "));
}

/** Takes Ada's present draft out of Redis, as its clock does after a day. */
async function forget(): Promise<void> {
  await redis.del(`qm:{${house.slack.teamId}}:draft:${(await present()).formId}`);
}

/** Closes a form once the last change in it is kept, and waits until what stood there at its end is kept as well. */
async function leave(
  ada: SlackPerson,
  isLast: (values: Draft["values"]) => boolean = ({ region }) => region !== undefined,
): Promise<void> {
  await untilKept(house, ({ values }) => isLast(values));
  const { revision } = await present();
  await ada.close({ cleared: true });
  await untilKept(house, (draft) => draft.revision !== revision);
}

/** Opens App Home and waits for what is published then, not for what stood there before. */
async function openHome(ada: SlackPerson): Promise<View> {
  const before = (await ada.world()).home?.hash;
  await ada.home();
  return ada.waitForHome(({ hash }) => hash !== before);
}

test("a form is kept from its first letter on, for a day, and its person is asked whether to go on with it", async () => {
  const { ada } = house;
  await ada.command("databases", "/db create");
  await ada.waitForModal(atStep("Step 1 of 4"));
  await ada.fill("name", "o");
  await untilKept(house, ({ values }) => values["name"] === "o");
  const { formId } = await present();
  expect(await redis.ttl(`qm:{${house.slack.teamId}}:draft:${formId}`)).toBeGreaterThan(86_300);
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create");
  expect(shownText(await ada.waitForModal(offer))).toContain("*o*. It stands at “Basics”");
});

test("going on opens the step it was left at, with everything that stood there, in a window of its own", async () => {
  const { ada } = house;
  await openFilled(ada, "left at size");
  await goOn(ada, 2);
  await ada.fill("numReplicas", "5");
  await leave(ada, ({ numReplicas }) => numReplicas === 5);
  const size = await goOnWithIt(ada);
  expect(shownText(size)).toContain("Step 2 of 4");
  expect(valueIn(size, "numReplicas")).toBe("5");
  const basics = await goTo(ada, "basics", 1);
  expect(valueIn(basics, "name")).toBe("left at size");
});

test("starting over begins with what was asked for then, and lets go of the other", async () => {
  const { ada } = house;
  await openFilled(ada, "the first");
  await leave(ada);
  await ada.command("databases", "/db create the second");
  const asked = await ada.waitForModal(offer);
  expect(shownText(asked)).toContain("the first");
  await ada.click(asked, "form-anew");
  const anew = await ada.waitForModal(atStep("Step 1 of 4"));
  expect([valueIn(anew, "name"), valueIn(anew, "region")]).toEqual(["the second", null]);
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create");
  expect(shownText(await ada.waitForModal())).toContain("Step 1 of 4");
});

test("who only looked is not asked, neither by the command nor in App Home", async () => {
  const { ada } = house;
  await ada.command("databases", "/db create");
  await ada.waitForModal(atStep("Step 1 of 4"));
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create");
  expect(offer(await ada.waitForModal())).toBe(false);
  expect(shownText(await openHome(ada))).not.toContain("Unfinished");
});

test("App Home offers it, and to its person alone", async () => {
  const { ada, slack } = house;
  await openFilled(ada, "homely");
  await leave(ada);
  await using sam = person(slack, "Sam Rivera");
  expect(shownText(await openHome(sam))).not.toContain("homely");
  await sam.command("databases", "/db create");
  expect(offer(await sam.waitForModal())).toBe(false);
  const home = await openHome(ada);
  expect(shownText(home)).toContain("You have not finished *homely*");
  await ada.click(home, "form-resume");
  expect(valueIn(await ada.waitForModal(atStep("Step 1 of 4")), "name")).toBe("homely");
});

test("looking at “Save as preset” and leaving it takes nothing from the form", async () => {
  const { ada } = house;
  await openFilled(ada, "no preset");
  await ada.click(await skipToReview(ada), "preset-save");
  await ada.waitForModal(titled("Save as preset"));
  await ada.fill("presetName", "not yet");
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create");
  expect(shownText(await ada.waitForModal(offer))).toContain("no preset");
});

test("a form that was sent is offered no more; its old window and an old App Home say that it was sent", async () => {
  const { ada } = house;
  await openFilled(ada, "sent off");
  await leave(ada);
  const home = await openHome(ada);
  await ada.click(home, "form-resume");
  await ada.waitForModal(atStep("Step 1 of 4"));
  await skipToReview(ada);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  await ada.close({ cleared: true });
  await ada.click(home, "form-resume");
  expect(shownText(await ada.waitForModal())).toContain("This form was sent already");
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create");
  expect(offer(await ada.waitForModal())).toBe(false);
});

test("a form that is no longer kept says so at the first letter, at Next, and at its button", async () => {
  const { ada } = house;
  await openFilled(ada, "forgotten");
  await untilKept(house, ({ touched }) => touched);
  const home = await openHome(ada);
  await forget();
  await ada.fill("name", "f");
  await ada.waitForModal(titled("Form has expired"));
  await ada.close({ cleared: true });
  await ada.click(home, "form-resume");
  await ada.waitForModal(titled("Form has expired"));
  await ada.close({ cleared: true });

  await openFilled(ada, "forgotten too");
  await untilKept(house, ({ touched }) => touched);
  await forget();
  await ada.submit();
  await ada.waitForModal(titled("Form has expired"));
});

test.each([
  ["at a step that is not known", { step: "billing" }],
  ["with facts of another shape", { facts: { presets: 5, backups: "none", connections: null } }],
  [
    "with values of other kinds",
    { values: { name: 7, region: true, ipAccessList: 9, numReplicas: "many", olderFields: "yes" } },
  ],
  ["with a secret that was never sealed", { values: { name: "odd", encryptionKey: "plain" } }],
])("a draft of another version, %s, opens and goes on", async (_what, changes) => {
  const { ada } = house;
  await openFilled(ada, "of another version");
  await leave(ada);
  await tamper(changes);
  const view = await goOnWithIt(ada);
  expect(shownText(view)).toContain("Step 1 of");
  await ada.fill("name", "mended");
  await ada.fill("provider", "aws");
  await ada.waitForModal((each) => !choicesIn(each, "region").includes("westus3"));
  await ada.fill("region", "eu-west-1");
  const { errors = {} } = await ada.submit();
  expect(errors).toEqual({});
  expect(shownText(await ada.waitForModal(atStep("Step 2 of")))).toContain("Size");
});

test("a draft that cannot be read at all keeps nobody from a new form, nor from App Home", async () => {
  const { ada } = house;
  await openFilled(ada, "unreadable");
  await leave(ada);
  await tamper({ values: "none", attempt: "first" });
  expect(shownText(await openHome(ada))).not.toContain("Unfinished");
  await ada.command("databases", "/db create");
  expect(offer(await ada.waitForModal(titled("Create a service")))).toBe(false);
});

test("an encryption key is sealed in Redis, and stands in its input when a person comes back to it", async () => {
  const { ada } = house;
  await openFilled(ada, "sealed key");
  await goOn(ada, 2);
  await goOn(ada, 3);
  await ada.fill("encryptionKey", "marker-of-a-key");
  await untilKept(house, ({ values }) => values["encryptionKey"] !== undefined);
  expect((await contentsOf(redis)).filter((entry) => entry.includes("marker-of-a-key"))).toEqual([]);
  await goOn(ada, 4);
  expect((await contentsOf(redis)).filter((entry) => entry.includes("marker-of-a-key"))).toEqual([]);
  await ada.close({ cleared: true });
  await goOnWithIt(ada);
  expect(valueIn(await goTo(ada, "access", 3), "encryptionKey")).toBe("marker-of-a-key");
});

test("an encryption key that opens no more, since ENCRYPTION_KEYS changed, is asked for again", async () => {
  const { ada, environment } = house;
  await openFilled(ada, "lost key");
  await goOn(ada, 2);
  await goOn(ada, 3);
  await ada.fill("encryptionKey", "marker-of-a-key");
  await ada.fill("dataWarehouseId", "kept besides");
  await leave(ada, ({ dataWarehouseId }) => dataWarehouseId === "kept besides");
  environment["ENCRYPTION_KEYS"] = `other:${Buffer.alloc(32, 7).toString("base64")}`;
  await house.restartApp();
  const access = await goOnWithIt(ada);
  expect(fieldsIn(access)).toContain("encryptionKey");
  expect(valueIn(access, "encryptionKey")).toBeNull();
  expect(valueIn(access, "dataWarehouseId")).toBe("kept besides");
});
