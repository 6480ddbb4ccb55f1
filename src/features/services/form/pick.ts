import { escapeName } from "../../../platform/blocks/escape.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { type ServiceRequestField, serviceRequestFields } from "../../../platform/cloud/services/request.ts";
import type { Choice, Fixed, FormField, FormState, FormValues } from "../../../platform/forms/form.ts";
import { type CreateFacts, factsOf } from "./facts.ts";
import { typeAnId } from "./steps/texts.ts";

/** The value of the option that lets a person type an id. */
export const typed = "typed";

/** A field of the request with an id that people pick by name from what the cloud lists. */
export interface Picked {
  field: ServiceRequestField & ("dataWarehouseId" | "byocId");
  /** The name of the select. */
  pick: string;
  label: string;
  help: string;
  /** The option for no id. */
  none: string;
  listed: (facts: CreateFacts) => readonly Choice[];
}

/** A select by name, and an input for the id when the list doesn't have it. */
export function pickedFields(picked: Picked): [FormField, FormField] {
  const { field, pick, label, help, none } = picked;
  const select: FormField = {
    name: pick,
    label,
    help,
    input: "select",
    optional: true,
    noneText: none,
    choices: (state) => [...choicesOf(picked, state), { value: typed, text: typeAnId }],
    shows: (state) => choicesOf(picked, state).length > 0 || chosenIn(state.values, pick) !== undefined,
    follows: (state) => `${choicesOf(picked, state).length}`,
  };
  const text = contractField(field, {
    input: "text",
    shows: (state) => {
      const chosen = chosenIn(state.values, pick);
      const given = state.values[field];
      const isEmpty = choicesOf(picked, state).length === 0;
      return chosen === typed || (chosen === undefined && (isEmpty || given !== undefined));
    },
  });
  return [select, text];
}

type Rest = Omit<FormField, "name" | "label" | "optional"> & Partial<Pick<FormField, "optional">>;

/** Makes a form field with the texts and limits that the contract gives the request's field. */
export function contractField(name: ServiceRequestField, rest: Rest): FormField {
  const { label, help, unit, deprecated, enterpriseOnly, min, max, maxLength } = serviceRequestFields[name];
  const marks = [
    ...(unit ? [unit] : []),
    ...(enterpriseOnly ? ["ENTERPRISE only"] : []),
    ...(deprecated ? ["deprecated"] : []),
  ];
  return {
    name,
    label: marks.length === 0 ? label : `${label} (${marks.join(", ")})`,
    help,
    optional: true,
    ...(rest.input === "number" ? { min, max } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...rest,
  };
}

/** Offers each value as a choice under its own name. */
export function plainChoices(values: readonly string[]): Choice[] {
  return values.map((value) => ({ value, text: value }));
}

/** Offers every value within a number's limits, each with its unit. */
export function stepsOf(name: ServiceRequestField, atLeast = -Infinity): Choice[] {
  const { min = 0, max = min, multipleOf = 1, unit = "" } = serviceRequestFields[name];
  const count = Math.floor((max - min) / multipleOf) + 1;
  return Array.from({ length: count }, (_, index) => min + index * multipleOf)
    .filter((value) => value >= atLeast)
    .map((value) => ({ value: String(value), text: `${value} ${unit}` }));
}

/** The id that a choice stands for. */
export function fixedByPick(picked: Picked, state: FormState): Record<string, Fixed> {
  const chosen = chosenIn(state.values, picked.pick);
  if (chosen === undefined || chosen === typed) return {};
  const text = choicesOf(picked, state).find(({ value }) => value === chosen)?.text ?? chosen;
  return { [picked.field]: { value: chosen, because: escapeName(text) } };
}

/** The values that show a request's id. */
export function pickedValues(
  { field, pick }: Pick<Picked, "field" | "pick">,
  request: FormValues,
): FormValues {
  const id = request[field];
  const isOption = id === undefined || chosenIn({ [pick]: id }, pick) !== undefined;
  return isOption ? { [pick]: id, [field]: undefined } : { [pick]: typed, [field]: id };
}

/** Undefined for what cannot be an option. */
function chosenIn(values: FormValues, pick: string): string | undefined {
  const value = values[pick];
  const isOption = typeof value === "string" && value !== "" && value.length <= limits.option.value;
  return isOption ? value : undefined;
}

/** What the list has, and the chosen id whatever it has. */
function choicesOf({ pick, listed }: Picked, { values, facts }: FormState): Choice[] {
  const chosen = chosenIn(values, pick);
  const known = [...listed(factsOf(facts))];
  const isKnown = chosen === undefined || chosen === typed || known.some(({ value }) => value === chosen);
  return isKnown ? known : [{ value: chosen, text: chosen }, ...known];
}
