import { refuse } from "../answers.ts";
import type { World } from "../world.ts";
import type { PlacedAlert } from "./evaluation.ts";

/** An alert by its id or name, in any place that somebody looked at; 404 where there is none. */
export function findAlert({ observability }: World, address: string): PlacedAlert {
  const all = observability.alerts();
  const found =
    all.find(({ alert }) => alert.id === address) ?? all.find(({ alert }) => alert.name === address);
  return found ?? refuse(404, `There is no alert ${address}.`);
}
