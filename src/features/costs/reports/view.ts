import type { CostView } from "../arguments.ts";
import type { ReportSchedule } from "./schedule.ts";

/** What a report lists costs by. */
export function viewOf({ by, isByTeam }: Pick<ReportSchedule, "by" | "isByTeam">): CostView {
  return isByTeam ? "team" : by;
}

/** A view as a report keeps it. */
export function keptView(view: CostView): Pick<ReportSchedule, "by" | "isByTeam"> {
  return view === "team" ? { by: "service", isByTeam: true } : { by: view, isByTeam: undefined };
}
