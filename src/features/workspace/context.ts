import type { WorkspaceContext as CommonContext } from "../../platform/context.ts";

/** What the workspace's own feature adds to its context. */
export interface InstallationPart {
  /** How the app is installed. */
  installation: {
    /** The address where an admin installs it, again too. Undefined if the operator gave the token of one workspace. */
    url: string | undefined;
    /** The scopes that this version asks for and was not given, until it is installed again. */
    missingScopes(): Promise<string[]>;
  };
}

/** What code of the workspace's own feature may use. */
export type InstalledContext = CommonContext & InstallationPart;
