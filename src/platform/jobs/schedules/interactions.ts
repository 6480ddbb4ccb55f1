import type { Act } from "../../forms/interaction.ts";
import { expectedAct } from "../../../features/costs/budget/expected.ts";

/** What the buttons in the messages of standing orders do, a line each. */
export const orderActs: readonly Act[] = [expectedAct];
