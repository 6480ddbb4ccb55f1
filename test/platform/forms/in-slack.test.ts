import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { expect, test } from "vitest";
import type { View } from "@quartermaster/local-slack/person";
import { presets } from "../../../src/features/services/presets/presets.ts";
import { atStep, isStart, openFilled, skipToReview, titled } from "../../support/create-walk.ts";
import { goOn, goOnWithIt, goTo, isOffer, valueIn } from "../../support/form-view.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { forgetDraft, leaveForm, untilKept } from "../../support/kept-draft.ts";
import { type SlackPerson, person, shownText } from "../../support/slack-person.ts";

const environment = useTestEnvironment({ operators: ["Sam Rivera"] });

/** Opens App Home and waits for its new content. */
async function openHome(ada: SlackPerson): Promise<View> {
  const before = (await ada.world()).home?.hash;
  await ada.home();
  return ada.waitForHome(({ hash }) => hash !== before);
}

/** Opens App Home and waits until it stays the same for a second, because it then has the clouds' answers too. */
async function openWholeHome(ada: SlackPerson): Promise<View> {
  let home = await openHome(ada);
  for (let isNew = true; isNew;) {
    await sleep(1_000);
    const now = await ada.waitForHome();
    isNew = now.hash !== home.hash;
    home = now;
  }
  return home;
}

test("a form is kept from its first letter on, and its person is asked whether to continue it", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db create");
  await ada.waitForModal(isStart);
  await ada.fill("name", "o");
  await untilKept(environment, ({ values }) => values["name"] === "o");
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create");
  expect(shownText(await ada.waitForModal(isOffer))).toContain("unfinished draft, “o” (New service)");
});

test("continuing a form opens its last step with all its values, in a new window", async () => {
  const { ada } = environment;
  await openFilled(ada, "left at size");
  await goOn(ada, 2);
  await ada.fill("numReplicas", "5");
  await leaveForm(environment, ({ numReplicas }) => numReplicas === 5);
  const size = await goOnWithIt(ada);
  expect(shownText(size)).toContain("Step 2 of 4");
  expect(valueIn(size, "numReplicas")).toBe("5");
  const basics = await goTo(ada, "basics", 1);
  expect(valueIn(basics, "name")).toBe("left at size");
});

test("starting over opens an empty form, and drops the other draft", async () => {
  const { ada } = environment;
  await openFilled(ada, "the first");
  await leaveForm(environment);
  await ada.command("databases", "/db create");
  const asked = await ada.waitForModal(isOffer);
  expect(shownText(asked)).toContain("the first");
  await ada.click(asked, "form-start-over");
  const reopened = await ada.waitForModal(isStart);
  expect([valueIn(reopened, "name"), valueIn(reopened, "region")]).toEqual([null, null]);
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create");
  expect(isStart(await ada.waitForModal())).toBe(true);
});

test("a form with a name opens at once, though there is an unfinished draft, which stays", async () => {
  const { ada } = environment;
  await openFilled(ada, "kept meanwhile");
  await leaveForm(environment);
  await ada.command("databases", "/db create a database called payments dev");
  const fresh = await ada.waitForModal(isStart);
  expect(valueIn(fresh, "name")).toBe("payments dev");
  expect(shownText(fresh)).toContain("Your draft “kept meanwhile” is still there");
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create");
  expect(shownText(await ada.waitForModal(isOffer))).toContain("kept meanwhile");
});

test("a preset opens beside an unfinished draft, says how to find it, and leaves it as it is", async () => {
  const { ada } = environment;
  const redis = new Redis(environment.redisUrl);
  const preset = { name: "mini", fields: { region: "us-east-1" }, savedBy: "U1" };
  await presets(redis, environment.slack.teamId).set(preset.name, {
    ...preset,
    savedAt: new Date().toISOString(),
  });
  await redis.quit();
  await openFilled(ada, "left alone");
  await leaveForm(environment);
  await ada.command("databases", "/db create mini");
  const fresh = await ada.waitForModal(isStart);
  expect(valueIn(fresh, "region")).toBe("us-east-1");
  expect(shownText(fresh)).toContain("Your draft “left alone” is still there: `/db create` continues it.");
  await ada.fill("name", "from preset");
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create");
  expect(shownText(await ada.waitForModal(isOffer))).toContain("left alone");
});

test("a form that was only opened is not offered, neither by the command nor in App Home", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db create");
  await ada.waitForModal(isStart);
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create");
  expect(isOffer(await ada.waitForModal())).toBe(false);
  expect(shownText(await openHome(ada))).not.toContain("Unfinished");
});

test("App Home offers a draft to its person only", async () => {
  const { ada, slack } = environment;
  await openFilled(ada, "homely");
  await leaveForm(environment);
  await using sam = person(slack, "Sam Rivera");
  expect(shownText(await openHome(sam))).not.toContain("homely");
  await sam.command("databases", "/db create");
  expect(isOffer(await sam.waitForModal())).toBe(false);
  const home = await openHome(ada);
  expect(shownText(home)).toContain("unfinished draft, “homely” (step 1, Basics)");
  await ada.click(home, "form-resume");
  expect(valueIn(await ada.waitForModal(atStep("Step 1 of 4")), "name")).toBe("homely");
});

test("opening “Save as preset” and closing it changes nothing in the form", async () => {
  const { ada } = environment;
  await openFilled(ada, "no preset");
  await ada.click(await skipToReview(ada), "preset-save");
  await ada.waitForModal(titled("Save as preset"));
  await ada.fill("presetName", "not yet");
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create");
  expect(shownText(await ada.waitForModal(isOffer))).toContain("no preset");
});

test("a form that was sent is not offered again, and an old App Home says that it was sent", async () => {
  const { ada } = environment;
  await openFilled(ada, "sent off");
  await leaveForm(environment);
  const home = await openHome(ada);
  // Home stays as it is, with the button.
  await environment.slackFaults({
    kind: "error",
    error: "fatal_error",
    match: { methods: ["views.publish"] },
  });
  await ada.click(home, "form-resume");
  await ada.waitForModal(atStep("Step 1 of 4"));
  await skipToReview(ada);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  await ada.close({ cleared: true });
  await ada.click(home, "form-resume");
  expect(shownText(await ada.waitForModal())).toContain("You already sent this form");
  await ada.close({ cleared: true });
  await ada.command("databases", "/db create");
  expect(isOffer(await ada.waitForModal())).toBe(false);
});

test("a form that is no longer kept says so at the first letter, at Next, and at its button", async () => {
  const { ada } = environment;
  await openFilled(ada, "forgotten");
  await untilKept(environment, ({ touched }) => touched);
  const home = await openWholeHome(ada);
  await forgetDraft(environment);
  await ada.fill("name", "f");
  await ada.waitForModal(titled("Form has expired"));
  await ada.close({ cleared: true });
  await ada.click(home, "form-resume");
  await ada.waitForModal(titled("Form has expired"));
  await ada.close({ cleared: true });

  await openFilled(ada, "forgotten too");
  await untilKept(environment, ({ touched }) => touched);
  await forgetDraft(environment);
  await ada.submit();
  await ada.waitForModal(titled("Form has expired"));
});
