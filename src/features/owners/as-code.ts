import { z } from "zod";
import { codePart, expectSame } from "../../platform/as-code/part.ts";
import { changeBetween } from "../../platform/audit/recorder.ts";
import type { OwnersContext } from "./context.ts";
import { type Owners, type Ownership, Team } from "./record.ts";

const [Group, Named] = Team.options;
const OwnerItem = z.strictObject({
  name: z.string().min(1),
  connection: z.string().min(1),
  owner: z.string().min(1).optional(),
  team: z.discriminatedUnion("kind", [z.strictObject(Group.shape), z.strictObject(Named.shape)]).optional(),
});
type OwnerItem = z.output<typeof OwnerItem>;

function itemOf({ name, connection, ownerId: owner, team }: Ownership): OwnerItem {
  return { name, connection, owner, team };
}

function known(record: Ownership | undefined): OwnerItem | undefined {
  return record && itemOf(record);
}

/** What the audit log has of it. */
function factsOf({ owner, team }: OwnerItem) {
  return { ownerId: owner, team: team?.name };
}

/** A service's name may change in the cloud. */
function compared(present: OwnerItem, { name }: OwnerItem): OwnerItem {
  return { ...present, name };
}

/** Whom services belong to, as code, by their ids. New services get owners too, so only those in a file are its own. */
export const ownersAsCode = codePart<OwnersContext, OwnerItem>({
  name: "owners",
  noun: "owner of a service",
  nouns: "owners of services",
  places: { forms: ["service-owner"], tabs: ["service"], lists: ["owners_list", "owners_show"] },
  item: OwnerItem,
  governsNamedOnly: true,
  compared,
  label: (_, { name }) => name,
  read: async ({ owners }) =>
    new Map((await owners.list()).map((each) => [each.serviceId.toLowerCase(), itemOf(each)])),
  async put(serviceId, wanted, before, { owners, audit, now }, by) {
    const { owner: ownerId, ...item } = wanted;
    const next: Ownership = { serviceId, ...item, ownerId, since: now().toISOString(), by };
    await audit.change(
      { action: "owner.set", subject: wanted.name },
      () =>
        owners.change(serviceId, (present) => {
          expectSame(present && itemOf(present), before);
          return next;
        }),
      () => changeBetween(before ? factsOf(before) : {}, factsOf(wanted)),
    );
  },
  async remove(serviceId, before, { owners, audit }) {
    const present = await owners.of(serviceId);
    expectSame(present && itemOf(present), before);
    await audit.change(
      { action: "owner.set", subject: before.name },
      () => owners.remove(serviceId),
      (gone) => gone && changeBetween(factsOf(itemOf(gone)), {}),
    );
  },
  guard({ owners }, refusing) {
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
    return { owners: guarded };
  },
});
