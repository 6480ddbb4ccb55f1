import type { Button, KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { JsonText } from "../../lib/json.ts";
import { type Role, isAtLeast } from "../access/role.ts";
import { actions, button } from "../blocks/button.ts";
import type { Asked } from "../blocks/command-button.ts";
import { limits } from "../blocks/limits.ts";
import { modal, viewBlocks } from "../blocks/view-blocks.ts";
import { divider } from "../blocks/text.ts";
import type { WorkspaceContext } from "../context.ts";

/** Makes the button of a command, if the person's role allows it. */
export type Offer = (text: string, command: string | Asked) => Button[];

/** A person who looks at App Home or at a window. */
export interface Visitor {
  userId: string;
  role: Role;
  offer: Offer;
}

/** A button with more than its words, such as a question first, if the person may use its command. */
export function ifOffered({ offer }: Pick<Visitor, "offer">, commandButton: Button): Button[] {
  return offer(commandButton.text.text, commandButton.value ?? "").length === 0 ? [] : [commandButton];
}

/** One page of a window. */
interface WindowTab<Context> {
  /** Letters and dashes. */
  name: string;
  label: string;
  /** The role that it takes, checked each time it is shown. People with less don't see its button. */
  access: Role;
  draw(subject: string, person: Visitor, context: Context): Promise<KnownBlock[]>;
}

/** A modal about one thing, with tabs. */
export interface Window<Context = WorkspaceContext> {
  /** Letters and dashes. The view's callback_id is `window:<name>`. */
  name: string;
  /** Plain text. Slack shows 24 characters. */
  title(subject: string, context: Context): Promise<string>;
  tabs: readonly [WindowTab<Context>, ...WindowTab<Context>[]];
}

/** A window to show, as a command or an action returns it. */
export interface WindowStart {
  shows: Window;
  /** The thing that it is about: its name or id, at most 1,000 characters. */
  subject: string;
  /** The name of the tab. By default the first one that the person may see. */
  tab?: string;
}

/** Declares a window. Features list it in `windows`. */
export function window<Context>(declared: Window<Context>): Window<Context> {
  return declared;
}

/** What a window keeps in its view: ids only. */
const WindowMetadata = z.object({
  subject: z.string().max(1_000),
  tab: z.string(),
  /** The channel that it was opened from. A role that the channel gives counts in the window too. */
  channelId: z.string().optional(),
});
export type WindowMetadata = z.infer<typeof WindowMetadata>;

const callbackPrefix = "window:";
const tabPrefix = "tab:";

/** Matches the action_id of every tab's button. */
export const tabActions = /^tab:/;

/** The window of an open view, with what the view keeps. Undefined for another view. */
export function windowOf<Context>(
  view: { callback_id?: string | undefined; private_metadata?: string | undefined } | null | undefined,
  windows: readonly Window<Context>[],
): (WindowMetadata & { window: Window<Context> }) | undefined {
  const window = windows.find(({ name }) => view?.callback_id === callbackPrefix + name);
  const { data } = JsonText.pipe(WindowMetadata).safeParse(view?.private_metadata);
  return window && data ? { ...data, window } : undefined;
}

/** The tabs for a role, and the one to show: the wanted one, or else the first. */
export function tabsFor<Context>(
  { tabs }: Window<Context>,
  role: Role | undefined,
  wanted: string | undefined,
): { offered: WindowTab<Context>[]; shown: WindowTab<Context> } {
  const offered = tabs.filter(({ access }) => isAtLeast(role, access));
  return { offered, shown: tabs.find(({ name }) => name === wanted) ?? offered[0] ?? tabs[0] };
}

/** A window's view: the buttons of its tabs, and the content of the one that is shown. */
export function windowView(
  { window: { name }, ...metadata }: WindowMetadata & { window: Pick<Window, "name"> },
  title: string,
  tabs: readonly Pick<WindowTab<never>, "name" | "label">[],
  content: readonly KnownBlock[],
): ModalView {
  const top = tabs.length > 1 ? [tabRow(name, tabs, metadata.tab), divider()] : [];
  return modal({
    callbackId: callbackPrefix + name,
    title,
    close: "Close",
    privateMetadata: JSON.stringify(metadata),
    blocks: [...top, ...withIds(viewBlocks(content, top.length), metadata.tab)],
  });
}

function tabRow(
  window: string,
  tabs: readonly Pick<WindowTab<never>, "name" | "label">[],
  shown: string,
): KnownBlock {
  const buttons = tabs.map(({ name, label }) => {
    const actionId = `${tabPrefix}${window}:${name}`;
    if (name !== shown) return button({ text: label, actionId, value: name });
    return { ...button({ text: shownLabel(label), actionId, value: name }), style: "primary" as const };
  });
  return { ...actions(buttons), block_id: "tabs" };
}

/** In words too, because a color alone says nothing to some people. */
function shownLabel(label: string): string {
  const sign = " (shown)";
  return `${label.slice(0, limits.button.text - sign.length)}${sign}`;
}

/** Blocks keep their ids in every drawing, so a click right before a redraw is not lost. */
function withIds(blocks: readonly KnownBlock[], tab: string): KnownBlock[] {
  return blocks.map((block, index) => ({ block_id: `${tab}-${index}`, ...block }));
}
