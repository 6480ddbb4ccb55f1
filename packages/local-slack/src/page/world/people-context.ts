import { createContext, useContext, useMemo } from "react";
import type { World } from "../../protocol.ts";

/** The part of the world for drawing a message. It changes far more rarely than the world. */
type Around = Pick<World, "me" | "people" | "userGroups" | "shortcuts">;

/** The people around every message. */
export const PeopleContext = createContext<Around | null>(null);

/** The acting person, and all others. */
export function useNearPeople(): Around {
  const around = useContext(PeopleContext);
  if (!around) throw new Error("useNearPeople is used outside of PeopleContext");
  return around;
}

/** The people of a world, the same object while none of them changes. */
export function usePeopleOf(world: World | null): Around | null {
  const { me, people, userGroups, shortcuts } = world ?? {};
  return useMemo(
    () => (me && people && userGroups && shortcuts ? { me, people, userGroups, shortcuts } : null),
    [me, people, userGroups, shortcuts],
  );
}
