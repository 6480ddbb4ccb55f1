import type { ServiceFact } from "../../platform/commands/service-facts.ts";
import type { OwnersContext } from "./context.ts";
import { ownerParts } from "./show.ts";
import { teamName } from "./team.ts";
import * as texts from "./texts.ts";

/** Whom each service belongs to. */
export const ownerOfService: ServiceFact<OwnersContext> = {
  label: texts.factLabel,
  rank: 4,
  async read(services, { owners }) {
    const known = new Map((await owners.readable()).map((one) => [one.serviceId.toLowerCase(), one]));
    return new Map(
      services.map(({ serviceId }) => {
        const ownership = known.get(serviceId.toLowerCase());
        const { owner, team } = ownerParts(ownership);
        const data = { ownerId: ownership?.ownerId, team: ownership?.team && teamName(ownership.team) };
        return [serviceId, { text: texts.fact(owner, team), data }];
      }),
    );
  },
};
