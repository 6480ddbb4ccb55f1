import type { AppLink } from "./to-app/app-link.ts";
import type { Workspace } from "./workspace.ts";

/** The parts of the local Slack: its state, and the connection to the app. */
export interface Slack {
  readonly workspace: Workspace;
  readonly link: AppLink;
}
