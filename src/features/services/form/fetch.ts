import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { AppError, attempt } from "../../../lib/errors.ts";
import { oneLine } from "../../../lib/text.ts";
import type { Person } from "../../../platform/access/effective-role.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import type { Finding, FormPerson, FormState, FormValues } from "../../../platform/forms/form.ts";
import { defaultNameOf, type KnownService } from "../../connections/index.ts";
import {
  type RateFinding,
  findComputeRate,
  formatEstimate,
  formatMonthly,
  keptComputeRate,
} from "../../costs/index.ts";
import { formatApproval } from "../approval/message.ts";
import type { ServicesContext } from "../context.ts";
import { presetFieldsOf, readPresetFields } from "../presets/fields.ts";
import { readBackups } from "../restore/read-backups.ts";
import { readDetails, settingsToCopy } from "../list/details.ts";
import { copied } from "../list/texts.ts";
import { type CreateFacts, factsOf } from "./facts.ts";
import { limitsAtOpening, limitsNow } from "./limits.ts";
import { connectionIn, requestIn, valuesOf } from "./request.ts";
import { typed } from "./pick.ts";
import { fixedBySize, firstSize, memoryValues, sizeNames, sizeOf, sizes } from "./sizes.ts";
import type { Place } from "./last-place.ts";
import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { listedServices, takenNames } from "./taken-name.ts";
import * as texts from "./texts.ts";

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
  backup: z
    .object({ serviceId: z.string(), serviceName: z.string(), backupId: z.string().optional() })
    .optional(),
  /** The id of a known service to copy the settings of. */
  copy: z.string().optional(),
});
export type Given = z.output<typeof Given>;

/** Begins a form with its choices and with what was given. */
export async function begin(
  input: FormValues,
  context: ServicesContext,
  opener: Person,
): Promise<FormState & { step?: string }> {
  // What a button of another version gives may be unreadable here, and then counts as nothing.
  const given: Given = Given.safeParse(input).data ?? {};
  const [connections, standard, presets, services, limited, place, start] = await Promise.all([
    context.connections.list(),
    defaultNameOf(context.connections),
    context.presets.list(),
    context.services.list(),
    limitsAtOpening(opener, context),
    attempt(() => context.lastPlaces.find(opener.userId)),
    startOf(given, context),
  ]);
  const facts: Partial<CreateFacts> = {
    connections: [
      ...new Set([standard, ...connections.flatMap(({ name, kind }) => (kind === "managed" ? [name] : []))]),
    ],
    presets: presets.map(({ name }) => name).slice(0, shownChoices),
    services: choicesOf(services, given.backup, standard),
    taken: takenNames(services),
    ...limited,
    ...(given.note === undefined ? {} : { note: escapeSentence(given.note) }),
    backups: given.backup && notReadYet(given.backup),
    ...start?.facts,
  };
  const connection = connectionOf(services, given, standard);
  const filled = {
    connection,
    ...(place instanceof AppError ? {} : placeIn(place, facts.limits)),
    ...givenOf(start?.values),
    ...(given.name === undefined ? {} : { name: given.name }),
    ...(given.backup ? { backupService: given.backup.serviceId, backupId: given.backup.backupId } : {}),
  };
  const size =
    start && "minReplicaMemoryGb" in filled
      ? sizeOf(filled)
      : start && given.preset !== undefined
        ? sizeOf(filled)
        : firstSize({ values: filled, facts });
  const values = { ...start?.values, ...filled, size };
  // A service from a backup has more to decide.
  if (given.backup) return { values, facts, step: "basics" };
  const prices = await keptPrices(connection, context);
  const state = { values: { ...initial, ...values }, facts: { ...facts, prices } };
  const approval = await attempt(() => approvalOf(state, opener, context));
  return { values, facts: { ...state.facts, ...(approval instanceof AppError ? {} : { approval }) } };
}

/** What the steps begin with. */
const initial = { provider: "aws" };

function givenOf(values: FormValues = {}): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The last place, if the person's role may use it. */
function placeIn(place: Place | undefined, allowed: CreateFacts["limits"]): Partial<Place> {
  if (!place) return {};
  const { providers: providersAllowed, regions: regionsAllowed } = allowed ?? {};
  const isAllowed =
    (providersAllowed?.includes(place.provider) ?? true) && (regionsAllowed?.includes(place.region) ?? true);
  return isAllowed && ServiceRequest.safeParse(place).success ? place : {};
}

type Prices = CreateFacts["prices"];

