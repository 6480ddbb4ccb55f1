export { Entity } from "./entity.ts";
export { validateMessage } from "./message.ts";
export { validateView } from "./view.ts";
