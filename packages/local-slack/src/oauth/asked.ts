import { z } from "zod";
import { SlackRefusal } from "../refusal.ts";
import type { Workspace } from "../workspace.ts";
import { scopeWords } from "./scope-words.ts";

const Asked = z.object({
  client_id: z.string().default(""),
  scope: z.string().default(""),
  state: z.string().default(""),
  redirect_uri: z.string().optional(),
  team: z.string().optional(),
});

/** An app's request for a person's permission. */
export interface Asked {
  clientId: string;
  scopes: string[];
  /** Those of them that a person may refuse, by the app's manifest. */
  optional: string[];
  state: string;
  /** The app's redirect address. */
  redirectUri: string;
}

/** Reads the request of an authorize address, or refuses it with the text of Slack's page. */
export function readAsked({ credentials, team, manifest }: Workspace, fields: unknown): Asked {
  const { client_id, scope, state, redirect_uri, team: wanted } = Asked.parse(fields);
  if (client_id !== credentials.clientId) throw new SlackRefusal("invalid_client_id");
  const scopes = scope.split(/[\s,]+/u).filter(Boolean);
  if (scopes.length === 0) throw new SlackRefusal("no_scopes");
  const unknown = scopes.find((name) => !Object.hasOwn(scopeWords, name));
  if (unknown !== undefined)
    throw new SlackRefusal("invalid_scope", [`Invalid permissions requested: ${unknown}`]);
  if (wanted !== undefined && wanted !== team.id)
    throw new SlackRefusal("invalid_team_for_non_distributed_app");
  const optional = scopes.filter((scope) => manifest.optionalScopes.includes(scope));
  return { clientId: client_id, scopes, optional, state, redirectUri: allowedRedirect(redirect_uri) };
}

/** Slack redirects only to https. A local address is harmless. */
function allowedRedirect(address = ""): string {
  const url = URL.parse(address);
  const isLocal = url?.protocol === "http:" && ["127.0.0.1", "localhost"].includes(url.hostname);
  if (url?.protocol !== "https:" && !isLocal) throw new SlackRefusal("bad_redirect_uri");
  return address;
}
