import { recorder } from "../../../platform/audit/recorder.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { type Candidate, connectionOf, mainSecretOf, valuesIn } from "../probe/candidate.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { deploymentOf, hostOf, referencesOf } from "../records.ts";
import type { Connection } from "../connection.ts";
import { type Visit, doingOf } from "./session.ts";
import * as texts from "./texts.ts";

/** The outcome of saving: "used" if another request was faster, or the problem with a taken name. */
export type Saved = "saved" | "used" | { nameProblem: string };

/** Saves a tested connection or its new credentials, and uses up the link. */
export async function save(visit: Visit, candidate: Candidate): Promise<Saved> {
  const { context, tokenHash } = visit;
  if (!(await context.connectLinks.use(tokenHash, candidate.name))) return "used";
  try {
    await keep(visit, candidate);
  } catch (error) {
    await context.connectLinks.giveBack(tokenHash);
    if (isAppError(error, "conflict")) return { nameProblem: error.message };
    throw error;
  }
  // The connection is saved. Nothing below may say otherwise.
  await Promise.all([forgetDraft(visit), record(visit, candidate), notify(visit, candidate)]);
  return "saved";
}

async function keep({ context, link }: Visit, candidate: Candidate): Promise<void> {
  const values = valuesIn(candidate);
  const hasValues = Object.keys(values).length > 0;
  const kept = hasValues ? await context.secrets.keep(candidate.name, values) : {};
  const connection = connectionOf(candidate, kept, context.wireNames);
  try {
    if (link.purpose.kind === "new") await context.connections.add(connection);
    else await replaceCredentials(connection, context);
  } catch (error) {
    // If Redis gave no answer, the connection may be saved and need its secrets.
    if (!isAppError(error, "upstream")) await context.secrets.discard(Object.values(kept));
    throw error;
  }
}

/** Replaces references by new ones, and deletes the old secrets that we kept. */
async function replaceCredentials(
  connection: Connection,
  { connections, secrets, log }: Visit["context"],
): Promise<void> {
  const old = await connections.find(connection.name);
  // The key was typed for this host only.
  if (deploymentOf(old) !== deploymentOf(connection)) {
    throw new AppError("auth", texts.changedTarget);
  }
  // The connection may have been renamed in the meantime.
  await connections.save({ ...old, ...connection, name: old.name });
  try {
    await secrets.discard(referencesOf(old));
  } catch (error) {
    // The new key is in use. The old secret stays until the workspace is deleted.
    log.warn({ err: error, connection: old.name }, "couldn't delete an old key");
  }
}

async function forgetDraft({ context, tokenHash }: Visit): Promise<void> {
  try {
    await context.connectLinks.dropDraft(tokenHash);
  } catch (error) {
    // The draft is sealed, and expires in 15 minutes.
    context.log.info({ err: error }, "couldn't delete a connection's typed values at once");
  }
}

async function record(visit: Visit, candidate: Candidate): Promise<void> {
  const { kind, name } = candidate;
  try {
    const after = { kind, host: hostOf(candidate), secretGivenBy: mainSecretOf(candidate).by };
    await recorder(doingOf(visit), visit.context).done({ subject: name, after });
  } catch (error) {
    // The process's log has the entry already.
    visit.context.log.error({ err: error, connection: name }, "couldn't write a connection to the audit log");
  }
}

async function notify({ context, link }: Visit, candidate: Candidate): Promise<void> {
  const isNew = link.purpose.kind === "new";
  const [name, host] = [candidate.name, code(hostOf(candidate))];
  const text = isNew ? texts.savedNotice(name, host) : texts.rotatedNotice(name, host);
  try {
    await context.messenger.post(link.userId, say(text));
  } catch (error) {
    context.log.info({ err: error }, "couldn't notify a connection's creator in Slack");
  }
}
