import { ownersAsCode } from "./as-code.ts";
import { feature } from "../../platform/feature.ts";
import { owner } from "./command.ts";
import { concernsOnHome } from "./concerns.ts";
import type { OwnersContext } from "./context.ts";
import { weeklyOwnerDigest } from "./digest/advance.ts";
import { handoverAction } from "./handover/choose.ts";
import { ownerRounds } from "./handover/round.ts";
import { ownerOfService } from "./fact.ts";
import { ownerAction, ownerForm } from "./form.ts";

// What other features may use.
export type { OwnersPart } from "./context.ts";
export { FutureOwner, giveFirstOwner } from "./first-owner.ts";
export { ownerText } from "./show.ts";
export { ownerButton, ownerFields } from "./form.ts";
export { Team, teamKey } from "./record.ts";
export {
  type TeamOf,
  comparedTeam,
  isSameTeam,
  namedTeam,
  readTeam,
  readTeamSoon,
  teamLookup,
  teamName,
} from "./team.ts";

export const owners = feature<OwnersContext>({
  name: "owners",
  asCode: [ownersAsCode],
  commands: [owner],
  forms: [ownerForm],
  interactions: [ownerAction, handoverAction],
  schedules: [weeklyOwnerDigest, ownerRounds],
  home: [concernsOnHome],
  serviceFacts: [ownerOfService],
});
