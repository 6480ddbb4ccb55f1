import { explain } from "../../../blocks/explain.ts";
import { limits } from "../../../blocks/limits.ts";
import { type Backup, listBackups } from "../../../cloud/backup.ts";
import { type Service, getService, listServices } from "../../../cloud/service.ts";
import type { WorkspaceContext } from "../../../context.ts";
import { AppError, isAppError } from "../../../errors.ts";
import { survey } from "../../../lib/unreadable.ts";
import type { Finding, FormState } from "../../form.ts";
import { type CreateFacts, factsOf } from "../facts.ts";
import { connectionIn } from "../request.ts";
import { backupOnPlainLine, restorable } from "./restorable.ts";

/** Reads the backups of the chosen service, and where it runs; that it could not be read is a finding too. */
export async function readBackups(state: FormState, context: WorkspaceContext): Promise<Finding> {
  const { backupService: serviceId } = state.values;
  const counts = ({ values }: FormState) => values["backupService"] === serviceId;
  if (typeof serviceId !== "string") return { facts: { backups: undefined, origin: undefined }, counts };
  return { ...(await readBackupsOf(serviceId, state, context)), counts };
}

async function readBackupsOf(
  serviceId: string,
  { values, facts }: FormState,
  context: WorkspaceContext,
): Promise<Finding> {
  const name = factsOf(facts).services.find(({ value }) => value === serviceId)?.text ?? serviceId;
  const cloud = context.cloudOf(connectionIn(values));
  try {
    const [listed, origin] = await Promise.all([
      cloud.call(listBackups, { serviceId }),
      readOrigin(cloud, serviceId),
    ]);
    const { readable: backups } = survey(listed);
    const found = {
      backups: { serviceId, choices: choicesOf(backups), state: "read" },
      origin: { serviceId, name, provider: origin?.provider, region: origin?.region, tier: origin?.tier },
      backupTrouble: undefined,
    } satisfies Partial<CreateFacts>;
    const { backupId: chosen } = values;
    if (chosen === undefined || found.backups.choices.some(({ value }) => value === chosen)) {
      return { facts: found };
    }
    const backupTrouble = "The backup you chose is no longer there. Choose another one, or start empty.";
    return { facts: { ...found, backupTrouble }, values: { backupId: undefined } };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    const failed = { serviceId, choices: [], state: "failed" } as const;
    return { facts: { backups: failed, origin: undefined, backupTrouble: explain(error) } };
  }
}

/** Where the original runs, from servers that tell; undefined from those that do not. */
async function readOrigin(
  cloud: Pick<WorkspaceContext["cloud"], "call">,
  serviceId: string,
): Promise<Service | undefined> {
  try {
    return await cloud.call(getService, { serviceId });
  } catch (error) {
    if (!isAppError(error, "missing", "forbidden")) throw error;
    return readOriginFromList(cloud, serviceId);
  }
}

async function readOriginFromList(
  cloud: Pick<WorkspaceContext["cloud"], "call">,
  serviceId: string,
): Promise<Service | undefined> {
  try {
    const services = await cloud.call(listServices, {});
    return services.find(({ id }) => id === serviceId);
  } catch (error) {
    if (!isAppError(error, "missing", "forbidden")) throw error;
    return undefined;
  }
}

function choicesOf(backups: readonly Backup[]): { value: string; text: string }[] {
  return restorable(backups)
    .slice(0, limits.select.options)
    .map((backup) => ({ value: backup.id, text: backupOnPlainLine(backup) }));
}
