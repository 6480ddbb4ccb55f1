import { feature } from "../../platform/feature.ts";
import type { OwnersContext } from "./context.ts";

// What other features may use.
export type { OwnersPart } from "./context.ts";

export const owners = feature<OwnersContext>({
  name: "owners",
});
