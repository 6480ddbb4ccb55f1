import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { extended } from "../../../lib/cache.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { oneLine } from "../../../lib/text.ts";
import type { Person } from "../../../platform/access/effective-role.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { ServiceRequest, providers } from "../../../platform/cloud/services/request.ts";
import type { Finding, FormPerson, FormState, FormValues } from "../../../platform/forms/form.ts";
import { type KnownService, defaultNameOf } from "../../connections/index.ts";
import { readPriceBasis } from "../../costs/index.ts";
import { teamName } from "../../owners/index.ts";
import { formatApproval } from "../approval/message.ts";
import type { ServicesContext } from "../context.ts";
import { type Known, whyDeniedSoFar } from "../hard-limits/denied.ts";
import { readDetails, settingsToCopy } from "../list/details.ts";
import { copied } from "../list/texts.ts";
import { presetFieldsOf, readPresetFields } from "../presets/fields.ts";
import { placeNamed, placeWith } from "../wish/places.ts";
import { type CreateFacts, factsOf } from "./facts.ts";
import type { Place } from "./last-place.ts";
import { limitsAtOpening } from "./limits.ts";
import { connectionIn, ownerIn, requestIn, valuesOf } from "./request.ts";
import { firstSize, fixedBySize, isAllowed, keptBasis, sizeIn, sizeNames, sizeOf, sizes } from "./sizes.ts";
import * as texts from "./steps/texts.ts";
import { takenNames } from "./taken-name.ts";

/** One entry of a select undoes the choice. */
const shownChoices = limits.select.options - 1;

