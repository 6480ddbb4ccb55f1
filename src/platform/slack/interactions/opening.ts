import { extended } from "../../../lib/cache.ts";
import type { ModalView } from "@slack/types";
import { section } from "../../blocks/text.ts";
import type { WorkspaceContext } from "../../context.ts";
import type { Messenger } from "../../jobs/messenger.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { notice } from "../../forms/notice.ts";
import type { Reply } from "../../blocks/reply.ts";
import * as texts from "../texts.ts";

// A trigger lives 3 s (https://docs.slack.dev/surfaces/modals), and a call of a slow Slack takes two of them.
const maxWaitMs = 300;

/** Opens the modal of a click or a command, however long its content takes. */
export interface Opening {
  triggerId: string;
  /**
   * A context that opens modals by the trigger, or replaces the loading view. Once it has drawn the clicked modal, no
   * loading view opens.
   */
  context: WorkspaceContext;
  /** Shows a view once, and returns its modal. Fails as conflict if its person closed the loading view. */
  show(view: ModalView): Promise<{ viewId: string }>;
  /** The modal that it opened last. Undefined before. */
  shownIn(): string | undefined;
  /** Opens the loading view now. */
  load(): Promise<void>;
  /** Shows progress in the loading view, if it is open. */
  progress(view: ModalView): Promise<void>;
  /**
   * Ends it, with a view to show in the loading view. True if it shows there. False if there is no loading view, it has
   * its content already, or its person closed it.
   */
  end(view: ModalView): Promise<boolean>;
}

interface How {
  /** The modal with the button: the new one goes on top. */
  clickedViewId?: string | undefined;
  /** The content of the loading view. */
  loading?: { title: string; text: string };
  /** How long to wait for the content before the loading view opens. */
  afterMs?: number;
}

/**
 * Opens a loading view if nothing opened within a moment. The person's role must be read first, and a trigger does
 * not wait. On top of the clicked modal, or as a modal of its own.
 */
export function opening(
  triggerId: string,
  context: WorkspaceContext,
  { clickedViewId, loading: content = texts.opening, afterMs = maxWaitMs }: How = {},
): Opening {
  const { messenger } = context;
  let loading: ReturnType<Messenger["openModal"]> | undefined;
  let shown: string | undefined;
  let isFilled = false;
  const timer = setTimeout(load, afterMs);

  async function openOne(trigger: string, view: ModalView): Promise<{ viewId: string }> {
    const opened = await (clickedViewId === undefined
      ? messenger.openModal(trigger, view)
      : messenger.pushModal(trigger, view, clickedViewId));
    shown = opened.viewId;
    return opened;
  }

  function load(): void {
    clearTimeout(timer);
    if (loading) return;
    loading = openOne(triggerId, loadingView(content));
    // The caller that shows something gets the error.
    loading.catch(() => undefined);
  }

  async function show(view: ModalView, trigger = triggerId): Promise<{ viewId: string }> {
    clearTimeout(timer);
    if (trigger !== triggerId) return openOne(trigger, view);
    if (isFilled) throw new AppError("conflict", texts.openedAlready);
    isFilled = true;
    if (!loading) return openOne(trigger, view);
    const { viewId } = await loading;
    if ((await messenger.updateModal(viewId, view)) === "updated") return { viewId };
    throw new AppError("conflict", texts.closedTooEarly, { code: closedCode });
  }

  // Its other methods may be created on demand, so they are inherited, not copied.
  const windows: Messenger = Object.create(messenger, {
    openModal: { value: (trigger: string, view: ModalView) => show(view, trigger) },
    pushModal: { value: (trigger: string, view: ModalView) => show(view, trigger) },
    updateModal: {
      value: (viewId: string, view: ModalView, hash?: string) => {
        if (viewId === clickedViewId) clearTimeout(timer);
        return messenger.updateModal(viewId, view, hash);
      },
    },
  });

  return {
    triggerId,
    shownIn: () => shown,
    context: extended(context, { messenger: windows }),
    show: (view) => show(view),
    async load() {
      load();
      await loading;
    },
    async progress(view) {
      if (loading) await messenger.updateModal((await loading).viewId, view);
    },
    async end(view) {
      clearTimeout(timer);
      const opened = await loading?.catch(() => undefined);
      if (!opened || isFilled) return false;
      return (await messenger.updateModal(opened.viewId, view)) === "updated";
    },
  };
}

const closedCode = "view_closed";

/** True for the failure of `show` if the person closed the loading view. */
export function isClosed(error: unknown): boolean {
  return isAppError(error, "conflict") && error.code === closedCode;
}

/** A modal that waits for its content. */
export function loadingView({ title, text }: { title: string; text: string }): ModalView {
  return notice(title, [section(text)]);
}

/** A modal with the text that is shown instead of another one. */
export function notOpened({ text }: Reply): ModalView {
  return notice(texts.notOpened, [section(text)]);
}
