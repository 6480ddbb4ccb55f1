import { type YamlProblem, readYamlAs, writeYaml } from "../../../../platform/as-code/yaml.ts";
import type { Hook } from "../record.ts";
import { HookSettings, settingsOf } from "./settings.ts";

/** A hook's settings as YAML, without secrets. `settingsIn` reads it back to the same settings. */
export function yamlOf(hook: Hook): Promise<string> {
  return writeYaml(settingsOf(hook));
}

/** Reads settings from YAML, or returns all problems, each with its line from 1. */
export async function settingsIn(
  text: string,
): Promise<{ settings: HookSettings } | { problems: YamlProblem[] }> {
  const read = await readYamlAs(HookSettings, text);
  return "problems" in read ? read : { settings: read.data };
}
