import { AppError } from "../errors.ts";
import { type Role, isAtLeast } from "./role.ts";

/** Who wants to do something, and the channel they do it in, where there is one. */
export interface Person {
  userId: string;
  channelId?: string | undefined;
}

/** Who may do what in one workspace, asked at the moment something is done. */
export interface Access {
  roleOf(person: Person): Promise<Role>;
  /** Fails as `forbidden`, in words that say who can help, where a person's role is less than that. */
  demand(person: Person, needed: Role): Promise<void>;
}

/** Access by what says a person's role. */
export function accessBy(roleOf: Access["roleOf"]): Access {
  return {
    roleOf,
    async demand(person, needed) {
      if (isAtLeast(await roleOf(person), needed)) return;
      throw new AppError("forbidden", `This takes the role ${needed}. Ask an admin of this app for it.`);
    },
  };
}
