import { expect, test } from "vitest";
import { stateTexts } from "../../src/features/services/announcement/texts.ts";
import { isReview, openFilled, skipToReview, submitFilled, titled } from "../support/create-walk.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { type SeenMessage, shownText } from "../support/slack-person.ts";
import { until } from "../support/until.ts";

const environment = useTestEnvironment({
  ownProcess: true,
  startsAt: new Date().toISOString(),
  provisioningMs: 1_500,
  environment: () => ({ CLOUD_SETTLE_SECONDS: "4", CLOUD_REQUESTS_PER_10_SECONDS: "1000" }),
});
const onCreate = { times: 1, match: { operation: "createService" } };

async function about(name: string): Promise<SeenMessage[]> {
  return (await environment.ada.messages("databases")).filter(({ text }) => text.includes(name));
}

/** Waits until a service's thread says how it ended. That message and the channel's are there once. */
async function isAnnouncedOnce(name: string): Promise<void> {
  await until(async () => (await about(name)).some(({ threadTs }) => threadTs !== undefined));
  const messages = await about(name);
  expect(messages.map(({ threadTs }) => threadTs)).toEqual([undefined, messages[0]?.ts]);
  for (const { text } of messages) expect(text).toContain(stateTexts.running);
}

test("if the app is killed while it searches for a lost request, the next process continues the search", async () => {
  const { ada } = environment;
  const outage = { kind: "status", status: 503, match: { operation: "listServices" } };
  await environment.faults({ ...onCreate, kind: "drop-after" }, outage);
  await submitFilled(ada, "killed looking");
  await ada.waitForModal(titled("Looking"));
  await environment.app.end("SIGKILL");
  await fetch(`${environment.cloud.controlUrl}/faults`, { method: "DELETE" });
  await environment.restartApp();
  await until(async () => (await ada.modal())?.title === "Created");
});

test("if the app is killed after it asked the person, their answer still counts", async () => {
  const { ada } = environment;
  const unserved = { kind: "unserved", match: { operation: "listServices" } };
  await environment.faults({ ...onCreate, kind: "drop-before" }, unserved);
  await submitFilled(ada, "killed asked");
  const view = await ada.waitForModal(titled("Not certain"));
  await environment.restartApp();
  await until(async () => (await fetch(`${environment.app.url}/readyz`)).ok);
  await ada.click(view, "unknown-was-not");
  await ada.waitForModal(isReview);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
});

test("if the app is killed after the service was created, the next process follows it and edits the one message", async () => {
  const { ada } = environment;
  await submitFilled(ada, "killed later");
  await ada.waitForMessage("databases", "Creating *killed later*…");
  await environment.restartApp();
  await isAnnouncedOnce("killed later");
});

test("if the app is killed after the creation and before its person knows, the next process notifies them of the password's location", async () => {
  const { ada } = environment;
  await openFilled(ada, "killed at once");
  await skipToReview(ada);
  await environment.slackFaults({ kind: "status", match: { methods: ["views.update"] } });
  await ada.submit();
  // The audit entry is written once the service is kept, right before its creator is notified.
  const created = '"action":"service.create","subject":"killed at once"';
  await until(async () => environment.app.output().includes(created));
  await environment.app.end("SIGKILL");
  await fetch(`${environment.slack.url}/page/faults`, { method: "DELETE" });
  await environment.restartApp();
  await until(async () => shownText(await ada.waitForModal()).includes("Show the password"));
  await until(async () =>
    (await about("killed at once")).some(({ text }) => text.includes(stateTexts.running)),
  );
});
