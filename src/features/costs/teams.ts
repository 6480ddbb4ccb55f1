import type { Decimal } from "decimal.js";
import { sum } from "../../lib/money.ts";
import { type TeamOf, teamKey, teamName } from "../owners/index.ts";
import type { CostPart } from "./parts.ts";
import { sortedParts } from "./parts.ts";
import * as texts from "./texts.ts";

/** The id of the costs of no team: of services without one, and of what isn't a service, such as a warehouse. */
export const noTeamId = "";

/**
 * The costs of each team, the costliest first, and of no team. They add up to all costs exactly, because each entity is
 * in one of them.
 */
export function costsByTeam(entities: readonly CostPart[], teamOf: TeamOf): CostPart[] {
  const placed = entities.map((entity) => ({ entity, team: teamOf(entity.id) }));
  const groups = [...Map.groupBy(placed, ({ team }) => (team ? teamKey(team) : noTeamId))];
  return sortedParts(
    groups.map(([id, members]) => {
      const [first] = members;
      const parts = members.map(({ entity }) => entity);
      const added = (amountOf: (part: CostPart) => Decimal | undefined) =>
        sum(parts.map((part) => amountOf(part) ?? 0));
      return {
        id,
        name: first?.team ? teamName(first.team) : texts.noTeam,
        amounts: (parts[0]?.amounts ?? []).map((_, bucket) => added(({ amounts }) => amounts[bucket])),
        total: added(({ total }) => total),
        compared: added(({ compared }) => compared),
        previous: added(({ previous }) => previous),
      };
    }),
  );
}
