import { z } from "zod";
import type { SlackClients } from "../../../platform/slack/web-api/clients.ts";
import { slackFailure } from "../../../platform/slack/failure.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { code } from "../../../platform/blocks/escape.ts";
import type { InstalledContext } from "../context.ts";
import { formatList } from "../../../lib/text.ts";
import { type Check, right, wrong } from "../../../platform/commands/check.ts";

/** What SLACK_BOT_TOKEN belongs to. */
interface Own {
  workspaceId: string;
  /** What Slack lets that token do; absent where Slack does not say. */
  scopes?: string[] | undefined;
}

/** Which workspace is the operator's own: the one that the environment's token and connections belong to. */
export interface Ownership {
  /** Fails as `upstream` as long as Slack was not reached to say it. */
  isOperators: (workspaceId: string) => Promise<boolean>;
  /** Undefined where there is no such token, or Slack knows it no more; fails as `upstream` like `isOperators`. */
  own: () => Promise<Own | undefined>;
  /** Asks Slack anew: true where it knows the token. */
  isAlive: () => Promise<boolean>;
}

const Identity = z.looseObject({
  team_id: z.string(),
  enterprise_id: z.string().nullish(),
  is_enterprise_install: z.boolean().nullish(),
  response_metadata: z.looseObject({ scopes: z.array(z.string()).optional() }).optional(),
});

/** How long a token that Slack does not know is left alone. */
const refusedForMs = minuteMs;

/** Ownership by the environment's token; where workspaces cannot install the app, all there are are the operator's. */
export function ownershipBy(
  clients: SlackClients | undefined,
  { isInstallable, now }: { isInstallable: boolean; now: () => Date },
): Ownership {
  let known: { own: Promise<Own | undefined>; untilMs: number } | undefined;

  function own(): Promise<Own | undefined> {
    if (known && now().getTime() < known.untilMs) return known.own;
    const asked = { own: ask(clients), untilMs: Infinity };
    known = asked;
    asked.own.then(
      (found) => void (found || (asked.untilMs = now().getTime() + refusedForMs)),
      // Whoever asked hears why; the next one asks again.
      () => void (known === asked && (known = undefined)),
    );
    return asked.own;
  }

  return {
    own,
    async isOperators(workspaceId) {
      if (!isInstallable) return true;
      return clients !== undefined && (await own())?.workspaceId === workspaceId;
    },
    isAlive: async () => (await ask(clients)) !== undefined,
  };
}

async function ask(clients: SlackClients | undefined): Promise<Own | undefined> {
  if (!clients) return undefined;
  const identity = await identityOf(clients);
  if (!identity) return undefined;
  const { team_id, enterprise_id, is_enterprise_install, response_metadata } = identity;
  const workspaceId = is_enterprise_install ? (enterprise_id ?? team_id) : team_id;
  return { workspaceId, scopes: response_metadata?.scopes };
}

/** What a token is in Slack's eyes; undefined where Slack knows it no more. Fails as `upstream` where Slack is away. */
export async function identityOf({ interactive }: SlackClients) {
  try {
    return Identity.parse(await interactive.auth.test());
  } catch (error) {
    const failure = slackFailure("auth.test", error);
    if (failure.kind === "auth") return undefined;
    throw failure;
  }
}

/** Whether Slack lets the app do all that it is made for. */
export async function scopesCheck({ installation }: Pick<InstalledContext, "installation">): Promise<Check> {
  const area = "Slack, what the app may do";
  const missing = await installation.missingScopes();
  if (missing.length === 0) return right(area, "It was given every scope that it asks for.");
  const how =
    installation.url === undefined
      ? "Add them to the Slack app under OAuth & Permissions (manifest.yml has them all), and install it again."
      : `Install it again at ${installation.url} to give them.`;
  return wrong(
    area,
    `It lacks ${formatList(missing.map((scope) => code(scope)))}. ${how.replace("&", "&amp;")}`,
  );
}
