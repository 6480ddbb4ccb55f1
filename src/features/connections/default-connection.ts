import { type Connections, defaultConnection } from "./records.ts";

/** Where the connection is found that is meant where none is named. */
export interface ChoiceOfConnection {
  chosen: Connections["chosen"];
  list(): Promise<readonly { name: string; kind: "managed" | "standalone" }[]>;
}

/**
 * The name of the database cloud that is meant where none is named: the one that was chosen, or else the operator's, or the
 * first one. Where there is none at all it is a name that leads nowhere.
 */
export async function defaultNameOf(connections: ChoiceOfConnection): Promise<string> {
  const [chosen, all] = await Promise.all([connections.chosen(), connections.list()]);
  const clouds = all.flatMap(({ name, kind }) => (kind === "managed" ? [name] : []));
  const wanted = [chosen, defaultConnection].find((name) => name !== undefined && clouds.includes(name));
  return wanted ?? clouds[0] ?? defaultConnection;
}
