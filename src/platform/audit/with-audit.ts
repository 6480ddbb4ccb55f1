import { RoleRefusal } from "../access/access.ts";
import { nameAtStart } from "../../lib/names.ts";
import type { WorkspaceContext } from "../context.ts";
import { type Doing, recorder } from "./recorder.ts";

/** By kind, as in "hook", what lists the things with their names. */
export type Subjects = Readonly<
  Record<string, { list(): Promise<readonly { name: string; id?: string }[]> }>
>;

/** The things of a workspace that have a name, for entries about refusals. */
export type SubjectsOf = (context: WorkspaceContext) => Subjects;

/** Runs what a person asked for, with an audit log that records it as theirs. Also records a role that was too little. */
export async function withAudit<T, Context extends WorkspaceContext>(
  doing: Doing,
  context: Context,
  subjectsOf: SubjectsOf,
  run: (context: Context) => Promise<T>,
): Promise<T> {
  const record = recorder(doing, context);
  try {
    return await run({ ...context, audit: { ...context.audit, ...record } });
  } catch (error) {
    if (error instanceof RoleRefusal) {
      const subject = await knownSubject(doing, context, subjectsOf);
      const detail = `It takes the role ${error.needed}.`;
      await record.notDone({ result: "refused", detail, ...(subject === undefined ? {} : { subject }) });
    }
    throw error;
  }
}

/** The thing's name at the start of the typed words. Undefined if there is no such thing: other words may be anything. */
async function knownSubject(
  { action, about }: Doing,
  context: WorkspaceContext,
  subjectsOf: SubjectsOf,
): Promise<string | undefined> {
  if (about === undefined) return undefined;
  const [kind = ""] = action.split(".");
  try {
    const things = (await subjectsOf(context)[kind]?.list()) ?? [];
    const byId = things.find(({ id }) => id !== undefined && about.split(/\s/)[0] === id);
    return byId?.name ?? nameAtStart(about, things)?.thing.name;
  } catch (err) {
    context.log.warn({ err, action }, "the name of what was refused could not be looked up");
    return undefined;
  }
}
