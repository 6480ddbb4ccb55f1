import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { ageService } from "../../../support/ageing.ts";
import { submitFilled, titled } from "../../../support/create-walk.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import {
  readPassword,
  offersPassword,
  passwordButton,
  passwordIn,
  requestIdIn,
} from "../../../support/new-password.ts";
import { contentsOf } from "../../../support/redis.ts";
import { clickForged, clickForgedInModal } from "../../../support/interaction.ts";
import { type SeenMessage, type SlackPerson, shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment();

/** Creates a service, closes the modal, and returns the announcement with the password's button. */
async function createAndClose(ada: SlackPerson, name: string): Promise<SeenMessage> {
  await submitFilled(ada, name);
  await ada.waitForModal(titled("Created"));
  await ada.close();
  return ada.waitForMessage("databases", (message) => isAbout(message, name) && offersPassword(message));
}

function isAbout({ text }: SeenMessage, name: string): boolean {
  return text.includes(`*${name}*`);
}

async function waitForNoButton(ada: SlackPerson, name: string): Promise<void> {
  await ada.waitForMessage("databases", (message) => isAbout(message, name) && !offersPassword(message));
}

test("the modal's button shows the password once, and removes the announcement's button", async () => {
  const { ada } = environment;
  await submitFilled(ada, "looked at");
  expect(shownText(await ada.waitForModal(titled("Created")))).toContain(
    "Only you can see the password, once. If you haven't looked by",
  );
  await ada.waitForMessage(
    "databases",
    (message) => isAbout(message, "looked at") && offersPassword(message),
  );
  expect((await readPassword(ada)).length).toBeGreaterThan(8);
  const view = await ada.waitForModal();
  expect(shownText(view)).toContain("*User name:* `default`");
  expect(shownText(view)).toMatch(/\*Host:\* `\S+\.example\.com`/);
  await waitForNoButton(ada, "looked at");
});

test("a password is shown even if the cloud sends nothing else about the service", async () => {
  const { ada } = environment;
  const body = { result: { service: null, password: "all there is" } };
  await environment.faults({
    kind: "status",
    status: 201,
    body,
    times: 1,
    match: { operation: "createService" },
  });
  await submitFilled(ada, "terse");
  await ada.waitForModal(titled("Created"));
  expect(await readPassword(ada)).toBe("all there is");
  const message = await ada.waitForMessage("databases", "*terse* is created. This cloud doesn't report");
  expect(shownText(message)).not.toContain("Backups");
});

test("an action with an unknown request is answered that its password is no longer kept", async () => {
  const action = { actionId: passwordButton, value: "no-such-request", userId: environment.ada.id };
  expect(await clickForged(environment, action)).toContain("I no longer have this service's password.");
});

test("two clicks at once show the password once, and a late third one does not hide it", async () => {
  const { ada } = environment;
  await submitFilled(ada, "clicked twice");
  const view = await ada.waitForModal(titled("Created"));
  await Promise.all([ada.click(view, passwordButton), ada.click(view, passwordButton)]);
  await ada.waitForModal(titled("Password"));
  const late = { actionId: passwordButton, value: requestIdIn(view), userId: ada.id };
  await clickForgedInModal(environment, late, view.id);
  await waitForNoButton(ada, "clicked twice");
  expect(titled("Password")(await ada.waitForModal())).toBe(true);
});

test("when the app is not in the channel, the creator gets the password's button in direct messages", async () => {
  const { ada } = environment;
  await submitFilled(ada, "apart", "payments-private");
  await ada.waitForModal(titled("Created"));
  await ada.close();
  const message = await ada.waitForMessage(
    "direct",
    (each) => isAbout(each, "apart") && offersPassword(each),
  );
  await ada.click(message, passwordButton);
  await ada.waitForModal(titled("Password"));
});

test("after 15 minutes an unseen password waits in direct messages, and is shown from there", async () => {
  const { ada } = environment;
  await createAndClose(ada, "never looked at");
  await ageService(environment.redisUrl, "never looked at", 15);
  const notice = await ada.waitForMessage("direct", "*never looked at is created.*");
  await ada.click(notice, passwordButton);
  expect(passwordIn(await ada.waitForModal(titled("Password"))).length).toBeGreaterThan(8);
  await waitForNoButton(ada, "never looked at");
  await ada.waitForMessage("direct", /never looked at is created[^]*was shown once/);
  const redis = new Redis(environment.redisUrl);
  expect((await contentsOf(redis)).filter((entry) => entry.includes(":password:"))).toEqual([]);
  await redis.quit();
});
