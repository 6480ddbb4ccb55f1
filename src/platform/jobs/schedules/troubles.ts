import { unfitText } from "../../../lib/kinds.ts";
import type { WorkspaceContext } from "../../context.ts";
import { failsLine, unfitLine } from "../failing.ts";
import type { Schedule, ScheduleKind } from "./kept-schedules.ts";
import { itemId, schedulesQueue } from "./schedules.ts";

/** Why a schedule doesn't happen. */
export interface Trouble {
  /** The reason, in plain text. */
  why: string;
  /** A line below its entry in a list, in mrkdwn. */
  line: string;
  /** True if it has a value that can't be used, so when it comes next isn't known. */
  isUnfit: boolean;
}

/** The troubles of schedules by their ids. */
export type Troubles = ReadonlyMap<string, Trouble>;

/** What keeps schedules of a kind from happening, by their ids: a value that can't be used, or a step that fails at each try. */
export async function troublesOf<S extends Schedule>(
  { record }: Pick<ScheduleKind<S>, "record">,
  schedules: readonly S[],
  { failing, workspaceId }: Pick<WorkspaceContext, "failing" | "workspaceId">,
): Promise<Troubles> {
  if (schedules.length === 0) return new Map();
  const known = (await failing.list()).filter(({ job }) => job === schedulesQueue);
  const fails = new Map(known.map((item) => [item.id, item]));
  return new Map(
    schedules.flatMap((schedule): [string, Trouble][] => {
      const unfit = unfitText(record, schedule);
      const [unfitAs] = unfitLine(unfit);
      if (unfit !== undefined && unfitAs !== undefined)
        return [[schedule.id, { why: unfit, line: unfitAs, isUnfit: true }]];
      const item = fails.get(itemId(workspaceId, schedule.id));
      return item ? [[schedule.id, { why: item.reason, line: failsLine(item), isUnfit: false }]] : [];
    }),
  );
}
