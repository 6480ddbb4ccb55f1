import { feature } from "../../platform/feature.ts";
import { owner } from "./command.ts";
import { concernsOnHome, weeklyOwnerDigest } from "./concerns.ts";
import type { OwnersContext } from "./context.ts";
import { handoverAction, ownerRounds } from "./handover/round.ts";
import { setTeamsAction, teamsForm } from "./many.ts";
import { ownerRecord } from "./record.ts";
import { ownerAction, ownerForm, ownerOfService } from "./form.ts";

// What other features may use.
export type { OwnersPart } from "./context.ts";
export { FutureOwner, giveFirstOwner, giveOwners } from "./change.ts";
export { setTeamsButton } from "./list.ts";
export { ownerText } from "./form.ts";
export { chosenOwner, givenSentence, ownerButton, ownerFields } from "./form.ts";
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
  forms: [ownerForm, teamsForm],
  interactions: [ownerAction, setTeamsAction, handoverAction],
  schedules: [weeklyOwnerDigest, ownerRounds],
  home: [concernsOnHome],
  serviceFacts: [ownerOfService],
});
