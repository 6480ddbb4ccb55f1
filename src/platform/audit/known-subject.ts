import type { AppContext } from "../../app/context.ts";
import { nameAtStart } from "../../lib/name-at-start.ts";
import type { Doing } from "./recorder.ts";

type Known = Partial<Pick<AppContext, "hooks" | "services" | "presets" | "connections">>;

/** The things of each kind that have a name. */
const named: Readonly<
  Record<string, (known: Known) => Promise<{ name: string; id?: string }[]> | undefined>
> = {
  hook: ({ hooks }) => hooks?.list(),
  service: ({ services }) => services?.list(),
  backup: ({ services }) => services?.list(),
  preset: ({ presets }) => presets?.list(),
  connection: ({ connections }) => connections?.list(),
};

/** The name of the thing that the typed words begin with, where there is such a thing: other words may be anything. */
export async function knownSubject(
  { action, about }: Doing,
  context: AppContext,
): Promise<string | undefined> {
  if (about === undefined) return undefined;
  const [kind = ""] = action.split(".");
  try {
    const things = (await named[kind]?.(context)) ?? [];
    const byId = things.find(({ id }) => id !== undefined && about.split(/\s/)[0] === id);
    return byId?.name ?? nameAtStart(about, things)?.thing.name;
  } catch (err) {
    context.log.warn({ err, action }, "the name of what was refused could not be looked up");
    return undefined;
  }
}
