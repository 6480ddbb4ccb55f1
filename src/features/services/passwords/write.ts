import type { Step } from "../../../platform/jobs/worker.ts";
import { backOffMs } from "../../../platform/jobs/keep-trying.ts";
import { AppError, isAppError, orUndefined } from "../../../lib/errors.ts";
import type { CreatedProgress, PasswordFate } from "../provisioning/progress.ts";
import { mainEndpoint } from "../announcement/endpoints.ts";
import { minuteMs } from "../../../lib/duration.ts";
import type { ProvisioningRequest } from "../provisioning/submission.ts";
import { passwordPurpose } from "./passwords.ts";

type Writing = Extract<PasswordFate, { fate: "writing" }>;

/** How long to retry an unreachable secret store. After that, the password waits behind its button. */
const triedForMs = 10 * minuteMs;
const longestWaitMs = minuteMs;

/** Milliseconds until the next try to write the password to its location; 0 when it is due. */
export function writeWaitMs({ tries, triedAt }: Writing, now: Date): number {
  if (triedAt === undefined) return 0;
  return Math.max(0, Date.parse(triedAt) + backOffMs(tries + 1, longestWaitMs) - now.getTime());
}

/** Writes a new password to its location. After a crash it may write twice, which does no harm. */
export async function writePassword(
  provisioning: ProvisioningRequest,
  progress: CreatedProgress,
  writing: Writing,
): Promise<Step> {
  const { requestId, context } = provisioning;
  const sealed = await context.passwords.find(requestId);
  if (sealed === undefined) return saveFate(provisioning, { fate: "expired" });
  const failure = await writeTo(writing.location, provisioning, progress, sealed);
  if (failure === undefined) return saveFate(provisioning, { fate: "written", location: writing.location });
  context.log.warn({ err: failure, requestId, tries: writing.tries }, "couldn't write a new password");
  const ageMs = context.now().getTime() - Date.parse(progress.createdAt);
  if (isAppError(failure, "upstream", "limited") && ageMs < triedForMs) {
    const triedAt = context.now().toISOString();
    const password = { ...writing, tries: writing.tries + 1, triedAt };
    await context.created.change(requestId, (now) => ({ ...now, password }));
    return "next";
  }
  return saveFate(provisioning, { fate: "sealed", writeFailure: failure.message });
}

async function writeTo(
  location: string,
  { requestId, submission, context }: ProvisioningRequest,
  { name, endpoints }: CreatedProgress,
  sealed: string,
): Promise<AppError | undefined> {
  const { host, port, username } = mainEndpoint(endpoints);
  try {
    const password = context.sealer.open(sealed, passwordPurpose(requestId));
    const facts = { username, host, port: port?.toString(), service: submission.request.name ?? name };
    const known = Object.entries(facts).flatMap(([fact, value]) => (value ? [[fact, value] as const] : []));
    await context.secrets.write(location, { password, ...Object.fromEntries(known) });
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    // The error's own text is left out, because it may contain the password.
    return new AppError("bug", "Something went wrong on our side.");
  }
}

/** Saves the password's fate, and has the creator notified again. Drops the sealed password unless it waits for a look. */
async function saveFate({ requestId, context }: ProvisioningRequest, password: PasswordFate): Promise<Step> {
  const dropPassword = password.fate !== "sealed";
  await context.created.change(requestId, (now) => ({ ...now, password, creatorNotified: false }), {
    dropPassword,
  });
  return "next";
}

/** The reference to write a new service's password to; undefined if its connection names no location for passwords. */
export async function passwordLocation(
  { requestId, submission, context }: ProvisioningRequest,
  serviceId = requestId,
): Promise<string | undefined> {
  const prefix = await newPasswordsRef(submission.connection, context);
  if (prefix === undefined) return undefined;
  const name = submission.request.name ?? "";
  return `${prefix}${letters(name).join("-") || "service"}-${letters(serviceId).join("").slice(0, 8)}`;
}

/** Undefined if the connection was deleted since the request. */
async function newPasswordsRef(connection: string, { connections }: ProvisioningRequest["context"]) {
  const found = await orUndefined(() => connections.find(connection), "auth");
  return found?.kind === "managed" ? found.newPasswordsRef : undefined;
}

/** The runs of characters that every secret store accepts. */
function letters(name: string): string[] {
  return name.toLowerCase().match(/[a-z\d]+/g) ?? [];
}
