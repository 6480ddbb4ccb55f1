import { AppError, attempt } from "../../../lib/errors.ts";
import type { Finding, FormPerson, FormState } from "../../../platform/forms/form.ts";
import type { ServicesContext } from "../context.ts";
import { readBackups } from "../restore/read-backups.ts";
import { factsOf } from "./facts.ts";
import { limitsNow } from "./limits.ts";
import { connectionIn } from "./request.ts";
import { typed } from "./pick.ts";
import { memoryValues, sizeOf } from "./sizes.ts";
import { readPrices, rulesFor } from "./rules.ts";
import { fromPreset } from "./begin.ts";
import { basisIn, keptBasis } from "./prices.ts";
import { listedServices, takenNames } from "./taken-name.ts";

/** Prepares what a step shows at once: the current limits, and on the review the estimate as far as it is known. */
export async function prepare(
  step: string,
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Partial<FormState> | undefined> {
  const limited = {
    ...(await limitsNow(state.facts, context)),
    taken: takenNames(await context.services.list()),
  };
  if (step === "start") {
    const size = { size: sizeOf(state.values) };
    const rules = await rulesFor(state, person, context, { basis: basisIn(state) });
    return { values: size, facts: { ...limited, ...rules } };
  }
  const values = memoryValues(state);
  if (step !== "review") return { values, facts: limited };
  const basis = basisIn(state) ?? (await keptBasis(connectionIn(state.values), context));
  const rules = await rulesFor(state, person, context, { basis });
  return { values, facts: { ...limited, basis, ...rules, savedAs: undefined } };
}

/** Reads what takes a while: a preset, a service's backups or the estimate. */
export async function fetchFacts(
  about: string,
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  if (about === "preset") return readPreset(state, context);
  if (about === "backupService") return readBackups(state, context, person);
  if (about === "review") return readPrices(state, context, person);
  if (about !== "" && about !== "start" && about !== "basics") return undefined;
  if (!isPresetRead(state)) return readPreset(state, context);
  return areBackupsRead(state) ? undefined : readBackups(state, context, person);
}

// Forms that open together share one request.
const listCachedForMs = 5_000;

/** Reads what the form can do without: the cloud's list of services, the prices of sizes, and who must approve. */
export function fetchAside(
  about: string,
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined>[] {
  const isOpened = about === "" || about === "start" || about === "connection";
  return [
    ...(isOpened || about === "basics" ? [readList(state, context)] : []),
    ...(isOpened ? [readPrices(state, context, person)] : []),
    ...(about === "size" ? [readRules(state, context, person)] : []),
  ];
}

async function readList({ values }: FormState, context: ServicesContext): Promise<Finding | undefined> {
  const connection = connectionIn(values);
  const since = new Date(context.now().getTime() - listCachedForMs);
  const services = await attempt(() => context.servicesSince(connection, since));
  if (services instanceof AppError) {
    context.log.info({ err: services }, "the form opens without the cloud's list of services");
    return undefined;
  }
  return {
    facts: { listed: listedServices(connection, services) },
    counts: (now) => connectionIn(now.values) === connection,
  };
}

async function readRules(
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  const rules = await rulesFor(state, person, context, { basis: basisIn(state), readsBudgets: true });
  const known = factsOf(state.facts);
  if (rules.approval === known.approval && rules.denial === known.denial) return undefined;
  return { facts: rules, counts: ({ values }) => values["size"] === state.values["size"] };
}

async function readPreset(state: FormState, context: ServicesContext): Promise<Finding> {
  const { preset: name } = state.values;
  const counts = ({ values }: FormState) => values["preset"] === name;
  return typeof name === "string"
    ? { ...(await fromPreset(name, context)), counts }
    : { facts: { preset: undefined }, counts };
}

function isPresetRead({ values: { preset }, facts }: FormState): boolean {
  return preset === undefined || preset === factsOf(facts).preset?.name;
}

/** False when reading them failed, or stopped with its process. */
function areBackupsRead({ values: { backupService }, facts }: FormState): boolean {
  const { backups } = factsOf(facts);
  return (
    backupService === undefined ||
    backupService === typed ||
    (backups?.serviceId === backupService && backups?.state === "read")
  );
}
