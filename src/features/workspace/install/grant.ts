import { WebAPIPlatformError, WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { slackLogger } from "../../../platform/slack/web-api/clients.ts";
import { slackFailure } from "../../../platform/slack/failure.ts";
import * as texts from "./texts.ts";

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
export type Grant = Awaited<ReturnType<ReturnType<typeof grantExchange>>>;

interface Options {
  clientId: string;
  clientSecret: string;
  slackApiUrl: string;
  log: Logger;
}

/** Exchanges Slack's code, which works once, for a grant. Fails as user, auth (for the operator) or upstream. */
export function grantExchange({ clientId, clientSecret, slackApiUrl, log }: Options) {
  const client = new WebClient(undefined, {
    slackApiUrl,
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
