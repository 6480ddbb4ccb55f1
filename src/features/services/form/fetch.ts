import { formatEstimate, keptComputeRate, lookUpComputeRate, type RateFinding } from "../../costs/index.ts";
import { isDeepStrictEqual } from "node:util";
import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Finding, FormPerson, FormState } from "../../../platform/forms/form.ts";
import { fromPreset } from "./begin.ts";
import { factsOf } from "./facts.ts";
import { readBackups } from "../restore/read-backups.ts";
import { connectionIn, readRequest } from "./request.ts";
import { listedServices, takenNames } from "./taken-name.ts";
import { formatApproval } from "../approval/message.ts";
import { limitsNow } from "./limits.ts";

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
  if (step !== "review") return { facts: limited };
  const kept = await keptComputeRate(partsOf(state, context), connectionIn(state.values));
  const approval = await formatApproval(state, person, context);
  return { facts: { ...limited, estimate: estimate(state, kept, context), approval, savedAs: undefined } };
}

/** Reads what takes a while: a preset, a service's backups or the estimate. */
export async function fetchFacts(
  about: string,
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  if (about === "preset") return readPreset(state, context);
  if (about === "backupService") return readBackups(state, context);
  if (about === "review") return readEstimate(state, context, person);
  if (about !== "" && about !== "basics") return undefined;
  if (!isPresetRead(state)) return readPreset(state, context);
  return areBackupsRead(state) ? undefined : readBackups(state, context);
}

// Forms that open together share one request.
const listCachedForMs = 5_000;

/** Reads the names of the services that the cloud lists; undefined when it does not answer. */
export async function fetchAside(
  about: string,
  { values }: FormState,
  context: ServicesContext,
): Promise<Finding | undefined> {
  if (about !== "" && about !== "basics" && about !== "connection") return undefined;
  const connection = connectionIn(values);
  const since = new Date(context.now().getTime() - listCachedForMs);
  try {
    const services = await context.servicesSince(connection, since);
    return {
      facts: { listed: listedServices(connection, services) },
      counts: (now) => connectionIn(now.values) === connection,
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    context.log.info({ err: error }, "the form does without the cloud's list of services");
    return undefined;
  }
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
  return backupService === undefined || (backups?.serviceId === backupService && backups?.state === "read");
}

async function readEstimate(
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  const finding = await lookUpComputeRate(partsOf(state, context), connectionIn(state.values));
  const found = estimate(state, finding, context);
  // A rule of approval may depend on the price, which the rate makes known.
  const approval = await formatApproval(state, person, context);
  const known = factsOf(state.facts);
  if (found === known.estimate && approval === known.approval) return undefined;
  return {
    facts: { estimate: found, approval },
    counts: ({ values }) => isDeepStrictEqual(values, state.values),
  };
}

function estimate(
  { values }: FormState,
  finding: RateFinding | undefined,
  { computeCreditsPerGbHour: adminRate }: ServicesContext,
): string | undefined {
  const request = ServiceRequest.safeParse(readRequest(values).request);
  return request.success ? formatEstimate({ request: request.data, finding, adminRate }) : undefined;
}

function partsOf(state: FormState, context: ServicesContext) {
  const { services, computeRates, now } = context;
  return { cloud: context.cloudOf(connectionIn(state.values)), services, computeRates, now };
}
