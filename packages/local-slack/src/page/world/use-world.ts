import { useEffect, useReducer } from "react";
import type { World } from "../../protocol.ts";
import { readWorld } from "./api.ts";
import { sharing } from "./sharing.ts";

interface WorldState {
  world: World | null;
  /** The reason for no world, or no newer one. The browser keeps trying by itself. */
  problem: string | undefined;
}

type Change = { type: "world"; world: World } | { type: "opened" } | { type: "lost"; problem: string };

const silent = "The local Slack does not answer. Trying again…";

/** The world as `user` sees it, kept up to date by the server without reloads. */
export function useWorld(user: string | undefined): WorldState {
  const [state, change] = useReducer(afterChange, { world: null, problem: undefined });
  useEffect(() => {
    const left = new AbortController();
    const tell = (next: Change) => left.signal.aborted || change(next);
    readWorld(user).then(
      (world) => tell({ type: "world", world }),
      (error: unknown) => tell({ type: "lost", problem: error instanceof Error ? error.message : silent }),
    );
    const stream =
      user === undefined ? undefined : new EventSource(`/page/events?user=${encodeURIComponent(user)}`);
    stream?.addEventListener("open", () => tell({ type: "opened" }));
    stream?.addEventListener("message", ({ data }) => {
      // The server is built from the same protocol.ts as this page.
      const world: World = JSON.parse(data);
      tell({ type: "world", world });
    });
    stream?.addEventListener("error", () => tell({ type: "lost", problem: silent }));
    return () => {
      left.abort();
      stream?.close();
    };
  }, [user]);
  return state;
}

function afterChange(state: WorldState, change: Change): WorldState {
  switch (change.type) {
    case "lost":
      return { ...state, problem: change.problem };
    case "opened":
      return {
        world: state.problem === undefined ? state.world : forgetVersion(state.world),
        problem: undefined,
      };
    case "world":
      return isLate(change.world, state.world)
        ? state
        : { ...state, world: sharing(state.world ?? change.world, change.world) };
  }
}

/** A restarted server counts from the beginning, so after a lost connection any version is new. */
function forgetVersion(world: World | null): World | null {
  return world && { ...world, version: 0 };
}

function isLate(world: World, current: World | null): boolean {
  return current !== null && current.me.id === world.me.id && world.version < current.version;
}
