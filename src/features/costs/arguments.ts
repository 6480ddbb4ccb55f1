import { number } from "../../platform/commands/arguments.ts";
import { fromKind } from "../../platform/commands/arguments/first.ts";
import { argument } from "../../platform/commands/arguments/kind.ts";

/** The number that a page of a list begins with. */
export const from = argument(fromKind, number).describe("The number of the first one");
