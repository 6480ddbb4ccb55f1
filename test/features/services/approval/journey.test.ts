import { expect, test } from "vitest";
import { useBrowser } from "../../../support/browser.ts";
import {
  atStep,
  isReview,
  openFilled,
  skipToReview,
  submitFilled,
  titled,
} from "../../../support/create-walk.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { lastCreate } from "../../../support/reference-server.ts";
import { keepScreenshot } from "../../../support/screenshot.ts";
import { person, shownText } from "../../../support/slack-person.ts";
import { appears, openWindow } from "../../../support/slack-window.ts";

const browser = useBrowser();
const environment = useTestEnvironment({ page: true });

test("with a policy, Create asks for approval, a member of the group approves, and the service is created", async () => {
  const { ada, slack } = environment;
  // First, because opening the window takes seconds, and a request should be decided as soon as it is asked.
  await using window = await openWindow(browser, slack, { user: "Sam Rivera", channel: "incidents" });
  await window.page.setViewportSize({ width: 1280, height: 1250 });
  await ada.command("databases", "/db approvals set #incidents by @oncall when memory over 24");
  await ada.waitForMessage("databases", "1 member of <!subteam");
  await openFilled(ada, "big one");
  await ada.submit();
  await ada.waitForModal(atStep("Step 2 of 4"));
  await ada.fill("numReplicas", "3");
  await ada.fill("maxReplicaMemoryGb", "16");
  const review = await ada.waitForModal(atStep("Step 2 of 4"));
  await ada.click(review, "form-step:basics");
  expect(shownText(await skipToReview(ada))).toContain("its memory of up to 48 GB is over 24 GB");
  expect((await ada.modal())?.submit).toBe("Ask for approval");
  await ada.submit();
  await ada.waitForModal(titled("Approval requested"));
  await using sam = person(slack, "Sam Rivera");
  const asked = await sam.waitForMessage("incidents", "Approval needed: big one");
  await appears(window.page.getByRole("button", { name: "Approve" }));
  await keepScreenshot(window.page, "approval-asked");

  await sam.click(asked, "approval-approve");
  await sam.waitForMessage("incidents", "I'm creating it now.");
  await ada.waitForMessage("databases", "big one");
  expect(await lastCreate(environment)).toMatchObject({ name: "big one" });
  await appears(window.page.getByText("I'm creating it now."));
  expect(await window.page.getByRole("button", { name: "Approve" }).count()).toBe(0);
  await keepScreenshot(window.page, "approval-approved");
});

test("a denial gives its reason, returns the form as typed, and creates nothing", async () => {
  const { ada, slack } = environment;
  await ada.command("databases", "/db approvals set #incidents by @oncall");
  await submitFilled(ada, "denied one");
  await ada.waitForModal(titled("Approval requested"));
  await using sam = person(slack, "Sam Rivera");
  const asked = await sam.waitForMessage("incidents", "Approval needed: denied one");
  await using noor = person(slack, "Noor Haddad");
  await noor.click(asked, "approval-deny");
  await noor.waitForMessage("incidents", "can decide this, and you aren't one right now");
  await sam.click(asked, "approval-deny");
  await sam.waitForModal(titled("Deny the request"));
  await sam.fill("reason", "Use the preset for staging.");
  await sam.submit();
  await sam.waitForModal(titled("Denied"));
  const back = await ada.waitForModal(isReview);
  expect(shownText(back)).toContain("Use the preset for staging.");
  await ada.command("databases", "/db approvals off yes");
  await ada.waitForMessage("databases", "Approvals are off.");
  await ada.submit();
  const reviewed = await ada.waitForModal(atStep("This doesn't need approval anymore"));
  expect(reviewed.submit).toBe("Create");
});
