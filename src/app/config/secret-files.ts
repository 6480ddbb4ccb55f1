import { readFileSync } from "node:fs";
import { settings } from "./variables.ts";
import { settingFacts } from "./setting.ts";

type Variables = Readonly<Record<string, string | undefined>>;

// Each may be in a file instead: SLACK_BOT_TOKEN_FILE names the one of SLACK_BOT_TOKEN.
const secretSettings: readonly string[] = Object.entries(settings).flatMap(([name, schema]) =>
  settingFacts.get(schema)?.secret ? [name] : [],
);

/** The environment with the secrets of its files. A file that is empty counts as no setting. */
export function withSecretFiles(environment: Variables): { environment: Variables; problems: string[] } {
  const found: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of secretSettings) {
    const path = environment[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (environment[name]?.trim()) {
      problems.push(`- ${name} and ${name}_FILE are both set. Remove one of them.`);
      continue;
    }
    try {
      found[name] = readFileSync(path, "utf8").trim();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
      problems.push(
        `- ${name}_FILE names a file that can't be read (${code}). The container runs as user 65532.`,
      );
    }
  }
  return { environment: { ...environment, ...found }, problems };
}
