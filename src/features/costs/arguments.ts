import { number } from "../../platform/commands/arguments.ts";
import { argument } from "../../platform/commands/arguments/kind.ts";
import { numberKind } from "../../platform/commands/arguments/kinds.ts";

/** The number that a page of a list begins with. Nobody says it in a sentence. */
export const from = argument(
  { ...numberKind, slot: { parts: [] } },
  number.describe("The number of the first one"),
);
