import type { WorkspaceContext } from "../context.ts";
import { keepTalk } from "./conversations.ts";

type Keeping = Pick<WorkspaceContext, "conversations" | "log">;

/** The newest lists of each person that are kept. */
const mostLists = 10;

/**
 * Keeps what each number of a list means to the person who reads it now: a number stays with its thing when others go.
 * `first` is the number of the first id. It never fails.
 */
export async function keepNumbers(
  list: string,
  { ids, first = 1 }: { ids: readonly string[]; first?: number },
  userId: string,
  context: Keeping,
): Promise<void> {
  await keepTalk(
    { userId },
    ({ shown: { [list]: before = [], ...others } = {}, ...talk }) => {
      const earlier = Array.from({ length: first - 1 }, (_, index) => before[index] ?? "");
      const kept = Object.entries(others).slice(1 - mostLists);
      return { ...talk, shown: { ...Object.fromEntries(kept), [list]: [...earlier, ...ids] } };
    },
    context,
  );
}

/** The id behind a number of the list that a person was last shown. What was typed, if that had no such number. */
export async function behindNumber(
  list: string,
  typed: string,
  userId: string,
  { conversations }: Pick<Keeping, "conversations">,
): Promise<string> {
  if (!/^\d{1,4}$/.test(typed)) return typed;
  const { shown } = (await conversations.find({ userId })) ?? {};
  return shown?.[list]?.[Number(typed) - 1] || typed;
}
