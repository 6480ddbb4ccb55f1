import type { Act } from "../forms/act.ts";
import { expectedAct } from "./budget/expected-act.ts";

/** What the buttons in the messages of standing orders do, a line each. */
export const orderActs: readonly Act[] = [expectedAct];
