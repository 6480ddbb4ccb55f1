import { formatList } from "../../../lib/text.ts";
import type { AlertContext } from "../context.ts";
import type { Hook } from "../hooks/record.ts";
import type { Facts } from "../incident/step.ts";
import { onCallAt, peopleAt } from "./on-call.ts";
import * as texts from "./texts.ts";

/** Whom an escalation of a hook mentions now; undefined if it has no rota. */
export async function onCallFor(
  hook: Hook,
  nowMs: number,
  { rotas }: Pick<AlertContext, "rotas">,
): Promise<Facts["onCall"]> {
  if (!hook.rota) return undefined;
  const reading = await rotas.find(hook);
  const known = onCallAt(reading, nowMs);
  const { groupBecause } = texts;
  if ("unknown" in known) return { because: groupBecause[known.unknown] };
  const people = peopleAt(reading?.shifts ?? [], nowMs);
  if (people.length === 0)
    return { because: reading?.leftOut ? groupBecause.noOneReadable : groupBecause.noOne };
  const userIds = people.flatMap(({ userId }) => userId ?? []);
  if (userIds.length > 0) return { userIds };
  return { because: groupBecause.stranger(formatList(people.map(({ name }) => texts.nameIn(name)))) };
}
