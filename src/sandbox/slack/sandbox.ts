import type { AppLink } from "./to-app/app-link.ts";
import type { Workspace } from "./workspace.ts";

/** What every part of the local Slack works with: what it remembers, and the way to the app. */
export interface Sandbox {
  readonly workspace: Workspace;
  readonly link: AppLink;
}
