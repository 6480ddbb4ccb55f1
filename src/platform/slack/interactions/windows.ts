import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "@slack/bolt";
import type { z } from "zod";
import type { KnownBlock, ModalView } from "@slack/types";
import { capital } from "../../../lib/text.ts";
import { withAudit } from "../../audit/recorder.ts";
import { offersFor } from "../../commands/read.ts";
import type { WorkspaceContext } from "../../context.ts";
import {
  type Window,
  type WindowMetadata,
  type WindowStart,
  tabActions,
  tabsFor,
  windowOf,
  windowView,
} from "../../forms/window.ts";
import { InteractionBody, nameOf, workspaceIdOf } from "../bodies.ts";
import { originOf } from "./place.ts";
import { section } from "../../blocks/text.ts";
import { failureReply } from "../failure.ts";
import { type Opening, loadingView } from "./opening.ts";
import type { ListenerDeps } from "./deps.ts";
import * as texts from "../texts.ts";

type Parts = Pick<ListenerDeps, "readCommand" | "subjectsOf">;

/** Who looks at a window, and the channel that it was opened from. */
interface Looking {
  userId: string;
  userName?: string | undefined;
  channelId?: string | undefined;
}

/** A window to draw. Without a tab, the first one that the person may see. */
type WindowToDraw = Omit<WindowMetadata, "tab"> & { window: Window; tab?: string | undefined };

/** Listens to the buttons of tabs, which redraw their window. */
export function listenToWindows(bolt: App, deps: ListenerDeps): void {
  const { contextOf, windows, rateLimits } = deps;
  bolt.action(tabActions, async ({ body, ack }) => {
    await ack();
    const read = InteractionBody.parse(body);
    const viewId = read.view?.id;
    const open = windowOf(read.view, windows);
    if (!open || viewId === undefined) return;
    const context = contextOf(workspaceIdOf(read));
    context.tracing.note({ "qm.workspace": context.workspaceId, "qm.interaction": open.window.name });
    const person = { userId: read.user.id, userName: nameOf(read.user), channelId: open.channelId };
    const wanted = { ...open, tab: read.actions[0].value ?? open.tab };
    const { workspaceId } = context;
    const isAllowed = () => rateLimits.take({ workspaceId, userId: person.userId }, "quick");
    await showOnceDrawn(viewId, drawWindow(wanted, person, context, deps, isAllowed), context);
  });
}

// A person needs to see soon that the click counted.
const quickMs = 300;

/** Redraws a view. If the drawing takes long, the view says so in the meantime. */
async function showOnceDrawn(
  viewId: string,
  drawing: Promise<ModalView>,
  { messenger }: Pick<WorkspaceContext, "messenger">,
): Promise<void> {
  const arrived = new AbortController();
  const slow = sleep(quickMs, undefined, { signal: arrived.signal })
    .then(() => messenger.updateModal(viewId, loadingView(texts.loading)))
    // The drawing counts.
    .catch(() => undefined);
  try {
    const view = await drawing;
    arrived.abort();
    await slow;
    await messenger.updateModal(viewId, view);
  } finally {
    arrived.abort();
  }
}

/** The view of a window that a command or an action returned. */
export function startedWindow(
  { shows, subject, tab }: WindowStart,
  person: Looking,
  context: WorkspaceContext,
  parts: Parts,
): Promise<ModalView> {
  return drawWindow({ window: shows, subject, tab, channelId: person.channelId }, person, context, parts);
}

/** Draws the window again in which a person began, because their click may have changed something that it shows. */
export async function redrawBelow(
  click: z.infer<typeof InteractionBody>,
  started: Opening | undefined,
  person: Looking,
  context: WorkspaceContext,
  deps: Pick<ListenerDeps, "readCommand" | "subjectsOf" | "windows">,
): Promise<void> {
  const { below } = originOf(click);
  const open = windowOf(below, deps.windows);
  if (!below || !open) return;
  // If Slack's stack was full, an answer is where the window was.
  const isAnswer = click.view?.id === below.id && click.view.callback_id !== below.callback_id;
  if (isAnswer || started?.shownIn() === below.id) return;
  await context.messenger.updateModal(below.id, await drawWindow(open, person, context, deps));
}

/** Draws a window. What fails is explained in it. */
async function drawWindow(
  { window, tab, ...about }: WindowToDraw,
  person: Looking,
  context: WorkspaceContext,
  { readCommand, subjectsOf }: Parts,
  isAllowed: () => Promise<void> = async () => undefined,
): Promise<ModalView> {
  const { subject } = about;
  const { role } = await context.access.effectiveRoleOf(person);
  const { offered, shown } = tabsFor(window, role, tab);
  const viewWith = (title: string, content: KnownBlock[]) =>
    windowView({ window, ...about, tab: shown.name }, title, offered, content);
  let title = capital(window.name.replaceAll("-", " "));
  try {
    await isAllowed();
    const doing = { ...person, action: `${window.name}.show` as const, about: subject };
    const content = await withAudit(doing, context, subjectsOf, async (recorded) => {
      await recorded.access.demand(person, shown.access);
      title = await window.title(subject, recorded);
      const visitor = {
        userId: person.userId,
        role: role ?? shown.access,
        offer: offersFor(role, readCommand),
      };
      const [note, drawn] = await Promise.all([
        context.managedPlaces.noteFor({ tab: `${window.name} ${shown.name}` }, subject),
        shown.draw(subject, visitor, recorded),
      ]);
      return note === undefined ? drawn : [section(note), ...drawn];
    });
    return viewWith(title, content);
  } catch (error) {
    return viewWith(title, failureReply(error, context).blocks);
  }
}
