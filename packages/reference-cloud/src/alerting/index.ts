export { createClock } from "../clock.ts";
export { seededTarget } from "../observability/seeded-target.ts";
export { type AlertRecord, newAlert } from "../observability/target.ts";
export type { Delivery } from "./deliveries.ts";
export type { Occasion } from "./link.ts";
export { type Attempt, createPoster, usualWaitPolicy } from "./post.ts";
export { createSender } from "./sender.ts";
