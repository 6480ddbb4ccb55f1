import type { WantedPage } from "../../../platform/commands/paging.ts";

/** Words that narrow the list of open alerts: to those that concern its reader, that no one has, or that someone has. */
export const narrowings = ["mine", "unacknowledged", "acknowledged"] as const;

/** Which open alerts are wanted. */
export interface Narrowing {
  only?: (typeof narrowings)[number] | undefined;
  /** The id of a service, or the connection of a stand-alone server. */
  service?: string | undefined;
}

/** A page of the open alerts that are wanted. */
export type WantedList = WantedPage & Narrowing;

/** The alerts that the list's reader just acknowledged. Their records follow within moments. */
export interface Taken {
  ids: ReadonlySet<string>;
  /** Says it, or why it isn't so, in mrkdwn. */
  text: string;
}
