import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { AppError, attempt } from "../../../lib/errors.ts";
import { oneLine } from "../../../lib/text.ts";
import type { Person } from "../../../platform/access/effective-role.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import type { Finding, FormPerson, FormState, FormValues } from "../../../platform/forms/form.ts";
import { defaultNameOf, type KnownService } from "../../connections/index.ts";
import { formatEstimate, keptComputeRate, findComputeRate, type RateFinding } from "../../costs/index.ts";
import { formatApproval } from "../approval/message.ts";
import type { ServicesContext } from "../context.ts";
import { presetFieldsOf, readPresetFields } from "../presets/fields.ts";
import { readBackups } from "../restore/read-backups.ts";
import { type CreateFacts, factsOf } from "./facts.ts";
import { limitsAtOpening, limitsNow } from "./limits.ts";
import { connectionIn, requestIn, valuesOf } from "./request.ts";
import { listedServices, takenNames } from "./taken-name.ts";

/** One entry of a select undoes the choice. */
const shownChoices = limits.select.options - 1;

/** What a command or a button may give the form that it opens. */
export const Given = z.object({
  /** The name of a preset. */
  preset: z.string().optional(),
  /** A name for the new service. */
  name: z.string().optional(),
  /** A sentence above the form, with code between backticks. */
  note: z.string().optional(),
  /** A backup to start from. */
  backup: z.object({ serviceId: z.string(), serviceName: z.string(), backupId: z.string() }).optional(),
});
export type Given = z.output<typeof Given>;

/** Begins a form with its choices and with what was given. */
export async function begin(input: FormValues, context: ServicesContext, opener: Person): Promise<FormState> {
  // What a button of another version gives may be unreadable here, and then counts as nothing.
  const given: Given = Given.safeParse(input).data ?? {};
  const [connections, standard, presets, services, limited, start] = await Promise.all([
    context.connections.list(),
    defaultNameOf(context.connections),
    context.presets.list(),
    context.services.list(),
    limitsAtOpening(opener, context),
    given.preset === undefined ? undefined : fromPreset(given.preset, context),
  ]);
  const facts: Partial<CreateFacts> = {
    connections: [
      ...new Set([standard, ...connections.flatMap(({ name, kind }) => (kind === "managed" ? [name] : []))]),
    ],
    presets: presets.map(({ name }) => name).slice(0, shownChoices),
    services: choicesOf(services, given.backup, standard),
    taken: takenNames(services),
    ...limited,
    note: given.note && escapeSentence(given.note),
    backups: given.backup && notReadYet(given.backup),
    ...start?.facts,
  };
  const values = {
    connection: connectionOf(services, given.backup, standard),
    ...start?.values,
    ...(given.name === undefined ? {} : { name: given.name }),
    ...(given.backup ? { backupService: given.backup.serviceId, backupId: given.backup.backupId } : {}),
  };
  return { values, facts };
}

/** Opens a form from a backup or a preset beside an existing draft, with a note on how to continue the draft. */
export function beside(
  input: FormValues,
  { values: { name } }: Pick<FormState, "values">,
): FormValues | undefined {
  const { preset, backup } = Given.safeParse(input).data ?? {};
  if (preset === undefined && backup === undefined) return undefined;
  const what = typeof name === "string" && name !== "" ? `“${oneLine(name)}”` : "an unfinished service";
  return { ...input, note: `Your draft of ${what} stays as it is: \`/db create\` goes on with it.` };
}

/** Fills in what a preset says, and reports what is no longer allowed. Fails as missing. */
async function fromPreset(name: string, { presets }: ServicesContext): Promise<FormState> {
  const preset = await presets.find(name);
  const { request, problems } = readPresetFields(preset.fields);
  const facts: Partial<CreateFacts> = {
    preset: { name: preset.name, problems: problems.map(({ message }) => message) },
  };
  // A preset never holds these fields, so what the person typed there stays.
  const filled = presetFieldsOf(valuesOf(request));
  return { values: { ...filled, preset: preset.name, openToWorld: undefined }, facts };
}

/** A service from a backup is created where the backup is. */
function connectionOf(services: readonly KnownService[], backup: Given["backup"], standard: string): string {
  return services.find(({ serviceId }) => serviceId === backup?.serviceId)?.connection ?? standard;
}

/** Offers all known services, and the given one even if it is not known. */
function choicesOf(
  services: readonly KnownService[],
  given: Given["backup"],
  standard: string,
): CreateFacts["services"] {
  const known = services.map(({ name, serviceId, connection }) => ({
    value: serviceId,
    text: name,
    connection,
  }));
  if (!given) return known;
  const { serviceId: value, serviceName: text } = given;
  const own = known.find((each) => each.value === value) ?? { value, text, connection: standard };
  return [own, ...known.filter((each) => each !== own)];
}

/** Offers the given backup until the backups are read. */
function notReadYet({ serviceId, backupId }: NonNullable<Given["backup"]>): CreateFacts["backups"] {
  const choices = [{ value: backupId, text: `The backup ${backupId.slice(0, 8)} you chose` }];
  return { serviceId, choices, state: "reading" };
}

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
  const services = await attempt(() => context.servicesSince(connection, since));
  if (services instanceof AppError) {
    context.log.info({ err: services }, "the form does without the cloud's list of services");
    return undefined;
  }
  return {
    facts: { listed: listedServices(connection, services) },
    counts: (now) => connectionIn(now.values) === connection,
  };
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
  const finding = await findComputeRate(partsOf(state, context), connectionIn(state.values));
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
  const request = requestIn(values);
  return request && formatEstimate({ request, finding, adminRate });
}

function partsOf(state: FormState, context: ServicesContext) {
  const { services, computeRates, now } = context;
  return { cloud: context.cloudOf(connectionIn(state.values)), services, computeRates, now };
}
