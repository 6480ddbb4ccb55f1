import { afterEach, expect, test } from "vitest";
import type { AppContext } from "../../../../src/app/context.ts";
import { notice } from "../../../../src/platform/forms/notice.ts";
import { opening } from "../../../../src/platform/slack/interactions/opening.ts";
import * as texts from "../../../../src/platform/slack/texts.ts";
import { isStart, titled } from "../../../support/create-walk.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { person, shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment({ slackHurries: true });

afterEach(async () => {
  await fetch(`${environment.slack.url}/page/faults`, { method: "DELETE" });
});

const slowed = ["users.info", "users.list", "views.open", "views.update"];

/** A Slack that takes two seconds for each call, and checks a trigger when it answers. */
async function slowSlack(): Promise<void> {
  await fetch(`${environment.slack.url}/page/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(
      slowed.map((method) => ({ kind: "delay", ms: 2_000, match: { methods: [method] } })),
    ),
  });
}

// Each test has its own person, so no role is known yet.
test("the form that creates a service opens although each call of Slack takes two seconds", async () => {
  await slowSlack();
  await environment.ada.command("databases", "/db create slow opening");
  const form = await environment.ada.waitForModal(isStart);
  expect(JSON.stringify(form.blocks)).toContain("slow opening");
});

test("a person who may not create a service reads so in the window that opened, and nowhere else", async () => {
  await using sam = person(environment.slack, "Sam Rivera");
  const before = (await sam.messages("databases")).length;
  await slowSlack();
  await sam.command("databases", "/db create");
  const refused = await sam.waitForModal(titled(texts.notOpened));
  expect(shownText(refused)).toContain("You need the operator role to do this, and you are a viewer here.");
  expect(await sam.messages("databases")).toHaveLength(before);
  await sam.close();
});

/** A workspace with only the messenger's windows, and the calls to them. */
function windows({ isClosed = false } = {}) {
  const done: string[] = [];
  const note = (what: string, { title }: { title: { text: string } }) =>
    void done.push(`${what} ${title.text}`);
  const messenger = {
    async openModal(_: string, view: { title: { text: string } }) {
      note("open", view);
      return { viewId: "V1" };
    },
    async pushModal(_: string, view: { title: { text: string } }) {
      note("push", view);
      return { viewId: "V2" };
    },
    async updateModal(viewId: string, view: { title: { text: string } }) {
      note(`update ${viewId}`, view);
      return isClosed ? "gone" : "updated";
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { done, context: { messenger } as unknown as AppContext };
}

const form = notice("Form", []);

test("content that is ready at once uses the trigger itself", async () => {
  const { done, context } = windows();
  const started = opening("T1", context);
  expect(await started.context.messenger.openModal("T1", form)).toEqual({ viewId: "V1" });
  expect(await started.end(form)).toBe(false);
  expect(done).toEqual(["open Form"]);
});

test("late content replaces the loading view, also on top of another window", async () => {
  const { done, context } = windows();
  const started = opening("T1", context, { clickedViewId: "V0" });
  await expect.poll(() => done.length).toBe(1);
  expect(await started.context.messenger.pushModal("T1", form, "V0")).toEqual({ viewId: "V2" });
  expect(done).toEqual(["push Opening…", "update V2 Form"]);
});

test("showing something in a closed loading view fails", async () => {
  const { done, context } = windows({ isClosed: true });
  const started = opening("T1", context);
  await expect.poll(() => done.length).toBe(1);
  await expect(started.context.messenger.openModal("T1", form)).rejects.toMatchObject({ kind: "conflict" });
  expect(await started.end(form)).toBe(false);
});
