import { WebAPIPlatformError, WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import type { AuditLog } from "../../../platform/audit/log.ts";
import type { Messenger } from "../../../platform/jobs/messenger.ts";
import type { Sealer } from "../../../platform/secrets/seal.ts";
import { slackFailure } from "../../../platform/slack/failure.ts";
import type { InFlight } from "../../../platform/slack/interactions/deps.ts";
import { slackLogger } from "../../../platform/slack/web-api/clients.ts";
import { type Installation, type Installations, installationTokenPurpose } from "./installations.ts";
import type { Ownership } from "./ownership.ts";
import * as texts from "./texts.ts";

interface Options {
  exchange: (code: string, redirectUri: string) => Promise<Grant>;
  installations: Installations;
  sealer: Sealer;
  ownership: Ownership;
  /** Deletes what is left of a workspace that is not installed. */
  sweep: (workspaceId: string) => Promise<unknown>;
  auditOf: (workspaceId: string) => AuditLog;
  /** Ends the waits of messages that Slack refused because of an older token. */
  wakeOutboxes: (workspaceId: string) => Promise<void>;
  messengerOf: (workspaceId: string) => Messenger;
  inFlight: InFlight;
  now: () => Date;
  log: Logger;
}

/** A finished installation without its token. */
export type Installed = Omit<Installation, "token"> & { isAgain: boolean };

/**
 * Finishes an installation with Slack's code: saves the sealed token, replacing an earlier one, and greets the
 * installer.
 */
export function installer({ exchange, installations, sealer, ownership, ...options }: Options) {
  return async (code: string, redirectUri: string): Promise<Installed> => {
    const { token, ...granted } = await exchange(code, redirectUri);
    const { workspaceId } = granted;
    const before = await installations.find(workspaceId);
    if (!before && !(await ownership.isOperators(workspaceId))) await options.sweep(workspaceId);
    const installation = { ...granted, installedAt: options.now().toISOString() };
    await installations.save({
      ...installation,
      token: sealer.forWorkspace(workspaceId).seal(token, installationTokenPurpose),
    });
    await record(options.auditOf(workspaceId), installation, before);
    await options.wakeOutboxes(workspaceId);
    options.log.info({ workspaceId, isAgain: before !== undefined }, "installed");
    void options.inFlight.track(() => greet(installation, before !== undefined, options));
    return { ...installation, isAgain: before !== undefined };
  };
}

async function record(
  audit: AuditLog,
  { installedAt, installedBy, name, scopes }: Omit<Installation, "token">,
  before: Installation | undefined,
): Promise<void> {
  await audit.record({
    at: installedAt,
    userId: installedBy,
    action: before ? "app.reinstall" : "app.install",
    subject: name.slice(0, 300),
    before: before && { scopes: before.scopes },
    after: { scopes },
    result: "done",
  });
}

/** In direct messages, so only the installer reads it. */
async function greet(
  { workspaceId, installedBy }: Omit<Installation, "token">,
  isAgain: boolean,
  { messengerOf, log }: Pick<Options, "messengerOf" | "log">,
): Promise<void> {
  try {
    await messengerOf(workspaceId).post(installedBy, isAgain ? texts.welcomeBack : texts.welcome);
  } catch (err) {
    // The page says the same.
    log.warn({ err, workspaceId }, "couldn't greet the installer");
  }
}

const Named = z.looseObject({ id: z.string(), name: z.string().default("") });

/** The parts of oauth.v2.access' response that we use. */
const Access = z
  .looseObject({
    access_token: z.string().startsWith("xoxb-"),
    token_type: z.literal("bot"),
    scope: z.string(),
    bot_user_id: z.string(),
    app_id: z.string(),
    team: Named.nullish(),
    enterprise: Named.nullish(),
    is_enterprise_install: z.boolean().nullish(),
    authed_user: z.looseObject({ id: z.string() }),
    refresh_token: z.string().optional(),
  })
  .transform((access, context) => {
    const isOrganization = access.is_enterprise_install === true;
    const owner = isOrganization ? access.enterprise : access.team;
    if (owner) return { ...access, isOrganization, owner };
    context.addIssue("says of no workspace");
    return z.NEVER;
  });

/** What Slack grants after a person agreed. */
type Grant = Awaited<ReturnType<ReturnType<typeof grantExchange>>>;

interface GrantOptions {
  clientId: string;
  clientSecret: string;
  slackApiUrl: string;
  fetch?: typeof globalThis.fetch | undefined;
  log: Logger;
}

/** Exchanges Slack's code, which works once, for a grant. Fails as user, auth (for the operator) or upstream. */
export function grantExchange({ clientId, clientSecret, slackApiUrl, fetch, log }: GrantOptions) {
  const client = new WebClient(undefined, {
    slackApiUrl,
    ...(fetch && { fetch }),
    logger: slackLogger(log),
    timeout: 10_000,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
  return async (code: string, redirectUri: string) => {
    const credentials = { client_id: clientId, client_secret: clientSecret };
    const answer = await asking(() =>
      client.oauth.v2.access({ ...credentials, code, redirect_uri: redirectUri }),
    );
    const { data: access, error } = Access.safeParse(answer);
    // The response holds the token, so only its shape is logged.
    if (!access) throw new AppError("upstream", texts.unreadable(z.prettifyError(error)));
    if (access.refresh_token !== undefined) {
      throw new AppError("auth", texts.tokenRotation);
    }
    return {
      workspaceId: access.owner.id,
      name: access.owner.name || access.owner.id,
      isOrganization: access.isOrganization,
      appId: access.app_id,
      botUserId: access.bot_user_id,
      scopes: access.scope.split(",").filter((scope) => scope !== ""),
      token: access.access_token,
      installedBy: access.authed_user.id,
    };
  };
}

async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const code = error instanceof WebAPIPlatformError ? error.data.error : undefined;
    if (code === "invalid_code" || code === "code_already_used" || code === "code_expired") {
      throw new AppError("user", texts.usedCode(code));
    }
    const sentence = code === undefined ? undefined : texts.wrongSettings[code];
    // The request is not kept as a cause, because it holds the secret.
    if (sentence) throw new AppError("auth", texts.operatorMustFix(sentence, code ?? ""));
    throw slackFailure("oauth.v2.access", error);
  }
}
