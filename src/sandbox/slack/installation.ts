import { newSecret } from "./ids.ts";
import type { Workspace } from "./workspace.ts";

/** The app's place in a team. */
export interface Installation {
  readonly botToken: string;
  /** "all" where there is no manifest to say. */
  readonly scopes: readonly string[] | "all";
  /** True where the whole organization has it. */
  readonly isEnterprise: boolean;
}

interface Options extends Pick<Installation, "scopes" | "isEnterprise"> {
  botToken?: string | undefined;
}

/** Installs the app, or gives it more: a token that is good stays the same, and its scopes only ever grow. */
export function install(workspace: Workspace, { scopes, isEnterprise, botToken }: Options): Installation {
  const known = workspace.installation;
  workspace.installation = {
    botToken: known?.botToken ?? botToken ?? `xoxb-${newSecret(20)}`,
    scopes: known ? together(known.scopes, scopes) : scopes,
    isEnterprise: isEnterprise || (known?.isEnterprise ?? false),
  };
  workspace.changes.bump();
  return workspace.installation;
}

/** What the app was given; nothing where it is not installed. */
export function grantedScopes({ installation }: Workspace): Installation["scopes"] {
  return installation?.scopes ?? [];
}

/** True where the app was given any of the scopes, or where no manifest says otherwise. */
export function hasScope(workspace: Workspace, ...anyOf: string[]): boolean {
  const granted = grantedScopes(workspace);
  return granted === "all" || anyOf.some((scope) => granted.includes(scope));
}

function together(before: Installation["scopes"], added: Installation["scopes"]): Installation["scopes"] {
  return before === "all" || added === "all" ? "all" : [...new Set([...before, ...added])];
}
