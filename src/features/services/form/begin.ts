import { defaultNameOf, type KnownService } from "../../connections/index.ts";
import { z } from "zod";
import type { Person } from "../../../platform/access/effective-role.ts";
import type { ServicesContext } from "../context.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { oneLine } from "../../../lib/text.ts";
import type { FormState, FormValues } from "../../../platform/forms/form.ts";
import type { CreateFacts } from "./facts.ts";
import { valuesOf } from "./request.ts";
import { takenNames } from "./taken-name.ts";
import { limitsAtOpening } from "./limits.ts";
import { presetFieldsOf, readPresetFields } from "../presets/fields.ts";

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
    ...(given.note === undefined ? {} : { note: escapeSentence(given.note) }),
    ...(given.backup === undefined ? {} : { backups: notReadYet(given.backup) }),
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
export async function fromPreset(name: string, { presets }: ServicesContext): Promise<FormState> {
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
