import type { ModalView } from "@slack/types";
import type { Reply } from "../../blocks/reply.ts";
import { section } from "../../blocks/text.ts";
import type { WorkspaceContext } from "../../context.ts";
import type { Messenger } from "../../jobs/messenger.ts";
import { AppError } from "../../../lib/errors.ts";
import { notice } from "../../forms/notice.ts";

// A trigger lives 3 s (https://docs.slack.dev/surfaces/modals), and a call of a slow Slack takes two of them.
const maxWaitMs = 300;

/** How a press or a command opens its modal, however long it takes until there is something to show. */
export interface Opening {
  /** Opens modals by the trigger; once a loading view stands there, in its place. */
  context: WorkspaceContext;
  /**
   * Ends it, with what there is to say in place of a modal. True when that is said in the loading view; false when there is
   * none, or its person closed it.
   */
  end(said?: string): Promise<boolean>;
}

/**
 * Takes the trigger with a loading view when nothing was opened within a moment: who somebody is has to be asked of Slack
 * first, and a trigger does not wait for that. On top of the modal that a button stands in, or as a modal of its own.
 */
export function opening(triggerId: string, context: WorkspaceContext, isOnTop: boolean): Opening {
  const { messenger } = context;
  let loading: ReturnType<Messenger["openModal"]> | undefined;
  const timer = setTimeout(() => {
    loading = messenger[isOnTop ? "pushModal" : "openModal"](triggerId, loadingView);
    // Whoever has something to show hears of it.
    loading.catch(() => undefined);
  }, maxWaitMs);

  async function show(
    how: "openModal" | "pushModal",
    trigger: string,
    view: ModalView,
  ): Promise<{ viewId: string }> {
    clearTimeout(timer);
    if (!loading || trigger !== triggerId) return messenger[how](trigger, view);
    const { viewId } = await loading;
    if ((await messenger.updateModal(viewId, view)) === "updated") return { viewId };
    throw new AppError("conflict", "The window was closed before it could be filled. Please open it again.");
  }

  // Its other methods may be made up as they are called, so they are inherited and not copied.
  const windows: Messenger = Object.create(messenger, {
    openModal: { value: (trigger: string, view: ModalView) => show("openModal", trigger, view) },
    pushModal: { value: (trigger: string, view: ModalView) => show("pushModal", trigger, view) },
  });

  return {
    context: { ...context, messenger: windows },
    async end(said) {
      clearTimeout(timer);
      const opened = await loading?.catch(() => undefined);
      if (!opened || said === undefined) return false;
      const view = notice("Not opened", [section(said)]);
      return (await messenger.updateModal(opened.viewId, view)) === "updated";
    },
  };
}

/** What stands in a modal that cannot be filled yet. */
const loadingView = notice("Opening…", [section("One moment, this is being opened.")]);

/** Says something in the loading view if one stands there, and elsewhere otherwise. */
export async function sayInstead(
  started: Opening | undefined,
  said: Reply | undefined,
  elsewhere: (reply: Reply) => Promise<unknown>,
): Promise<void> {
  if (await started?.end(said?.text)) return;
  if (said) await elsewhere(said);
}
