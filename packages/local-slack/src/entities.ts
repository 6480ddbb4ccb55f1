import { newSecret } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import { SlackRefusal } from "./refusal.ts";
import { Entity } from "./validate/entity.ts";
import type { Workspace } from "./workspace.ts";

// Slack says only that there is a limit. Others met it with several large objects in a message.
const mostBytes = 16_000;

/** The Work Objects in the metadata of a message or of unfurls, or Slack's refusal of them. */
export function acceptedEntities(entities: readonly unknown[] | undefined, error: string): Entity[] {
  if (entities === undefined) return [];
  if (Buffer.byteLength(JSON.stringify(entities)) > mostBytes) throw new SlackRefusal("metadata_too_large");
  return entities.map((entity, index) => acceptedEntity(entity, error, `/metadata/entities/${index}`));
}

/** A Work Object, or Slack's refusal of it. */
export function acceptedEntity(value: unknown, error: string, pointer = "/metadata"): Entity {
  const read = Entity.safeParse(value);
  if (read.success) return read.data;
  throw new SlackRefusal(
    error,
    read.error.issues.map(
      ({ path, message }) => `[ERROR] ${message} [json-pointer:${[pointer, ...path.map(String)].join("/")}]`,
    ),
  );
}

/** True if the app may show Work Objects of this type. */
export function showsEntities({ manifest }: Workspace, { entity_type: type }: Entity): boolean {
  return manifest.entityTypes.includes(type);
}

/** A Work Object as it is below a message: its card, and its actions as a block. */
export function cardOf(entity: Entity): JsonObject {
  return {
    fallback: entity.entity_payload.attributes.title.text,
    from_url: entity.app_unfurl_url ?? entity.url,
    entity,
    blocks: actionBlocks(entity),
  };
}

/** The actions of a Work Object as one block: first its buttons, then those of its menu. */
export function actionBlocks({ entity_payload: { actions = {} } }: Entity): JsonObject[] {
  const { primary_actions: primary = [], overflow_actions: overflow = [] } = actions;
  const elements = [...primary, ...overflow].map(({ text, ...button }) => ({
    ...button,
    type: "button",
    text: { type: "plain_text", text, emoji: true },
  }));
  return elements.length === 0 ? [] : [{ type: "actions", block_id: newSecret(3), elements }];
}
