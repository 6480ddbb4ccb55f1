import { isJsonObject } from "../json.ts";
import { longestMarkdown } from "./blocks/markdown.ts";
import { errorLine } from "./problem.ts";
import { objectsIn, textsIn, type Place } from "./walk.ts";

type Path = readonly PropertyKey[];

/** The blocks with nested blocks, and the property that holds them. */
export const childrenOf: ReadonlyMap<unknown, string> = new Map([
  ["container", "child_blocks"],
  ["carousel", "elements"],
  ["plan", "tasks"],
]);

/** Every block of a list, including those in containers, carousels and plans. */
export function blocksIn(blocks: unknown, root: Path): Place[] {
  if (!Array.isArray(blocks)) return [];
  return blocks.flatMap((value, index) => {
    if (!isJsonObject(value)) return [];
    const path = [...root, index];
    const key = childrenOf.get(value.type);
    return [{ path, value }, ...(key === undefined ? [] : blocksIn(value[key], [...path, key]))];
  });
}

/** A block_id that was used before in the same message or view. */
export function duplicateBlockIds(blocks: readonly Place[]): string[] {
  return repeated(blocks, "block_id").map(({ path, id }) =>
    errorLine(`\`block_id\` ${id} already exists`, [...path, "block_id"]),
  );
}

/** An action_id that was used before in the same block. Other blocks may have it. */
export function duplicateActionIds(blocks: readonly Place[]): string[] {
  return blocks.flatMap(({ path, value }) => {
    const own = objectsIn(value, path, (key) => key !== childrenOf.get(value.type));
    return repeated(own, "action_id").map((place) =>
      errorLine(`\`action_id\` ${place.id} already exists in this block`, [...place.path, "action_id"]),
    );
  });
}

/** Every element but the first that asks for the focus. */
export function secondFocus(blocks: unknown, root: Path): string[] {
  const focused = objectsIn(blocks, root).filter((place) => place.value.focus_on_load === true);
  return focused
    .slice(1)
    .map(({ path }) => errorLine("only one element may set `focus_on_load`", [...path, "focus_on_load"]));
}

/** The number of blocks of the given types. */
export function countOf(blocks: readonly Place[], ...types: string[]): number {
  return blocks.filter((block) => types.includes(String(block.value.type))).length;
}

// Measured against the service: about 9,600 characters of text were accepted, 11,300 refused; tables have their own limit
const longestBlocks = 9600;

/** True if the blocks of a message have more text than Slack accepts. */
export function saysTooMuch(blocks: readonly unknown[]): boolean {
  const ofTypes = (...types: string[]) =>
    blocks.filter((block) => isJsonObject(block) && types.includes(String(block.type)));
  const apart = ofTypes("markdown", "table", "data_table");
  const rest = blocks.filter((block) => !apart.includes(block));
  return charactersIn(ofTypes("markdown")) > longestMarkdown || charactersIn(rest) > longestBlocks;
}

function charactersIn(blocks: readonly unknown[]): number {
  return textsIn(blocks).reduce((sum, text) => sum + text.length, 0);
}

function repeated(places: readonly Place[], key: string): { path: Path; id: string }[] {
  const seen = new Set<string>();
  return places.flatMap(({ path, value }) => {
    const id = value[key];
    if (typeof id !== "string" || id === "") return [];
    if (seen.has(id)) return [{ path, id }];
    seen.add(id);
    return [];
  });
}
