export { validateMessage } from "./message.ts";
export { validateView } from "./view.ts";
export type { SlackProblem } from "./problem.ts";