/** What a command or a button may give the form that it opens. */
export const Given = z.object({
  /** The name of a preset. */
  preset: z.string().optional(),
  /** A name for the new service. */
  name: z.string().optional(),
  /** The team that it will belong to. */
  team: z.string().optional(),
  /** What the new service is to be, as it was said. It counts more than a preset, and than the last place. */
  size: z.string().toLowerCase().pipe(z.enum(sizeNames)).optional(),
  replicas: z.number().int().optional(),
  region: z.string().optional(),
  provider: z.enum(providers).optional(),
  /** The memory of each replica, in GB. It counts more than a size. */
  memory: z.number().int().optional(),
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

/** What a program may say of a service that it proposes. */
export const NewService = Given.pick({
  name: true,
  preset: true,
  team: true,
  size: true,
  replicas: true,
  region: true,
  provider: true,
  memory: true,
});

/** Begins a form with its choices and with what was given. */
export async function begin(
  input: FormValues,
  context: ServicesContext,
  opener: Person,
): Promise<FormState & { step?: string }> {
  // What a button of another version gives may be unreadable here, and then counts as nothing.
  const given: Given = Given.safeParse(input).data ?? {};
  const listed = context.connections.list();
  const [connections, standard, presets, services, limited, lastPlace, start, team] = await Promise.all([
    listed,
    defaultNameOf({ chosen: () => context.connections.chosen(), list: () => listed }),
    context.presets.list(),
    context.services.list(),
    limitsAtOpening(opener, context),
    attempt(() => context.lastPlaces.find(opener.userId)),
    startOf(given, context),
    teamOf(given, context),
  ]);
  const facts: Partial<CreateFacts> = {
    connections: [
      ...new Set([standard, ...connections.flatMap(({ name, kind }) => (kind === "managed" ? [name] : []))]),
    ],
    presets: presets.map(({ name }) => name).slice(0, shownChoices),
    services: choicesOf(services, given.backup, standard),
    taken: takenNames(services),
    ...limited,
    backups: given.backup && notReadYet(given.backup),
    ...start?.facts,
  };
  const connection = connectionOf(services, given, standard);
  const before = lastPlace instanceof AppError ? {} : placeIn(lastPlace, facts.limits);
  const wished = wishedPlace(given, { ...before, ...givenOf(start?.values) });
  const filled = {
    connection,
    // The requester owns it, unless they say otherwise.
    ownerId: opener.userId,
    ...(team === undefined ? {} : { team }),
    ...before,
    ...givenOf(start?.values),
    ...wished.values,
    ...(given.replicas === undefined ? {} : { numReplicas: given.replicas }),
    ...(given.memory === undefined ? {} : memoryOf(given.memory)),
    ...(given.name === undefined ? {} : { name: given.name }),
    ...(given.backup ? { backupService: given.backup.serviceId, backupId: given.backup.backupId } : {}),
  };
  const wishedSize =
    given.size && given.memory === undefined && isAllowed(given.size, { values: filled, facts })
      ? given.size
      : undefined;
  facts.unfilled = [
    ...(wished.why === undefined ? [] : [wished.why]),
    ...(given.size && given.memory === undefined && !wishedSize
      ? [texts.sizeBeyond(sizes[given.size].label)]
      : []),
  ];
  const notes = [
    ...(given.note === undefined ? [] : [given.note]),
    ...facts.unfilled,
    ...(given.replicas === undefined ? [] : [texts.withReplicas(given.replicas)]),
  ];
  const size =
    wishedSize ??
    ((start || given.memory !== undefined) && "minReplicaMemoryGb" in filled
      ? sizeOf(filled)
      : start && given.preset !== undefined
        ? sizeOf(filled)
        : firstSize({ values: filled, facts }));
  const values = { ...start?.values, ...filled, size };
  if (notes.length > 0) facts.note ??= notes.map(escapeSentence).join("\n");
  // A service from a backup has more to decide.
  if (given.backup) return { values, facts, step: "basics" };
  const known = extended(context, { services: extended(context.services, { list: async () => services }) });
  const basis = await keptBasis(connection, known);
  const state = { values: { ...initial, ...values }, facts: { ...facts, basis } };
  const rules = await attempt(() => rulesAtOpening(state, opener, context));
  return { values, facts: { ...state.facts, ...(rules instanceof AppError ? {} : rules) } };
}

/** The given team, or that of the service that the new one begins as. */
async function teamOf(
  { team, backup, copy }: Given,
  { owners }: ServicesContext,
): Promise<string | undefined> {
  const source = copy ?? backup?.serviceId;
  if (team !== undefined || source === undefined) return team;
  const known = await owners.of(source);
  return known?.team && teamName(known.team);
}

/** The wished place as values of the form, or what to say of it. A provider without a region asks for that. */
function wishedPlace({ provider, region }: Given, before: FormValues): { values: FormValues; why?: string } {
  const place = placeWith(provider, region);
  if (place === "") return { values: {} };
  const found = placeNamed(place, before["provider"] ?? initial.provider);
  if ("why" in found)
    return {
      values: { ...(found.provider && { provider: found.provider }), region: undefined },
      why: found.why,
    };
  return { values: found };
}

/** Replicas of just this memory. */
function memoryOf(gb: number): FormValues {
  return { minReplicaMemoryGb: gb, maxReplicaMemoryGb: gb };
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

/** The rules for what the first screen holds. A form must open without them. */
async function rulesAtOpening(
  state: FormState,
  { userId, channelId }: FormPerson,
  context: ServicesContext,
): Promise<Rules> {
  const fixed = Object.entries(fixedBySize(state)).map(([field, { value }]) => [field, value]);
  const values = { ...state.values, ...Object.fromEntries(fixed) };
  return rulesFor({ ...state, values }, { userId, channelId }, context);
}

/** Opens a form that was asked for with anything in it beside an existing draft, with a note on how to continue that. */
export function beside(
  input: FormValues,
  { values: { name } }: Pick<FormState, "values">,
): FormValues | undefined {
  if (Object.keys(Given.safeParse(input).data ?? {}).length === 0) return undefined;
  const called = typeof name === "string" && name !== "" ? oneLine(name) : undefined;
  return { ...input, note: texts.besideDraft(called) };
}

/** Fills in what a preset says, and reports what is no longer allowed. Fails as missing. */
export async function fromPreset(name: string, { presets }: ServicesContext): Promise<FormState> {
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

/** What the rules of the workspace say about a filled-in form. */
type Rules = Pick<CreateFacts, "approval" | "denial">;

/** Who must approve a filled-in form, and why the hard limits deny it, at the price that the form shows. */
export async function rulesFor(
  state: Pick<FormState, "values" | "facts">,
  person: FormPerson,
  context: ServicesContext,
  known: Known = {},
): Promise<Rules> {
  const request = requestIn(state.values);
  if (!request) return { approval: undefined, denial: undefined };
  const wanted = { request, connection: connectionIn(state.values), owner: ownerIn(state.values) };
  const [approval, denial] = await Promise.all([
    formatApproval(state, person, context, known.basis),
    whyDeniedSoFar(wanted, context, known),
  ]);
  return { approval, denial };
}

/** Reads the basis of prices, and who must approve at such a price. */
export async function readPrices(
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  const connection = connectionIn(state.values);
  const basis = await readPriceBasis(connection, context);
  // A rule of approval may depend on the price.
  const rules = await rulesFor(state, person, context, { basis, readsBudgets: true });
  const known = factsOf(state.facts);
  const before = { basis: known.basis, approval: known.approval, denial: known.denial };
  if (isDeepStrictEqual({ basis, ...rules }, before)) return undefined;
  return {
    facts: { basis, ...rules },
    counts: (now) => hasSameRules(now, state),
  };
}

/** True if two states of a form have the same of all that its price and its rules depend on. */
export function hasSameRules(one: Pick<FormState, "values">, other: Pick<FormState, "values">): boolean {
  return isDeepStrictEqual(ruled(one.values), ruled(other.values));
}

function ruled(values: FormValues): unknown {
  return [connectionIn(values), values["size"], sizeIn(values), values["team"]];
}
