import { createContext, useContext, useMemo } from "react";
import type { World } from "../../protocol.ts";

/** What of the world a message is drawn with; it changes far more rarely than the world. */
type Around = Pick<World, "me" | "people" | "userGroups">;

/** The people around every message. */
export const PeopleContext = createContext<Around | null>(null);

/** Who acts, and everybody else. */
export function useNearPeople(): Around {
  const around = useContext(PeopleContext);
  if (!around) throw new Error("useNearPeople is used outside of PeopleContext");
  return around;
}

/** The people of a world, the same for as long as none of them changes. */
export function usePeopleOf(world: World | null): Around | null {
  const { me, people, userGroups } = world ?? {};
  return useMemo(
    () => (me && people && userGroups ? { me, people, userGroups } : null),
    [me, people, userGroups],
  );
}
