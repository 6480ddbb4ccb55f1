import { feature } from "../../platform/feature.ts";
import { owner } from "./command.ts";
import { concernsOnHome } from "./concerns.ts";
import type { OwnersContext } from "./context.ts";
import { weeklyOwnerDigest } from "./digest/advance.ts";
import { handoverAction } from "./handover/choose.ts";
import { ownerRounds } from "./handover/round.ts";
import { ownerRecord } from "./record.ts";
import { ownerOfService } from "./fact.ts";
import { ownerAction, ownerForm } from "./form.ts";

// What other features may use.
export type { OwnersPart } from "./context.ts";
export { FutureOwner, giveFirstOwner } from "./first-owner.ts";
export { ownerText } from "./show.ts";
export { ownerButton, ownerFields } from "./form.ts";
export {
  Team,
  type TeamOf,
  comparedTeam,
  isSameTeam,
  namedTeam,
  readTeam,
  readTeamSoon,
  teamKey,
  teamLookup,
  teamName,
} from "./team.ts";

export const owners = feature<OwnersContext>({
  name: "owners",
  asCode: [ownerRecord.asCode],
  commands: [owner],
  forms: [ownerForm],
  interactions: [ownerAction, handoverAction],
  schedules: [weeklyOwnerDigest, ownerRounds],
  home: [concernsOnHome],
  serviceFacts: [ownerOfService],
});
