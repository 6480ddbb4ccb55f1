/** Where something was typed or clicked: a channel or group, direct messages with the app, a modal, or App Home. */
export type Place = "channel" | "direct" | "modal" | "home";

/** Who asked, and where. */
export interface Asker {
  workspaceId: string;
  userId: string;
  /** The person's handle in Slack, if Slack gave it. For logs; people read `fullName` instead. */
  userName?: string;
  /** Absent in App Home, and in a modal that wasn't opened from a channel. */
  channelId?: string;
  /** Absent for code that runs on someone's behalf. */
  place?: Place;
  /** What it stems from, if others ask later how the work went: the id of a program's proposal. */
  origin?: string;
  /**
   * True if words that confirm count: the person typed them as a command, or pressed the button of the app's own question.
   * Absent for all that comes from elsewhere, such as a program, a model, or another button. The app then asks.
   */
  mayConfirm?: boolean;
}
