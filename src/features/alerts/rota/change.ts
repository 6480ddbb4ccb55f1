import type { AlertsContext } from "../context.ts";
import { discardQuietly } from "../handover/discard.ts";
import { changeHook } from "../hooks/parts.ts";
import type { Hook } from "../hooks/record.ts";
import type { Rota } from "./record.ts";

/** Changes or removes a hook's rota, and forgets the address of the one before. */
export async function replaceRota(
  hook: Pick<Hook, "id" | "name">,
  rota: Rota | undefined,
  context: Pick<AlertsContext, "hooks" | "audit" | "secrets" | "log">,
): Promise<Hook> {
  let before: Rota | undefined;
  try {
    const changed = await changeHook(hook, context, (present) => {
      before = present.rota;
      return { ...present, rota };
    });
    if (before && before.addressRef !== rota?.addressRef) await discardQuietly([before.addressRef], context);
    return changed;
  } catch (error) {
    // Nothing names it then.
    if (rota) await discardQuietly([rota.addressRef], context);
    throw error;
  }
}
