import {
  type JsonObject,
  type Entity,
  type ObjectPane,
  fieldsOf,
  type BlockData,
  readBlocks,
} from "@quartermaster/local-slack/person";
import type { SlackPerson } from "./slack-person.ts";
import { until } from "./until.ts";

/** What names a Work Object in Slack. */
export interface ObjectName {
  url: string;
  externalRef: { id: string; type?: string };
  title?: string;
  /** The message with its card. */
  channel?: string;
  ts?: string;
}

/** A person's pane of Work Objects, over the page's protocol. */
export function paneOf(slack: { url: string }, person: Pick<SlackPerson, "id" | "world">) {
  async function post(path: string, request: object): Promise<void> {
    const body = JSON.stringify({ user: person.id, ...request });
    const headers = { "content-type": "application/json" };
    await fetch(`${slack.url}/page/${path}`, { method: "POST", headers, body });
  }

  async function shown(isIt: (pane: ObjectPane) => boolean = () => true): Promise<ObjectPane> {
    let pane: ObjectPane | null = null;
    await until(async () => {
      ({ pane } = await person.world());
      return pane !== null && (pane.entity !== undefined || pane.error !== undefined) && isIt(pane);
    });
    if (!pane) throw new Error("No pane is open.");
    return pane;
  }

  return {
    shown,
    /** Opens one, and waits for what the app presents. */
    async open({ title = "It", ...name }: ObjectName): Promise<ObjectPane> {
      await post("object/close", {});
      await post("object", { title, ...name });
      return shown();
    },
    /** Clicks one of its actions. */
    async click(label: string): Promise<void> {
      const { blocks = [] } = await shown();
      const [block] = readBlocks(blocks);
      const element = block?.elements?.find(({ text }) => text?.text === label);
      if (!block || !element) throw new Error(`There is no “${label}” in ${labelsOf(block).join(", ")}.`);
      const { action_id: actionId, value } = element;
      const click: JsonObject = { container: { pane: true }, blockId: block.block_id, actionId };
      await post("action", { ...click, action: { type: "button", value } });
    },
  };
}

function labelsOf(block: BlockData | undefined): string[] {
  return (block?.elements ?? []).map(({ text }) => text?.text ?? "");
}

/** The fields of a Work Object by their labels, as plain values. */
export function wordsOf(entity: Entity | undefined): Record<string, unknown> {
  if (!entity) return {};
  return Object.fromEntries(
    fieldsOf(entity).map(({ label, field }) => {
      const { value, user, entity_ref: ref } = field;
      if (Array.isArray(value)) return [label, value.map(({ entity_ref: { title } }) => title)];
      return [label, user?.user_id ?? user?.text ?? ref?.title ?? value];
    }),
  );
}
