import { z } from "zod";
import { serviceId, strictly, textOf } from "../../lib/kinds.ts";
import { codePart, expectSame } from "../../platform/as-code/part.ts";
import { unknownService } from "../../platform/as-code/texts.ts";
import { changeBetween } from "../../platform/audit/recorder.ts";
import type { OwnersContext } from "./context.ts";
import { type Owners, Ownership } from "./record.ts";
import { comparedTeam, namedTeam } from "./team.ts";

const { name, connection, ownerId, team: ofTeam } = Ownership.shape;
const OwnerItem = strictly(z.object({ name, connection, owner: ownerId, team: ofTeam })).refine(
  ({ owner, team }) => owner ?? team,
  { path: ["owner"], message: "is missing, and `team` too. Give one of them" },
);
type OwnerItem = z.output<typeof OwnerItem>;

function itemOf(record: Ownership): OwnerItem {
  return {
    name: record.name,
    connection: record.connection,
    owner: record.ownerId,
    team: record.team,
  };
}

function known(record: Ownership | undefined): OwnerItem | undefined {
  return record && itemOf(record);
}

/** What the audit log has of it. */
function factsOf({ owner, team }: OwnerItem) {
  return { ownerId: owner, team: team?.name };
}

/** A service's name may change in the cloud, and a group's handle in Slack. */
function compared(present: OwnerItem, wanted: OwnerItem): OwnerItem {
  return { ...present, name: wanted.name, team: comparedTeam(present.team, wanted.team) };
}

/** Whom services belong to, as code, by their ids. New services get owners too, so only those in a file are its own. */
export const ownersAsCode = codePart<OwnersContext, OwnerItem>({
  name: "owners",
  noun: "owner of a service",
  nouns: "owners of services",
  shownIn: { forms: ["service-owner"], tabs: ["service"], lists: ["owners_list", "owners_show"] },
  item: OwnerItem,
  record: Ownership,
  leftOut: {
    serviceId: "it is the key",
    name: "the cloud's present name is shown",
    "team(group).name": "Slack's present handle is kept",
    since: "when it was set here",
    by: "who set it here",
    askedAbout: "its progress",
  },
  key: textOf(serviceId),
  ignoresUnlisted: true,
  compared,
  label: (_, item) => item.name,
  async named(item, id, context) {
    const label = await context.services.labels();
    return {
      ...item,
      name: label(id, "") || unknownService(id),
      team: item.team && (await namedTeam(item.team, context)),
    };
  },
  read: async ({ owners }) =>
    new Map((await owners.list()).map((each) => [each.serviceId.toLowerCase(), itemOf(each)])),
  async put(id, wanted, before, context, by) {
    const { owners, audit, now } = context;
    const { owner, team: typed, ...item } = wanted;
    const team = typed && (await namedTeam(typed, context));
    const next: Ownership = { serviceId: id, ...item, ownerId: owner, team, since: now().toISOString(), by };
    await audit.change(
      { action: "owner.set", subject: wanted.name },
      () =>
        owners.change(id, (present) => {
          expectSame(present && itemOf(present), before);
          return next;
        }),
      () => changeBetween(before ? factsOf(before) : {}, factsOf(wanted)),
    );
  },
  async remove(id, before, { owners, audit }) {
    const present = await owners.of(id);
    expectSame(present && itemOf(present), before);
    await audit.change(
      { action: "owner.set", subject: before.name },
      () => owners.remove(id),
      (gone) => gone && changeBetween(factsOf(itemOf(gone)), {}),
    );
  },
  guards: {
    owners({ owners }, refusing) {
      const guarded: Owners = {
        ...owners,
        async set(next) {
          const present = await owners.of(next.serviceId);
          (await refusing())(next.serviceId.toLowerCase(), known(present), known(next));
          return owners.set(next);
        },
        async change(serviceId, change) {
          const refuse = await refusing();
          return owners.change(serviceId, (present) => {
            const next = change(present);
            refuse(serviceId.toLowerCase(), known(present), known(next));
            return next;
          });
        },
        async remove(serviceId) {
          const present = await owners.of(serviceId);
          (await refusing())(serviceId.toLowerCase(), known(present), undefined);
          return owners.remove(serviceId);
        },
      };
      return guarded;
    },
  },
});
