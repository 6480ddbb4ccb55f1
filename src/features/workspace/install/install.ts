import type { Logger } from "pino";
import type { Messenger } from "../../../platform/jobs/messenger.ts";
import type { Sealer } from "../../../platform/secrets/seal.ts";
import type { AuditLog } from "../../../platform/audit/log.ts";
import { type Installation, type Installations, installationTokenPurpose } from "./installations.ts";
import type { Grant } from "./grant.ts";
import type { Ownership } from "./ownership.ts";
import type { InFlight } from "../../../platform/slack/interactions/deps.ts";
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
