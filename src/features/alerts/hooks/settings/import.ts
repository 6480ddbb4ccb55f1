import { importForm } from "./import-form.ts";
import type { FormStart } from "../../../../platform/commands/command.ts";
import type { NamedHook } from "../named.ts";
import { nothingAfter } from "../parts.ts";

/** Opens the form that replaces a hook's settings by YAML. */
export async function importHook({ hook, rest }: NamedHook): Promise<FormStart> {
  nothingAfter(rest, `/db hook import ${hook.name}`);
  return { opens: importForm, given: { hookId: hook.id } };
}
