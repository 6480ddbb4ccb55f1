import { escapeName } from "../../../platform/blocks/escape.ts";
import type { FormState, Settled } from "../../../platform/forms/form.ts";
import { factsOf } from "./facts.ts";
import { isOwnCloud } from "./own-cloud.ts";

/** What other choices settle: the only connection there is, and the sizes that an older field leaves no room for. */
export function settledByChoice(state: FormState, tierOfBackup?: unknown): Record<string, Settled> {
  return { ...onlyConnection(state), ...settledByTier(state, tierOfBackup) };
}

/** Where there is one connection only, it is not asked for, and is the one that counts. */
function onlyConnection({ facts }: FormState): Record<string, Settled> {
  const [only, ...others] = factsOf(facts).connections;
  if (only === undefined || others.length > 0) return {};
  return { connection: { value: only, because: `${escapeName(only)}, the only one there is` } };
}

const replicaSizes = ["minReplicaMemoryGb", "maxReplicaMemoryGb"];
const sleep = ["idleScaling", "idleTimeoutMinutes"];

/**
 * A development service has a fixed size, and total memory says what replica sizes would (spec/api.md, "Service"). With an
 * own cloud the replica sizes are required all the same.
 */
function settledByTier(state: FormState, tierOfBackup: unknown): Record<string, Settled> {
  if (isOwnCloud(state)) return {};
  const { values } = state;
  const older = values["olderFields"] === true ? values : {};
  const { tier = tierOfBackup, minTotalMemoryGb, maxTotalMemoryGb } = older;
  if (tier === "development") {
    return notSent(
      [...replicaSizes, ...sleep],
      "Not sent: a service of the tier development has a fixed size.",
    );
  }
  const isTotal = minTotalMemoryGb !== undefined || maxTotalMemoryGb !== undefined;
  if (tier !== "production" || !isTotal) return {};
  return notSent(replicaSizes, "Not sent: the total memory under “Older fields” says it.");
}

function notSent(fields: readonly string[], because: string): Record<string, Settled> {
  return Object.fromEntries(fields.map((field) => [field, { value: undefined, because }]));
}
