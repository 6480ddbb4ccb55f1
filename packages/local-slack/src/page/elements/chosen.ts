import type { OptionData } from "../blocks/block-kit.ts";

/** The options in a state's value: none, one, or a list of them. */
export function chosenOptions(value: unknown): OptionData[] {
  return listOf(value).filter(isOption);
}

/** The ids in a state's value: none, one, or a list of them. */
export function chosenIds(value: unknown): string[] {
  return listOf(value).filter((id) => typeof id === "string");
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === null ? [] : [value];
}

/** States hold options of checked blocks, or of checked answers to options requests. */
function isOption(value: unknown): value is OptionData {
  return typeof value === "object" && value !== null && "text" in value;
}
