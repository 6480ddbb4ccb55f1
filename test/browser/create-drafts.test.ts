import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import {
  atStep,
  choose,
  closeWithEscape,
  dialog,
  fill,
  next,
  openForm,
  clickButton,
  say,
  skipToReview,
  tick,
  typed,
} from "../support/form-page.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { untilKept } from "../support/kept-draft.ts";
import { lastCreate } from "../support/reference-server.ts";
import { type SlackWindow, appears, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({ ownProcess: true, page: true, organization: "Harbour Bank" });
const browser = useBrowser();

function adaWindow(): Promise<SlackWindow> {
  return openWindow(browser, environment.slack);
}

test("a form that is closed after its first letters is offered again, even after the app was killed", async () => {
  await using ada = await adaWindow();
  await fill(await openForm(ada.page), { Name: "half done" });
  await closeWithEscape(dialog(ada.page, "Create a service"));
  await untilKept(environment, ({ values }) => values["name"] === "half done");

  await say(ada.page, "/db create");
  const offer = dialog(ada.page, "Create a service");
  await appears(offer.getByText("You have an unfinished draft, “half done” (step 1, Basics)"));
  await environment.restartApp();
  await clickButton(offer, "Continue");
  const form = await atStep(ada.page, "Basics");
  expect(await typed(form, "Name")).toBe("half done");
});

test("all values of every step are there when a person continues from App Home", async () => {
  await using ada = await adaWindow();
  const form = await openForm(ada.page, "from home");
  await choose(form, { Provider: "Google Cloud", Region: "us-east1" });
  await next(form, "Size");
  await fill(form, { "Number of replicas": "7" });
  await next(form, "Access and security");
  await fill(form, { "Allowed addresses": "203.0.113.0/24 office", "Encryption key": "key of mine" });
  await tick(form, "Encrypt transparently");
  await closeWithEscape(form);
  await untilKept(environment, ({ values }) => values["hasTransparentDataEncryption"] === true);

  await ada.page
    .getByRole("navigation", { name: "Workspace" })
    .getByRole("button", { name: "Quartermaster" })
    .click();
  await appears(
    ada.page.getByText("You have an unfinished draft, “from home” (step 3, Access and security)"),
  );
  await clickButton(ada.page.getByRole("main"), "Continue");
  await atStep(ada.page, "Access and security");
  expect(await typed(form, "Allowed addresses")).toBe("203.0.113.0/24 office");
  expect(await typed(form, "Encryption key")).toBe("key of mine");
  await next(form, "Review");
  await clickButton(form, "Create");
  await appears(dialog(ada.page, "Created"));
  expect(await lastCreate(environment)).toMatchObject({
    name: "from home",
    provider: "gcp",
    region: "us-east1",
    numReplicas: 7,
    ipAccessList: [{ source: "203.0.113.0/24", description: "office" }],
    hasTransparentDataEncryption: true,
  });
});

test("starting over begins with an empty form, and a form that was only opened is not offered again", async () => {
  await using ada = await adaWindow();
  await fill(await openForm(ada.page), { Name: "discarded" });
  await closeWithEscape(dialog(ada.page, "Create a service"));
  await untilKept(environment, ({ values }) => values["name"] === "discarded");
  await say(ada.page, "/db create");
  const form = dialog(ada.page, "Create a service");
  await clickButton(form, "Start over");
  await appears(form.getByRole("button", { name: "More options" }));
  expect(await typed(form, "Name")).toBe("");
  await closeWithEscape(form);
  await say(ada.page, "/db create");
  await appears(form.getByRole("button", { name: "More options" }));
});

test("a form continues in the same window after the app was killed", async () => {
  await using ada = await adaWindow();
  const form = await openForm(ada.page, "goes on");
  await choose(form, { Provider: "AWS", Region: "eu-west-1" });
  await next(form, "Size");
  await fill(form, { "Number of replicas": "4" });
  await environment.restartApp();
  await fill(form, { "Idle timeout": "20" });
  await clickButton(form, "Back");
  await atStep(ada.page, "Basics");
  await skipToReview(form);
  await appears(form.getByText("Number of replicas: 4"));
  expect(await appears(form.getByText("Idle timeout: 20 minutes"))).toBe(true);
});

test("the cloud's refusal comes back at its field, with all values", async () => {
  await using ada = await adaWindow();
  const body = { status: 400, error: "BAD_REQUEST: encryptionKey: this key may not be used here" };
  await environment.faults({
    kind: "status",
    status: 400,
    times: 1,
    body,
    match: { operation: "createService" },
  });
  const form = await openForm(ada.page, "refused once");
  await choose(form, { Provider: "AWS", Region: "eu-west-2" });
  await next(form, "Size");
  await fill(form, { "Number of replicas": "6" });
  await next(form, "Access and security");
  await fill(form, { "Encryption key": "a bad key", "Allowed addresses": "203.0.113.7 me" });
  await next(form, "Review");
  await clickButton(form, "Create");

  await atStep(ada.page, "Access and security");
  await appears(form.getByText("Nothing was created.").first());
  // On top, and below the field.
  await appears(form.getByText("this key may not be used here").nth(1));
  expect(await typed(form, "Encryption key")).toBe("a bad key");
  expect(await typed(form, "Allowed addresses")).toBe("203.0.113.7 me");
  await fill(form, { "Encryption key": "" });
  await next(form, "Review");
  await clickButton(form, "Create");
  await appears(dialog(ada.page, "Created"));
  const sent = await lastCreate(environment);
  expect(sent).toMatchObject({ name: "refused once", region: "eu-west-2", numReplicas: 6 });
  expect(sent).not.toHaveProperty("encryptionKey");
});
