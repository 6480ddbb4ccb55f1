import * as fc from "fast-check";
import type { Form, FormField, FormState } from "../../src/platform/forms/form.ts";
import { effective, fieldsOf, shownFields, stepNamed } from "../../src/platform/forms/state.ts";
import type { Draft } from "../../src/platform/forms/drafts.ts";

const words = fc.constantFrom("", " ", "orders", "café ☕", "a".repeat(60), "<!channel> & *x*", "line\nline");

/** Any value of a draft's field, valid or not, as an older version of the form may have left it. */
function anyValue(): fc.Arbitrary<unknown> {
  return fc.oneof(
    words,
    fc.constantFrom<unknown[]>(undefined, true, false, 0, 7, 16, 64, 1e9, 0.5, "aws", "azure", "production"),
    fc.string({ maxLength: 4000 }),
    fc.constant("203.0.113.0/24 office\n".repeat(140)),
    fc.constant("0.0.0.0/0\n::/0 all"),
  );
}

/** A draft with any value in every field, at any step. */
export function anyDraft(form: Form, facts: fc.Arbitrary<Draft["facts"]>): fc.Arbitrary<Partial<Draft>> {
  const names = form.steps.flatMap(fieldsOf).map(({ name }) => name);
  return fc.record({
    step: fc.constantFrom(...form.steps.map(({ name }) => name)),
    values: fc.dictionary(fc.constantFrom(...names), anyValue()),
    facts,
    filling: fc.nat(3),
  });
}

/** Well-typed values for a field in its present state. Some are missing or invalid. */
function answerTo(field: FormField, state: FormState): fc.Arbitrary<unknown> {
  const nothing = fc.constant<unknown>(undefined);
  switch (field.input) {
    case "toggle":
      return fc.constantFrom<unknown[]>(true, field.initial === true ? false : undefined);
    case "number":
      return fc.oneof(nothing, fc.integer({ min: field.min ?? 0, max: Math.min(field.max ?? 600, 600) }));
    case "select": {
      const choices = (field.choices?.(state) ?? []).map(({ value }) =>
        field.numeric ? Number(value) : value,
      );
      return choices.length === 0 ? nothing : fc.oneof(nothing, fc.constantFrom<unknown[]>(...choices));
    }
    case "many":
      return fc.subarray((field.choices?.(state) ?? []).map(({ value }) => value));
    case "person":
      return fc.constantFrom<unknown[]>(undefined, "U0ADAPARK1");
    case "channel":
      return fc.constantFrom<unknown[]>(undefined, "C0ALERTS01");
    case "text":
    case "lines":
      return fc.oneof({ weight: 2, arbitrary: nothing }, { weight: 3, arbitrary: textFor(field.name) });
  }
}

const uuidText = fc.uuid();

/** Texts that escaping, cutting or a change of direction could alter. */
const hardToShow = fc.constantFrom(
  "two  spaces",
  "right to \u202eleft",
  "a\u00a0blank, a\ttab",
  "`code` *bold* _slanted_ ~gone~ <!channel> <@U1> https://example.com",
  "&".repeat(2_000),
  "family 👨‍👩‍👧 ".repeat(150),
);

function textFor(name: string): fc.Arbitrary<unknown> {
  const special: Record<string, fc.Arbitrary<string>> = {
    name: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ]{0,48}$/),
    ipAccessList: addressLines(),
    endpoints: fc.constantFrom("mysql on", "mysql off", "mysql", "mysql on\nnative off"),
    dataWarehouseId: uuidText,
    typedBackup: uuidText,
    expiresOn: fc.constantFrom("2099-12-31", "2100-02-28"),
    byocId: uuidText,
    privateEndpointIds: fc.constantFrom("pe-1", "pe-1\npe-2"),
  };
  return special[name] ?? fc.oneof({ weight: 4, arbitrary: fc.string({ maxLength: 80 }) }, hardToShow);
}

function addressLines(): fc.Arbitrary<string> {
  const address = fc.oneof(
    fc.ipV4Extended().filter((text) => /^\d+(\.\d+){3}$/.test(text)),
    fc.tuple(fc.ipV4(), fc.nat(32)).map(([ip, prefix]) => `${ip}/${prefix}`),
    fc.ipV6(),
    fc.constant("0.0.0.0/0"),
  );
  const description = fc.constantFrom("", " office", " <b>& `x` *y*", " café", ` ${"<".repeat(700)}`);
  return fc
    .array(fc.tuple(address, description), { minLength: 1, maxLength: 6 })
    .map((lines) => lines.map((parts) => parts.join("")).join("\n"));
}

/** A draft as a person makes it: step by step, with a value for each field in its state at that time. */
export function filledDraft(form: Form, start: Draft): fc.Arbitrary<Draft> {
  return fc.gen().map((draw) => {
    let draft = start;
    for (const { name: step } of form.steps) {
      const answered = new Set<string>();
      for (;;) {
        const state = effective(form, draft);
        const next = shownFields(form, draft, stepNamed(form, draft, step)).find(
          ({ name }) => !answered.has(name),
        );
        if (!next) break;
        answered.add(next.name);
        const value = draw(() => answerTo(next, state));
        draft = { ...draft, values: { ...draft.values, [next.name]: value } };
      }
    }
    return { ...draft, step: form.steps.at(-1)?.name ?? "" };
  });
}

// A person corrects an invalid value, but not forever.
const mostAttempts = 30;

/** The same, with invalid fields corrected until all are valid. */
export function mendedDraft(
  form: Form,
  start: Draft,
  wrong: (draft: Draft) => string[],
): fc.Arbitrary<Draft> {
  return fc.tuple(filledDraft(form, start), fc.gen()).map(([filled, draw]) => {
    let draft = filled;
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      const names = new Set(wrong(draft));
      if (names.size === 0) return draft;
      const state = effective(form, draft);
      const again = form.steps
        .flatMap(fieldsOf)
        .filter(({ name }) => names.has(name))
        .map((field) => [field.name, draw(() => answerTo(field, state))] as const);
      draft = { ...draft, values: { ...draft.values, ...Object.fromEntries(again) } };
    }
    throw new Error(`Still invalid: ${wrong(draft).join(", ")}.`);
  });
}
