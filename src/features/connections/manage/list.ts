import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { packed } from "../../../platform/blocks/packed.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { ConnectionsContext } from "../context.ts";
import { plural } from "../../../lib/text.ts";
import type { ConnectionHealth } from "../health.ts";
import type { Connection } from "../records.ts";
import { defaultNameOf } from "../default-connection.ts";

type Context = Pick<ConnectionsContext, "connections" | "connectionHealth">;

/** The answer to "what is connected", for anybody: nothing in it tells where a key is kept, but for the kind of place. */
export async function connectionsReply({ connections, connectionHealth }: Context): Promise<Reply> {
  const all = await connections.list();
  if (all.length === 0)
    return say(
      `Nothing is connected here yet. An admin can connect a database cloud with ${code("/db connect")}.`,
    );
  const [standard, healths] = await Promise.all([defaultNameOf(connections), connectionHealth.all()]);
  const lines = await Promise.all(
    all.map(async (connection) => {
      const facts = {
        isDefault: connection.name === standard,
        isGiven: await connections.isGiven(connection.name),
        health: healths.get(connection.name),
      };
      return lineOf(connection, facts);
    }),
  );
  const headline = `*${plural(all.length, "connection")}* of this workspace.`;
  return reply([headline, ...lines, hint].join("\n"), [
    section(headline),
    ...packed(lines),
    smallPrint(hint),
    actions([commandButton("Check them now", "doctor")]),
  ]);
}

const hint = `Admins add one with ${code("/db connect")}, and change them with ${["default", "rename", "rotate", "remove"].map((act) => code(`/db connections ${act}`)).join(", ")}.`;

interface Facts {
  isDefault: boolean;
  isGiven: boolean;
  health: ConnectionHealth | undefined;
}

function lineOf(connection: Connection, { isDefault, isGiven, health }: Facts): string {
  return [
    `• ${code(connection.name)}${isDefault ? " (the default)" : ""}: ${deploymentOf(connection)}.`,
    keyOf(connection, isGiven),
    healthOf(health),
  ].join(" ");
}

/** Where a connection leads, in mrkdwn, after an article. */
export function deploymentOf(connection: Connection): string {
  if (connection.kind === "standalone")
    return `an observability server at ${escapeName(hostOf(connection.appUrl))}`;
  return `a database cloud at ${escapeName(hostOf(connection.baseUrl))}, organization ${code(connection.organizationId)}`;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

const places: Record<string, string> = {
  env: "from the operator's environment (`env:`)",
  file: "from a file of the operator's (`file:`)",
  vault: "from Vault (`vault:`)",
  aws: "from AWS Secrets Manager (`aws:`)",
  gcp: "from Google Cloud's Secret Manager (`gcp:`)",
  sealed: "kept here, encrypted (`sealed:`)",
};

function keyOf(connection: Connection, isGiven: boolean): string {
  const reference = connection.kind === "managed" ? connection.keySecretRef : connection.tokenRef;
  const [scheme = ""] = reference.split(":");
  const place = places[scheme] ?? "kept elsewhere";
  return `Its ${connection.kind === "managed" ? "key" : "token"} is ${place}.${isGiven ? " It is set up in Quartermaster's environment." : ""}`;
}

const outcomes: Record<ConnectionHealth["outcome"], string> = {
  works: "It worked",
  refused: ":warning: Its key was refused",
  away: ":warning: It could not be reached",
};

/** How a connection worked last, as a sentence. */
export function healthOf(health: ConnectionHealth | undefined): string {
  if (!health) return "It was not used yet.";
  return `${outcomes[health.outcome]} when it was used last, ${slackDate(new Date(health.at))}.`;
}
