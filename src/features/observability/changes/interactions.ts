import type { Act } from "../../../platform/forms/interaction.ts";
import { createAgainAct } from "./create-again.ts";
import { leaveTheirsAct } from "./leave-theirs.ts";
import { makeMineAct } from "./make-mine.ts";

/** What the buttons under the outcome of a change do, a line each. */
export const changeActs: readonly Act[] = [makeMineAct, leaveTheirsAct, createAgainAct];
