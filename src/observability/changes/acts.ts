import type { Act } from "../../forms/act.ts";
import { createAgainAct } from "./create-again-act.ts";
import { leaveTheirsAct } from "./leave-theirs-act.ts";
import { makeMineAct } from "./make-mine-act.ts";

/** What the buttons under the outcome of a change do, a line each. */
export const changeActs: readonly Act[] = [makeMineAct, leaveTheirsAct, createAgainAct];
