import type { App } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { expect } from "vitest";
import type { AppContext } from "../../../../src/app/context.ts";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import { listenToSlack } from "../../../../src/platform/slack/app.ts";
import type { ListenerDeps } from "../../../../src/platform/slack/interactions/deps.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { validateView } from "@quartermaster/local-slack/validate";
import { bareContext, dispatchingIn } from "./asking.ts";

type Listener = (event: object) => Promise<void>;

interface Clicked {
  actionId: string;
  value?: string;
  selected_option?: { value: string };
}

/** Where a click is: a message in a channel, an open modal, or App Home. */
type Where = { channel: { id: string }; message?: { ts: string } } | { view: object };

/** The listeners on a Slack with this many modals open, and what they showed. */
export function clicking(
  parts: object,
  {
    deps = {},
    modals = 0,
    isClosed = false,
  }: { deps?: Partial<ListenerDeps>; modals?: number; isClosed?: boolean } = {},
) {
  const shown: { how: string; view: ModalView }[] = [];
  const direct: string[] = [];
  const beside: string[] = [];
  const listeners: { ids: RegExp; listener: Listener }[] = [];
  let open = modals;
  let isTriggerUsed = false;

  function note(how: string, view: ModalView): { viewId: string } {
    expect(validateView(view)).toBeNull();
    shown.push({ how, view });
    return { viewId: `V${open}` };
  }

  function useTrigger(): void {
    if (isTriggerUsed) throw new AppError("conflict", "Slack took this trigger already.");
    isTriggerUsed = true;
    open += 1;
  }

  const messenger = {
    async openModal(_: string, view: ModalView) {
      useTrigger();
      return note("open", view);
    },
    async pushModal(_: string, view: ModalView, clickedViewId: string) {
      if (open >= 3) return { ...note("replace", view), viewId: clickedViewId };
      useTrigger();
      return note("push", view);
    },
    async updateModal(viewId: string, view: ModalView) {
      if (isClosed) return "gone";
      note(`update ${viewId}`, view);
      return "updated";
    },
    post: async (_: string, { text }: Reply) => void direct.push(text),
  };
  // All that the listeners use; a whole context and a whole Bolt would need a whole app around them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = {
    ...bareContext(),
    messenger,
    ...parts,
  } as unknown as AppContext;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const bolt = {
    action: (ids: RegExp | object, listener: Listener) =>
      ids instanceof RegExp && listeners.push({ ids, listener }),
    command: () => undefined,
    view: () => undefined,
    shortcut: () => undefined,
    event: () => undefined,
    function: () => undefined,
  } as unknown as App;
  listenToSlack(bolt, { ...dispatchingIn(context), ...deps });

  return {
    shown,
    direct,
    beside,
    last: () => shown.at(-1)?.view,
    /** Clicks a button, and waits until it is answered. */
    click: async ({ actionId, ...action }: Clicked, where: Where): Promise<void> => {
      isTriggerUsed = false;
      const body = { team: { id: "T1" }, user: { id: "U1" }, trigger_id: "t", ...where };
      await listeners
        .find(({ ids }) => ids.test(actionId))
        ?.listener({
          body: { ...body, actions: [{ action_id: actionId, ...action }] },
          ack: async () => undefined,
          respond: async ({ text }: Reply) => beside.push(text),
        });
    },
  };
}

/** A view as Slack sends it with a click. */
export function clickedView(view: ModalView, id = "V1") {
  const { type, callback_id, private_metadata } = view;
  return { id, type, callback_id, private_metadata };
}
