import type { Role } from "../access/role.ts";
import type { Reply } from "../blocks/reply.ts";
import type { WorkspaceContext } from "../context.ts";
import type { MessagePlace } from "../jobs/messenger.ts";

/** A button that somebody pressed, or an entry of a menu that they chose, in a message, a modal or App Home. */
export interface Press {
  /** What the button or the entry carried: an id and no truth, for anybody can send it. */
  value: string;
  userId: string;
  userName: string;
  /** Lives 3 s. */
  triggerId: string;
  /** The channel of the message; absent in modals and App Home. */
  channelId?: string;
  /** The modal it stands in. */
  viewId?: string;
  /** The message it stands in. */
  message?: MessagePlace;
}

/** What a button of ours does; authorised anew on every press. What it answers is for the presser's eyes alone. */
export interface Act<Context = WorkspaceContext> {
  /** The button's action_id, by which it is found. */
  actionId: string;
  /** Who may press it. */
  access: Role;
  /**
   * Where what the button is about was asked for: a role that a channel gives counts there, though the button stands in a
   * modal or in direct messages.
   */
  askedIn?(press: Press, context: Context): Promise<string | undefined>;
  /** True for a press that opens a modal: it opens before it is known who presses. Never without it. */
  opens?(press: Press): boolean;
  press(press: Press, context: Context): Promise<Reply | undefined>;
  /** True for a button that people press many times in a short time, as in an incident: it has the larger rate limit. */
  isQuick?: true;
  /** True where the answer takes the place of the message with the button, which only the presser sees. */
  replaces?: true;
}