/** The price of each size at a rate. Undefined without a rate. */
function pricesAt(
  finding: RateFinding | undefined,
  { computeCreditsPerGbHour: adminRate }: ServicesContext,
): Prices {
  const priced = sizeNames.flatMap((name) => {
    const price = formatMonthly({ request: sizes[name], finding, adminRate });
    return price === undefined ? [] : [[name, price] as const];
  });
  return priced.length === 0 ? undefined : Object.fromEntries(priced);
}

async function keptPrices(connection: string, context: ServicesContext): Promise<Prices> {
  const kept = await attempt(() => keptComputeRate(context, connection));
  return kept instanceof AppError ? undefined : pricesAt(kept, context);
}

/** Who must approve what the first screen holds. A form must open without it. */
async function approvalOf(
  state: FormState,
  { userId, channelId }: FormPerson,
  context: ServicesContext,
): Promise<string | undefined> {
  const fixed = Object.entries(fixedBySize(state)).map(([field, { value }]) => [field, value]);
  const values = { ...state.values, ...Object.fromEntries(fixed) };
  return formatApproval({ ...state, values }, { userId, channelId }, context);
}

/** Opens a form from a backup or a preset beside an existing draft, with a note on how to continue the draft. */
export function beside(
  input: FormValues,
  { values: { name } }: Pick<FormState, "values">,
): FormValues | undefined {
  const { preset, backup, copy } = Given.safeParse(input).data ?? {};
  if (preset === undefined && backup === undefined && copy === undefined) return undefined;
  const called = typeof name === "string" && name !== "" ? oneLine(name) : undefined;
  return { ...input, note: texts.besideDraft(called) };
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
  return { values: { ...filled, size: "custom", preset: preset.name, openToWorld: undefined }, facts };
}

/** A service from a backup is created where the backup is, and a copy where the original is. */
function connectionOf(services: readonly KnownService[], { backup, copy }: Given, standard: string): string {
  return services.find(({ serviceId }) => serviceId === (backup?.serviceId ?? copy))?.connection ?? standard;
}

async function startOf({ preset, copy }: Given, context: ServicesContext): Promise<FormState | undefined> {
  if (preset !== undefined) return fromPreset(preset, context);
  return copy === undefined ? undefined : fromService(copy, context);
}

/** Fills in the settings of a service, as its cloud says them. */
async function fromService(serviceId: string, context: ServicesContext): Promise<FormState> {
  const service = await context.services.find(serviceId);
  const { details } = await readDetails(service, context);
  const { request } = readPresetFields(settingsToCopy(details));
  const isKnown = Object.keys(request).length > 0;
  const note = escapeSentence(copied(service.name, isKnown));
  return { values: isKnown ? presetFieldsOf(valuesOf(request)) : {}, facts: { note } };
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
  const choices = backupId === undefined ? [] : [{ value: backupId, text: texts.chosenBackup(backupId) }];
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
  if (step === "start") {
    const size = { size: sizeOf(state.values) };
    const approval = await formatApproval(state, person, context);
    return { values: size, facts: { ...limited, approval } };
  }
  const values = memoryValues(state);
  if (step !== "review") return { values, facts: limited };
  const kept = await keptComputeRate(partsOf(state, context), connectionIn(state.values));
  const approval = await formatApproval(state, person, context);
  const found = estimate(state, kept, context);
  return { values, facts: { ...limited, estimate: found, approval, savedAs: undefined } };
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
  if (about !== "" && about !== "start" && about !== "basics") return undefined;
  if (!isPresetRead(state)) return readPreset(state, context);
  return areBackupsRead(state) ? undefined : readBackups(state, context);
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
    ...(about === "size" ? [readApproval(state, context, person)] : []),
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

async function readPrices(
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  const connection = connectionIn(state.values);
  const finding = await findComputeRate(partsOf(state, context), connection);
  const prices = pricesAt(finding, context);
  const known = factsOf(state.facts);
  // A rule of approval may depend on the price.
  const approval = await formatApproval(state, person, context);
  if (isDeepStrictEqual(prices, known.prices) && approval === known.approval) return undefined;
  return {
    facts: { prices, approval },
    counts: (now) => connectionIn(now.values) === connection && now.values["size"] === state.values["size"],
  };
}

async function readApproval(
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  const approval = await formatApproval(state, person, context);
  if (approval === factsOf(state.facts).approval) return undefined;
  return { facts: { approval }, counts: ({ values }) => values["size"] === state.values["size"] };
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
