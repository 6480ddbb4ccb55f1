import type { HookMapping } from "../hooks/record.ts";
import { valueAt } from "./paths.ts";
import { firstText } from "./reading/fields.ts";
import type { Sender } from "./sender.ts";

/** Reads what a hook's owner said stands where; a body without the title there is not its. */
export function mapped(mapping: HookMapping): Sender {
  return {
    name: "mapped",

    read(body) {
      const at = (path: string | undefined) => (path === undefined ? undefined : shown(valueAt(body, path)));
      const title = firstText(at(mapping.title));
      if (title === "") return undefined;
      return [
        {
          id: at(mapping.key),
          title,
          body: at(mapping.body),
          group: at(mapping.group),
          severity: at(mapping.severity),
          states: [at(mapping.state)],
          link: at(mapping.link),
          isObserved: true,
        },
      ];
    },
  };
}

/** A yes or no is offered to be mapped like any other value, and so is read as its word. */
function shown(value: unknown): unknown {
  return typeof value === "boolean" ? String(value) : value;
}
