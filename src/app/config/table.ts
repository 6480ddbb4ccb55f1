import { settings } from "./variables.ts";
import { settingFacts } from "./setting.ts";

type Setting = (typeof settings)[keyof typeof settings];

/** The settings as the README's Markdown table. A test keeps them equal. */
export function configurationTable(): string {
  const rows = Object.entries(settings).map(([name, schema]) => row(name, schema));
  return ["| Setting | What it is | Default | Example |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function row(name: string, schema: Setting): string {
  const facts = settingFacts.get(schema);
  const about = facts?.secret ? `${facts.about} Secret.` : facts?.about;
  return `| \`${name}\` | ${about} | ${facts?.otherwise ?? defaultOf(schema)} | \`${facts?.example}\` |`;
}

function defaultOf(schema: Setting): string {
  const { data } = schema.safeParse(undefined);
  return typeof data === "string" || typeof data === "number" ? `\`${data}\`` : "required";
}
