import { expect, test } from "vitest";
import { submitFilled, titled } from "../../../support/create-walk.ts";
import { timesIn } from "../../../support/marks.ts";
import { readPassword, offersPassword, passwordButton, passwordIn } from "../../../support/new-password.ts";
import { type SeenMessage, person, shownText } from "../../../support/slack-person.ts";
import { useWatchedEnvironment } from "../../../support/watched-environment.ts";

/** A password with characters that JSON, URLs, forms, Slack and shells escape. */
let marker = "";
let markers = 0;
function newMarker(): string {
  markers += 1;
  return (marker = `Mark${markers}"er\\<pass>&'wörd'+/=% $(:)`);
}

const watched = useWatchedEnvironment({
  ownProcess: false,
  newPassword: () => marker,
  environment: () => ({ CLOUD_SETTLE_SECONDS: "1" }),
});
const { environment } = watched;
const shownOnce = (method: string) => ({ [`to Slack /api/${method}`]: 1 });

/** Waits for the announcement of a service that offers its password. */
function announcement(name: string) {
  return environment.ada.waitForMessage("databases", (message) => offers(message, name));
}

function offers(message: SeenMessage, name: string): boolean {
  return message.text.startsWith(`*${name}*`) && offersPassword(message);
}

test("the search finds a password in plain text, JSON, a URL, base64 and hex", () => {
  const secret = newMarker();
  const json = JSON.stringify({ a: [secret] });
  const all = [json, JSON.stringify({ json }), new URLSearchParams({ json }).toString(), encodeURI(json)];
  for (const text of all.slice(0, 3)) expect(timesIn(text, secret)).toBe(1);
  for (const text of ["", "a", "ab"].map((start) => Buffer.from(`${start}${secret}b`).toString("base64"))) {
    expect(timesIn(text, secret)).toBe(1);
  }
  expect(timesIn(Buffer.from(json).toString("hex"), secret)).toBe(0);
  expect(timesIn(Buffer.from(secret).toString("hex"), secret)).toBe(1);
});

test("a password seen in the modal leaves the app in that view only", async () => {
  const { ada } = environment;
  const secret = newMarker();
  await submitFilled(ada, "marked in the modal");
  expect(await readPassword(ada)).toBe(secret);
  await ada.close();
  await ada.waitForMessage("databases", "*marked in the modal* is running");
  expect(await watched.locationsOf(secret)).toEqual(shownOnce("views.update"));
});

test("a password seen from the announcement leaves the app in that view only, even after another person's click", async () => {
  const { ada } = environment;
  const secret = newMarker();
  await submitFilled(ada, "marked in the channel");
  await ada.waitForModal(titled("Created"));
  await ada.close();
  const message = await announcement("marked in the channel");
  await using sam = person(environment.slack, "Sam Rivera");
  await sam.click(message, passwordButton);
  await sam.waitForMessage("databases", "can see its password");
  expect(await watched.locationsOf(secret)).toEqual({});
  await ada.click(message, passwordButton);
  expect(passwordIn(await ada.waitForModal(titled("Password")))).toBe(secret);
  expect(await watched.locationsOf(secret)).toEqual(shownOnce("views.open"));
});

test("a password that Slack fails to show is in no error message, and can still be shown", async () => {
  const { ada } = environment;
  const secret = newMarker();
  await submitFilled(ada, "marked for trouble");
  await ada.waitForModal(titled("Created"));
  await ada.close();
  const message = await announcement("marked for trouble");
  watched.toSlack.answerNext("/views.open", { status: 503, body: "<html>" });
  await ada.click(message, passwordButton);
  await ada.waitForMessage("databases", "Slack has a problem");
  watched.toSlack.answerNext("/views.open", "nothing");
  await ada.click(message, passwordButton);
  await ada.waitForMessage("databases", "Slack didn't answer");
  const refused = JSON.stringify({ ok: false, error: "invalid_arguments" });
  watched.toSlack.answerNext("/views.open", { status: 200, body: refused });
  await ada.click(message, passwordButton);
  await ada.waitForMessage("databases", "something went wrong on our side");
  await ada.click(message, passwordButton);
  expect(passwordIn(await ada.waitForModal(titled("Password")))).toBe(secret);
  expect(await watched.locationsOf(secret)).toEqual({ "to Slack /api/views.open": 4 });
});

test("a password in an unreadable answer goes nowhere", async () => {
  const { ada } = environment;
  const secret = newMarker();
  const body = JSON.stringify({ result: [{ service: 5, password: secret }] });
  watched.toCloud.answerNext("/services", {
    status: 200,
    headers: { "content-type": "application/json" },
    body,
  });
  await submitFilled(ada, "marked unreadable");
  await ada.waitForModal((view) => !titled("Creating")(view) && !titled("Create a service")(view));
  expect(await watched.locationsOf(secret)).toEqual({});
});

test("a password in an answer that was cut in the middle goes nowhere, and is reported as lost", async () => {
  const { ada } = environment;
  const secret = newMarker();
  const fault = { kind: "malformed", cut: "connection", times: 1, match: { operation: "createService" } };
  await environment.faults(fault);
  await submitFilled(ada, "marked cut");
  const view = await ada.waitForModal(titled("Created"));
  expect(shownText(view)).toContain("Its password was in the cloud's answer, which never arrived.");
  expect(await watched.locationsOf(secret)).toEqual({});
});
