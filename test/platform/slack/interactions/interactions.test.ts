import { product } from "../../../../src/app/features.ts";
import type { App } from "@slack/bolt";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { listenToActions } from "../../../../src/platform/slack/interactions/interactions.ts";
import { accessAs } from "../../../support/access.ts";
import { createInFlight } from "../../../../src/platform/slack/app.ts";
import { actionIds } from "../../../../src/features/alerts/message/status.ts";

type Listener = (event: object) => Promise<void>;

/** Clicks something. Returns the replies beside it, and the direct messages. */
async function pressed(actionId: string, action: object, messageRef: object) {
  const [beside, direct]: [string[], string[]] = [[], []];
  const listeners: { ids: RegExp; listener: Listener }[] = [];
  const parts = {
    access: accessAs("operator"),
    incidents: { find: async (id: string) => void asked.push(id) },
    messenger: { post: async (_: string, { text }: Reply) => direct.push(text) },
  };
  const asked: string[] = [];
  // All that the listener uses; a whole context and a whole Bolt would need a whole app around them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as AppContext;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const bolt = {
    action: (ids: RegExp, listener: Listener) => listeners.push({ ids, listener }),
  } as unknown as App;
  listenToActions(bolt, {
    ...product,
    contextOf: () => context,
    rateLimits: { take: async () => undefined },
    inFlight: createInFlight(),
    log: pino({ level: "silent" }),
  });
  const body = { team: { id: "T1" }, user: { id: "U1" }, trigger_id: "t", ...messageRef };
  await listeners
    .find(({ ids }) => ids.test(actionId))
    ?.listener({
      body: { ...body, actions: [{ action_id: actionId, ...action }] },
      ack: async () => undefined,
      respond: async ({ text }: Reply) => beside.push(text),
    });
  return { asked, beside, direct };
}

test("an entry of a menu reaches its action as a button's value does", async () => {
  const chosen = await pressed(
    actionIds.more,
    { selected_option: { value: "history i1" } },
    { channel: { id: "C1" }, message: { ts: "1.0" } },
  );
  expect(chosen.asked).toEqual(["i1"]);
});

test("a click in a message that only its person sees is answered with a new message", async () => {
  const { beside, direct } = await pressed(actionIds.mute, { value: "i1" }, { channel: { id: "C1" } });
  expect([beside.length, direct.length]).toEqual([1, 0]);
});

test("a click in a modal is answered in direct messages", async () => {
  const messageRef = { view: { id: "V1", type: "modal" } };
  const { beside, direct } = await pressed(actionIds.mute, { value: "i1" }, messageRef);
  expect([beside.length, direct.length]).toEqual([0, 1]);
});
