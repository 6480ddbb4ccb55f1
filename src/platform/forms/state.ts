import type { Fixed, Form, FormFacts, FormField, FormState, FormStep, FormValues } from "./form.ts";

/** Reads the same facts once: while a view is drawn, each field may ask for them. */
export function readOnce<Read>(read: (facts: FormFacts) => Read): (facts: FormFacts) => Read {
  const known = new WeakMap<FormFacts, { value: Read }>();
  return (facts) => {
    const found = known.get(facts) ?? { value: read(facts) };
    known.set(facts, found);
    return found.value;
  };
}

/** Reads the same values and facts of a form once. Nothing changes them in place. */
function readOnceOf<Read>(
  read: (form: Form, state: FormState) => Read,
): (form: Form, state: FormState) => Read {
  const known = new WeakMap<FormValues, { form: Form; facts: FormFacts; value: Read }>();
  return (form, { values, facts }) => {
    const found = known.get(values);
    if (found?.form === form && found.facts === facts) return found.value;
    const value = read(form, { values, facts });
    known.set(values, { form, facts, value });
    return value;
  };
}

/** The fields with a value that other choices fix, and why. */
export const fixedIn = readOnceOf((form, state): Record<string, Fixed> => form.fixed?.(state) ?? {});

/** Enough for every chain of "shows if another shows". */
const passes = 5;

/**
 * The part of a state that counts: values of visible fields, and fixed ones. Hidden values stay in the draft, and
 * count when their field shows again.
 */
export const effective = readOnceOf((form, { values, facts }): FormState => {
  const fixed = Object.entries(fixedIn(form, { values, facts })).map(([name, { value }]) => [name, value]);
  let state: FormState = { values: { ...values, ...Object.fromEntries(fixed) }, facts };
  let shown = "";
  for (let pass = 0; pass < passes; pass += 1) {
    const fields = shownIn(form, state);
    const counting = fields.filter((field) => isOffered(field, values[field.name], state));
    const names = counting.map(({ name }) => name);
    if (names.join() === shown) break;
    shown = names.join();
    const counted = names.map((name) => [name, values[name]] as const).filter(([, value]) => isGiven(value));
    state = { values: { ...Object.fromEntries(counted), ...Object.fromEntries(fixed) }, facts };
  }
  return state;
});

/** False for a remembered choice that is not offered now. */
export function isOffered({ keepsChoice, choices }: FormField, value: unknown, state: FormState): boolean {
  if (!keepsChoice || !isGiven(value)) return true;
  return choices?.(state).some((choice) => choice.value === String(value)) ?? true;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== "";
}

/** The visible steps. */
export function shownSteps(form: Form, state: FormState): FormStep[] {
  const counted = effective(form, state);
  return form.steps.filter(({ shows }) => shows?.(counted) ?? true);
}

/** A draft's step. If it is no longer visible, the first that is counted. */
export function stepNamed(form: Form, state: FormState, name: string): FormStep {
  const steps = shownSteps(form, state);
  return steps.find((step) => step.name === name) ?? steps.find(({ finish }) => !finish) ?? form.steps[0];
}

/** The visible fields of one step, or of all. */
export function shownFields(form: Form, state: FormState, step?: FormStep): FormField[] {
  return shownIn(form, effective(form, state), step);
}

/** The step with a field. Of two, the later one, because the earlier one is the short way. */
export function stepOf(form: Form, field: string): FormStep | undefined {
  return form.steps.findLast((step) => fieldsOf(step).some(({ name }) => name === field));
}

/** Every field of a step, visible or not. */
export function fieldsOf({ sections }: Pick<FormStep, "sections">): FormField[] {
  return sections.flatMap(({ fields }) => fields);
}

/** A field's trimmed text. "" if it is empty. */
export function textIn(values: FormValues, field: string): string {
  const value = values[field];
  return typeof value === "string" ? value.trim() : "";
}

/** The first values of a form: the given ones, and the fields' own. */
export function startingValues(form: Form, given: FormValues): FormValues {
  const initial = form.steps
    .flatMap(fieldsOf)
    .flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial] as const]));
  return { ...Object.fromEntries(initial), ...given };
}

function shownIn(form: Form, counted: FormState, only?: FormStep): FormField[] {
  return form.steps
    .filter((step) => step === (only ?? step))
    .filter(({ shows }) => shows?.(counted) ?? true)
    .flatMap(fieldsOf)
    .filter(({ shows }) => shows?.(counted) ?? true);
}
