/** The values of a template's variables. An absent one is written as nothing. */
export type Variables = Readonly<Record<string, string | number | undefined>>;

const tag = /(\{\{\{?)([^{}]*)(\}\}\}?)/g;

/**
 * A webhook's body as the sender makes it of a template in the manner of Handlebars: each value goes into JSON text
 * without further escapes. Undefined where the template cannot be read, as where `{{name}}}` ends with one brace
 * too many: then nothing is sent.
 */
export function render(template: string, variables: Variables): string | undefined {
  const tags = [...template.matchAll(tag)];
  const isReadable = tags.every(
    ([, open = "", name = "", close = ""]) => open.length === close.length && /^\s*\w+\s*$/.test(name),
  );
  if (!isReadable || template.replaceAll(tag, "").includes("{{")) return undefined;
  return template.replaceAll(tag, (_whole, _open, name: string) => {
    const value = variables[name.trim()] ?? "";
    return JSON.stringify(String(value)).slice(1, -1);
  });
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
  "`": "&#x60;",
  "=": "&#x3D;",
};

/** A text with HTML entities, as `{{ }}` writes it in titles. */
export function withEntities(text: string): string {
  return text.replaceAll(/[&<>"'`=]/g, (sign) => entities[sign] ?? sign);
}
