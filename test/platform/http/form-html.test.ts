import { expect, test } from "vitest";
import type { FormField, FormProblem, FormSection } from "../../../src/platform/forms/form.ts";
import { formMarkup, sentValues } from "../../../src/platform/http/form-html.ts";

const kind: FormField = {
  name: "kind",
  label: "Which kind?",
  input: "select",
  optional: false,
  initial: "dog",
  choices: () => [
    { value: "dog", text: "A dog", help: "It barks." },
    { value: "cat", text: "A cat", help: "It does not." },
  ],
};
const line = (name: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label: `The ${name}`,
  help: "Some help.",
  input: "text",
  optional: false,
  ...more,
});
const sections: FormSection[] = [
  { fields: [kind] },
  {
    title: "More",
    fields: [
      line("name"),
      line("bark", { shows: ({ values }) => values["kind"] === "dog" }),
      line("code", { secret: true, format: "password" }),
      line("wings", { shows: ({ values }) => values["kind"] === "bird" }),
    ],
  },
];

async function drawn(values: Record<string, unknown>, problems: FormProblem[] = []): Promise<string> {
  return String(await formMarkup(sections, { values, facts: {} }, problems));
}

test("a section is named by its title, or by its first field", async () => {
  const html = await drawn({ kind: "dog" });
  expect([...html.matchAll(/<legend>(.*?)<\/legend>/g)].map(([, name]) => name)).toEqual([
    "Which kind?",
    "More",
  ]);
});

test("the selected choice is checked", async () => {
  expect(await drawn({ kind: "cat" })).toMatch(/value="cat"\s+checked/);
});

test("a field that one choice shows has that choice's class, and one that no choice shows is left out", async () => {
  const html = await drawn({ kind: "cat" });
  expect(html).toMatch(/<div class="field only-dog">\s*<label for="bark">/);
  expect(html).toMatch(/<div class="field">\s*<label for="name">/);
  expect(html).not.toContain("wings");
});

test("a value is escaped, and a secret is not sent to the page", async () => {
  const html = await drawn({ kind: "dog", name: '"><b>', code: "hunter2" });
  expect(html).toContain('value="&quot;&gt;&lt;b&gt;"');
  expect(html).not.toContain("hunter2");
});

test("each problem is shown at its field, and the first of these fields has the focus", async () => {
  const html = await drawn({ kind: "dog" }, [
    { field: "code", message: "Type it." },
    { field: "name", message: "Give one." },
  ]);
  expect(html.match(/aria-invalid/g)).toHaveLength(2);
  expect(html).toContain('aria-describedby="name-error name-help"');
  expect(html).toContain('<span class="error" id="code-error">Type it.</span>');
  expect(html.match(/id="(\w+)"[^>]*autofocus/)?.[1]).toBe("name");
});

test("sent values are trimmed, and a select takes offered choices only", () => {
  const fields = sections.flatMap((section) => section.fields);
  expect(sentValues(fields, { kind: "bird", name: " Rex ", other: "x" })).toEqual({
    kind: "dog",
    name: "Rex",
    bark: "",
    code: "",
    wings: "",
  });
});
