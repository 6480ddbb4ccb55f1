import type { ModalView } from "@slack/types";
import type { Reply } from "../../blocks/reply.ts";
import { section } from "../../blocks/text.ts";
import type { WorkspaceContext } from "../../context.ts";
import type { Messenger } from "../../jobs/messenger.ts";
import { AppError } from "../../../lib/errors.ts";
import { notice } from "../../forms/notice.ts";

// A trigger lives 3 s (https://docs.slack.dev/surfaces/modals), and a call of a slow Slack takes two of them.
const maxWaitMs = 300;

/** Opens the modal of a click or a command, however long its content takes. */
export interface Opening {
  /** A context that opens modals by the trigger, or replaces the loading view. */
  context: WorkspaceContext;
  /**
   * Ends it, with the text to show instead of a modal. True if the loading view shows it. False if there is none, or
   * its person closed it.
   */
  end(said?: string): Promise<boolean>;
}

/**
 * Opens a loading view if nothing opened within a moment. The person's role must be read first, and a trigger does
 * not wait. On top of the clicked modal, or as a modal of its own.
 */
export function opening(triggerId: string, context: WorkspaceContext, isOnTop: boolean): Opening {
  const { messenger } = context;
  let loading: ReturnType<Messenger["openModal"]> | undefined;
  const timer = setTimeout(() => {
    loading = messenger[isOnTop ? "pushModal" : "openModal"](triggerId, loadingView);
    // The caller that shows something gets the error.
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

  // Its other methods may be created on demand, so they are inherited, not copied.
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

/** The content of a modal that is not ready. */
const loadingView = notice("Opening…", [section("One moment, this is being opened.")]);

/** Shows a text in the loading view if there is one, and elsewhere otherwise. */
export async function sayInstead(
  started: Opening | undefined,
  said: Reply | undefined,
  elsewhere: (reply: Reply) => Promise<unknown>,
): Promise<void> {
  if (await started?.end(said?.text)) return;
  if (said) await elsewhere(said);
}
