import { newSecret } from "./ids.ts";
import { isJsonObject, jsonObjects, stringOf, type JsonObject } from "./json.ts";
import { childrenOf } from "./validate/together.ts";

/** An interactive element and its location. */
export interface PlacedElement {
  blockId: string;
  actionId: string;
  type: string;
  element: JsonObject;
  block: JsonObject;
}

/** The interactive elements of blocks and nested blocks in order: inputs, accessories and actions. */
export function placedElements(blocks: readonly JsonObject[]): PlacedElement[] {
  return blocks.flatMap((block) => [
    ...elementsIn(block).flatMap((element) => {
      const [blockId, actionId, type] = [block.block_id, element.action_id, element.type].map(stringOf);
      return blockId && actionId && type ? [{ blockId, actionId, type, element, block }] : [];
    }),
    ...placedElements(jsonObjects(block[childrenKey(block)])),
  ]);
}

/** The element with these ids, if the blocks have it. */
export function findElement(
  blocks: readonly JsonObject[],
  blockId: string,
  actionId: string,
): PlacedElement | undefined {
  return placedElements(blocks).find((placed) => placed.blockId === blockId && placed.actionId === actionId);
}

/** The blocks with Slack's block_id and action_id if the app gave none. */
export function withIds(blocks: readonly JsonObject[]): JsonObject[] {
  return blocks.map((block) => ({
    ...block,
    block_id: stringOf(block.block_id) || newSecret(3),
    ...withIdsInside(block),
  }));
}

/** The property in which a block holds several elements. */
const elementsKeys: Readonly<Record<string, string>> = {
  actions: "elements",
  context_actions: "elements",
  card: "actions",
};

function elementsIn(block: JsonObject): JsonObject[] {
  const single = [block.element, block.accessory].filter(isJsonObject);
  return [...single, ...jsonObjects(block[elementsKey(block)])];
}

function elementsKey({ type }: JsonObject): string {
  return elementsKeys[String(type)] ?? "";
}

function childrenKey({ type }: JsonObject): string {
  return childrenOf.get(type) ?? "";
}

function withIdsInside(block: JsonObject): JsonObject {
  const parts: JsonObject = {};
  if (isJsonObject(block.element)) parts.element = withActionId(block.element);
  if (isJsonObject(block.accessory)) parts.accessory = withActionId(block.accessory);
  const [elements, children] = [elementsKey(block), childrenKey(block)];
  if (elements in block) parts[elements] = jsonObjects(block[elements]).map(withActionId);
  if (children in block) parts[children] = withIds(jsonObjects(block[children]));
  return parts;
}

function withActionId(element: JsonObject): JsonObject {
  // A picture beside a section is not interactive.
  if (element.type === "image") return element;
  return { ...element, action_id: stringOf(element.action_id) || newSecret(3) };
}
