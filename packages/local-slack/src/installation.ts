import { newSecret } from "./ids.ts";
import type { Installation, Workspace } from "./workspace.ts";

interface Options extends Pick<Installation, "scopes" | "isEnterprise"> {
  botToken?: string | undefined;
}

/** Installs the app, or adds scopes. A valid token stays the same, and its scopes only grow. */
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

/** The app's scopes. None if it is not installed. */
export function grantedScopes({ installation }: Workspace): Installation["scopes"] {
  return installation?.scopes ?? [];
}

/** True if the app has any of the scopes, or if there is no manifest. */
export function hasScope(workspace: Workspace, ...anyOf: string[]): boolean {
  const granted = grantedScopes(workspace);
  return granted === "all" || anyOf.some((scope) => granted.includes(scope));
}

function together(before: Installation["scopes"], added: Installation["scopes"]): Installation["scopes"] {
  return before === "all" || added === "all" ? "all" : [...new Set([...before, ...added])];
}
