import { expect, test } from "vitest";
import { asking } from "./asking.ts";

const inThread = { text: "costs last week", user: "U2", ts: "2.2", thread_ts: "1.1" };

test("a question in a thread is answered there, for its asker only", async () => {
  const { shortcut, shown, views } = asking();
  await shortcut(inThread);
  expect(shown).toEqual([{ whisper: "C1", text: "ran costs last week", threadTs: "1.1" }]);
  expect(views).toEqual([]);
});

test("Slack shows nothing in a thread that doesn't exist, so a message without replies is answered in the channel", async () => {
  const { shortcut, shown } = asking();
  await shortcut({ text: "costs last week", ts: "2.2" });
  expect(shown).toEqual([{ whisper: "C1", text: "ran costs last week" }]);
});

test.each([
  "hook pause checkout",
  "/db hook pause checkout",
  "admin access grant <@U2> admin",
  "services forget orders prod",
  "costs share",
])("“%s” in a message, which may be anyone's, changes and opens nothing", async (text) => {
  const { shortcut, ran, shown, views } = asking();
  await shortcut({ ...inThread, text });
  expect(ran).toEqual([]);
  expect(JSON.stringify([shown, views])).toMatch(/"threadTs":"1.1"|\\"threadTs\\":\\"1.1\\"/);
});

test("a message with a change gets a button that makes it", async () => {
  const { shortcut, ran, shown } = asking();
  await shortcut({ ...inThread, text: "services forget orders prod" });
  expect(ran).toEqual([]);
  expect(shown).toEqual([
    {
      whisper: "C1",
      text: "This is a change: `/db services forget orders prod`. Nothing has happened yet.",
      threadTs: "1.1",
      buttons: ['"value":"services forget orders prod"'],
    },
  ]);
});

test.each([
  ["a message that isn't a question", { text: "good morning" }, "good morning"],
  ["a long message", { text: `costs ${"and more ".repeat(100)}` }, /^costs and more .{200,292}…$/],
  ["a message of several lines", { text: "hello\n\nworld &amp; all" }, "hello world & all"],
  ["an alert", { text: "costs last week", bot_id: "B1" }, /^$/],
  ["a picture", {}, /^$/],
])("for %s, a modal asks for the question", async (_, message, initial) => {
  const { shortcut, ran, shown, views } = asking();
  await shortcut({ user: "U2", ts: "2.2", thread_ts: "1.1", ...message });
  expect([ran, shown]).toEqual([[], []]);
  const [, given = ""] = /"initial_value":"([^"]*)"/.exec(JSON.stringify(views[0])) ?? [];
  expect(given).toMatch(initial);
});

test("the modal's question is answered in the thread that it was asked from", async () => {
  const { shortcut, submit, shown } = asking();
  await shortcut({ ...inThread, text: "good morning" });
  await submit("backups");
  expect(shown).toEqual([{ whisper: "C1", text: "ran backups", threadTs: "1.1" }]);
});

test("a question from a conversation without the app is answered in direct messages, which say where it came from", async () => {
  const { shortcut, shown } = asking({ refuses: ["C1", "D2"] });
  await shortcut(inThread);
  await shortcut(inThread, "D2");
  expect(shown).toEqual([
    { post: "U1", text: "ran costs last week\nYou asked in <#C1>." },
    { post: "U1", text: "ran costs last week" },
  ]);
});
