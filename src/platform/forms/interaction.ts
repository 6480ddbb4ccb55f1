import type { Role } from "../access/role.ts";
import type { Reply } from "../blocks/reply.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Place } from "../access/asker.ts";
import type { MessageRef } from "../jobs/messenger.ts";
import type { WindowStart } from "./window.ts";

/** A click on a button or a choice in a menu, in a message, a modal or App Home. */
export interface Interaction {
  /** What the button or the choice carries. It is an id and proves nothing, because anyone can send it. */
  value: string;
  userId: string;
  userName: string;
  /** Lives 3 s. */
  triggerId: string;
  /** The channel of the message, or the one that the modal was opened from. Absent in App Home and in forms. */
  channelId?: string;
  place?: Place;
  /** The modal with the button. */
  viewId?: string;
  /** The block with the button. It names the subject of a choice of people, which carries only the person. */
  blockId?: string;
  /** The message with the button. */
  message?: MessageRef;
}

/** What a button or menu of ours does. Each interaction is authorised. Only the person who clicked sees the answer. */
export interface Action<Context = WorkspaceContext> {
  /** The button's action_id. */
  actionId: string;
  /** The role that it takes. */
  access: Role;
  /**
   * The channel in which the subject of the button was asked for. A role that this channel gives counts, even if the
   * button is in a modal or a direct message.
   */
  askedIn?(interaction: Interaction, context: Context): Promise<string | undefined>;
  /** True if it opens a modal, which opens before the role is known. */
  opens?(interaction: Interaction): boolean;
  /** Returns the answer, a window to show, or nothing if it has shown what there is itself. */
  run(interaction: Interaction, context: Context): Promise<Reply | WindowStart | undefined>;
  /** True for a button that people click often in a short time, as in an incident. It has the larger rate limit. */
  isQuick?: true;
  /** True if the answer replaces the message or the modal with the button, which only the person who clicked sees. */
  replaces?: true;
}
