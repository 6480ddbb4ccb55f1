import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { ageService } from "../../../support/ageing.ts";
import { submitFilled, titled } from "../../../support/create-walk.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import {
  lookAtPassword,
  offersPassword,
  passwordButton,
  passwordIn,
  requestIdIn,
} from "../../../support/new-password.ts";
import { contentsOf } from "../../../support/redis.ts";
import { pressForged, pressForgedInModal } from "../../../support/interaction.ts";
import { type SeenMessage, type SlackPerson, person, shownText } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment();

/** Creates a service and closes the modal; answers its announcement, which offers the password. */
async function createAndClose(ada: SlackPerson, name: string): Promise<SeenMessage> {
  await submitFilled(ada, name);
  await ada.waitForModal(titled("Created"));
  await ada.close();
  return ada.waitForMessage("databases", (message) => isAbout(message, name) && offersPassword(message));
}

function isAbout({ text }: SeenMessage, name: string): boolean {
  return text.startsWith(`*${name}*`);
}

async function waitForNoButton(ada: SlackPerson, name: string): Promise<void> {
  await ada.waitForMessage("databases", (message) => isAbout(message, name) && !offersPassword(message));
}

/** Takes passwords out of Redis, as its clock does in the end. */
async function letPasswordsGo(): Promise<void> {
  const redis = new Redis(environment.redisUrl);
  await redis.del(await redis.keys("qm:*:password:*"));
  await redis.quit();
}

test("the password waits behind a button in the modal, is shown there once, and the announcement's button goes", async () => {
  const { ada } = environment;
  await submitFilled(ada, "looked at");
  expect(shownText(await ada.waitForModal(titled("Created")))).toContain(
    "Only you can see its password, once. If you have not looked by",
  );
  await ada.waitForMessage(
    "databases",
    (message) => isAbout(message, "looked at") && offersPassword(message),
  );
  expect((await lookAtPassword(ada)).length).toBeGreaterThan(8);
  const view = await ada.waitForModal();
  expect(shownText(view)).toContain("*User name:* `default`");
  expect(shownText(view)).toMatch(/\*Host:\* `\S+\.example\.com`/);
  await waitForNoButton(ada, "looked at");
});

test("a password is handed over although the cloud says nothing else of the service", async () => {
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
  expect(await lookAtPassword(ada)).toBe("all there is");
  const told = await ada.waitForMessage("databases", "*terse* is created. This cloud does not report");
  expect(shownText(told)).not.toContain("Backups");
});

test("after the modal was closed, the announcement's button opens it with the password", async () => {
  const { ada } = environment;
  const message = await createAndClose(ada, "closed then looked");
  await ada.click(message, passwordButton);
  expect(passwordIn(await ada.waitForModal(titled("Password"))).length).toBeGreaterThan(8);
  await waitForNoButton(ada, "closed then looked");
});

test("a password that was seen is not shown again, and its person reads what to do", async () => {
  const { ada } = environment;
  const message = await createAndClose(ada, "seen once");
  await ada.click(message, passwordButton);
  await ada.waitForModal(titled("Password"));
  await waitForNoButton(ada, "seen once");
  await ada.close();
  const press = { actionId: passwordButton, value: requestIdIn(message), userId: ada.id };
  expect(await pressForged(environment, press)).toContain(
    "Its password was shown once and is kept nowhere any more.",
  );
  expect(await ada.modal()).toBeUndefined();
});

test("a press that names a request nobody made is told that nothing is kept", async () => {
  const press = { actionId: passwordButton, value: "no-such-request", userId: environment.ada.id };
  expect(await pressForged(environment, press)).toContain("no longer kept here");
});

test("nobody but the creator is shown the password, and it still waits for them", async () => {
  const { ada } = environment;
  const message = await createAndClose(ada, "not for sam");
  await using sam = person(environment.slack, "Sam Rivera");
  await sam.click(message, passwordButton);
  const refused = await sam.waitForMessage("databases", "who asked for this service, can see its password");
  expect(refused.ephemeral).toBe(true);
  expect(await sam.modal()).toBeUndefined();
  await ada.click(message, passwordButton);
  await ada.waitForModal(titled("Password"));
});

test("two clicks at once show the password once, and a third that comes late does not hide it", async () => {
  const { ada } = environment;
  await submitFilled(ada, "clicked twice");
  const view = await ada.waitForModal(titled("Created"));
  await Promise.all([ada.click(view, passwordButton), ada.click(view, passwordButton)]);
  await ada.waitForModal(titled("Password"));
  const late = { actionId: passwordButton, value: requestIdIn(view), userId: ada.id };
  await pressForgedInModal(environment, late, view.id);
  await waitForNoButton(ada, "clicked twice");
  expect(titled("Password")(await ada.waitForModal())).toBe(true);
});

test("where the modal was closed early, the creator gets the password's button in direct messages", async () => {
  const { ada } = environment;
  await environment.faults({ kind: "delay", ms: 600, times: 1, match: { operation: "createService" } });
  await submitFilled(ada, "closed early");
  await ada.waitForModal(titled("Creating"));
  await ada.close();
  const told = await ada.waitForMessage("direct", "*closed early is created.*");
  expect(offersPassword(told)).toBe(true);
  await ada.waitForMessage(
    "databases",
    (message) => isAbout(message, "closed early") && offersPassword(message),
  );
});

test("where the app is no member, the creator finds the password's button in direct messages", async () => {
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

test("a password that waited too long is gone, says so when its button is pressed, and the button goes", async () => {
  const { ada } = environment;
  await submitFilled(ada, "too late");
  const view = await ada.waitForModal(titled("Created"));
  await letPasswordsGo();
  await ada.click(view, passwordButton);
  await until(async () =>
    shownText(await ada.waitForModal()).includes("was not looked at in time, and is gone"),
  );
  await waitForNoButton(ada, "too late");
});

test("a password that was not looked at for 15 minutes waits in direct messages, and is shown from there", async () => {
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
