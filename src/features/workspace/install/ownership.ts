import { z } from "zod";
import { within } from "../../../lib/clock.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { SlackClients } from "../../../platform/slack/web-api/clients.ts";
import { slackFailure } from "../../../platform/slack/failure.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { code } from "../../../platform/blocks/escape.ts";
import type { InstalledContext } from "../context.ts";
import { formatList } from "../../../lib/text.ts";
import { optionalScopes, whatIsOff } from "../../../platform/slack/web-api/scopes.ts";
import { type Check, off, right, wrong } from "../../../platform/commands/check.ts";
import * as texts from "./texts.ts";

/** The owner of SLACK_BOT_TOKEN. */
interface Own {
  workspaceId: string;
  /** The token's scopes. Absent if Slack does not say. */
  scopes?: string[] | undefined;
}

/** Knows the operator's workspace: the owner of the environment's token and connections. */
export type Ownership = ReturnType<typeof ownershipBy>;

const Identity = z.looseObject({
  team_id: z.string(),
  enterprise_id: z.string().nullish(),
  is_enterprise_install: z.boolean().nullish(),
  response_metadata: z.looseObject({ scopes: z.array(z.string()).optional() }).optional(),
});

/** Slack waits 3 s for an acknowledgement. */
const identifiedWithinMs = 1_500;
/** How long a token that Slack refused is not tried again. */
const refusedForMs = minuteMs;

/** Ownership by the environment's token. If workspaces cannot install the app, every workspace is the operator's. */
export function ownershipBy(
  clients: SlackClients | undefined,
  { isInstallable, now }: { isInstallable: boolean; now: () => Date },
) {
  /** Slack may refuse the token later. The workspace stays the same. */
  let last: Own | undefined;
  let known: { own: Promise<Own | undefined>; untilMs: number } | undefined;

  /** Undefined if there is no such token or Slack no longer knows it. Fails as `upstream` like `isOperators`. */
  function own(): Promise<Own | undefined> {
    if (known && now().getTime() < known.untilMs) return known.own;
    const asked = { own: ask(clients), untilMs: Infinity };
    known = asked;
    asked.own.then(
      (found) => {
        last = found ?? last;
        return void (found || (asked.untilMs = now().getTime() + refusedForMs));
      },
      // The asker gets the error, and the next one asks again.
      () => void (known === asked && (known = undefined)),
    );
    return asked.own;
  }

  return {
    own,
    /** Fails as `upstream` until Slack was reached. */
    isOperators: async (workspaceId: string): Promise<boolean> =>
      !isInstallable || (clients !== undefined && (await own())?.workspaceId === workspaceId),
    /** Fails as `auth` if this isn't the workspace of the environment's token, or if Slack doesn't say in time. */
    async requireOwn(workspaceId: string): Promise<void> {
      const found = await within(
        identifiedWithinMs,
        own().catch((error: unknown) => {
          // It is logged where it matters. Here the workspace stays unknown.
          if (isAppError(error, "upstream")) return undefined;
          throw error;
        }),
        undefined,
      );
      const ownId = (found ?? last)?.workspaceId;
      if (ownId !== workspaceId)
        throw new AppError("auth", ownId === undefined ? texts.unknownWorkspace : texts.otherWorkspace);
    },
    /** Asks Slack again. True if it knows the token. */
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

/** The identity of a token. Undefined if Slack no longer knows it. Fails as `upstream` if Slack is away. */
export async function identityOf({ interactive }: SlackClients) {
  try {
    return Identity.parse(await interactive.auth.test());
  } catch (error) {
    const failure = slackFailure("auth.test", error);
    if (failure.kind === "auth") return undefined;
    throw failure;
  }
}

/** Checks that Slack grants the app all scopes that it needs. */
export async function scopesCheck({ installation }: Pick<InstalledContext, "installation">): Promise<Check> {
  const area = texts.scopesArea;
  const missing = await installation.missingScopes();
  if (missing.length === 0) return right(area, texts.allScopes);
  const needed = missing.filter((scope) => !optionalScopes.includes(scope));
  if (needed.length === 0) return off(area, texts.offScopes(offLines(missing), installation.url));
  return wrong(area, texts.missingScopes(inCode(missing), installation.url, missing));
}

/** What is off without optional scopes, a sentence each, in mrkdwn. */
export function offLines(missing: readonly string[]): string[] {
  return whatIsOff(missing).map(({ off, scopes }) => texts.offLine(off, inCode(scopes)));
}

function inCode(scopes: readonly string[]): string {
  return formatList(scopes.map((scope) => code(scope)));
}
