import { refuse } from "../answers.ts";
import type { World } from "../world.ts";
import type { TargetAlert } from "./evaluation.ts";

/** An alert by its id or name, in any target that was read. 404 if there is none. */
export function findAlert({ observability }: World, address: string): TargetAlert {
  const all = observability.alerts();
  const found =
    all.find(({ alert }) => alert.id === address) ?? all.find(({ alert }) => alert.name === address);
  return found ?? refuse(404, `There is no alert ${address}.`);
}
