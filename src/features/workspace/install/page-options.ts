import type { Logger } from "pino";
import type { InstallStates } from "./states.ts";

/** What is needed to let workspaces install the app. */
export interface Installing {
  /** Where this process is reached from outside, without a slash at its end. */
  publicUrl: string;
  clientId: string;
  /** Where Slack's own pages are, without a slash at its end. */
  slackUrl: string;
  scopes: readonly { scope: string; why: string }[];
  states: InstallStates;
  /** Ends an installation with Slack's code; fails as AppError. */
  complete: (code: string, redirectUri: string) => Promise<Completed>;
  /** What nobody guesses. */
  newSecret: () => string;
  log: Logger;
}

/** What is told of a finished installation. */
export interface Completed {
  workspaceId: string;
  name: string;
  isOrganization: boolean;
  appId: string;
  /** True where it was installed before. */
  isAgain: boolean;
}

/** The addresses of installing, below PUBLIC_URL. */
export const installPaths = {
  page: "/slack/install",
  start: "/slack/install/start",
  callback: "/slack/oauth/callback",
};
