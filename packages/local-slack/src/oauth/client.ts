import { SlackRefusal } from "../refusal.ts";
import type { Workspace } from "../workspace.ts";

/** Refuses a wrong client id or secret with Slack's errors. */
export function requireClient(
  { credentials }: Workspace,
  { client_id, client_secret }: { client_id?: string | undefined; client_secret?: string | undefined },
): void {
  if (client_id !== credentials.clientId) throw new SlackRefusal("invalid_client_id");
  if (client_secret !== credentials.clientSecret) throw new SlackRefusal("bad_client_secret");
}
