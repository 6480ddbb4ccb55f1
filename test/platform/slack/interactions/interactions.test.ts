import { expect, test } from "vitest";
import { accessAs } from "../../../support/access.ts";
import { actionIds } from "../../../../src/features/alerts/message/status.ts";
import { clicking } from "./clicks.ts";

function here() {
  const asked: string[] = [];
  const incidents = { find: async (id: string) => void asked.push(id) };
  return { asked, ...clicking({ access: accessAs("operator"), incidents }) };
}

test("an entry of a menu reaches its action as a button's value does", async () => {
  const { asked, click } = here();
  const entry = { actionId: actionIds.more, selected_option: { value: "history i1" } };
  await click(entry, { channel: { id: "C1" }, message: { ts: "1.0" } });
  expect(asked).toEqual(["i1"]);
});

test("a click in a message that only its person sees is answered with a new message", async () => {
  const { beside, direct, shown, click } = here();
  await click({ actionId: actionIds.mute, value: "i1" }, { channel: { id: "C1" } });
  expect([beside.length, direct.length, shown.length]).toEqual([1, 0, 0]);
});

test("a click in a modal is answered on top of it, and nowhere else", async () => {
  const { beside, direct, shown, click } = here();
  await click({ actionId: actionIds.mute, value: "i1" }, { view: { id: "V1", type: "modal" } });
  expect([beside.length, direct.length]).toEqual([0, 0]);
  expect(shown.map(({ how }) => how)).toEqual(["push"]);
});

test("a click in App Home is answered in a modal", async () => {
  const { direct, shown, click } = here();
  await click({ actionId: actionIds.mute, value: "i1" }, { view: { id: "V1", type: "home" } });
  expect(direct).toEqual([]);
  expect(shown.map(({ how }) => how)).toEqual(["open"]);
});
