import type { LifecycleContext } from "../context.ts";
import { acceptChange } from "./change.ts";
import type { Ended } from "./progress.ts";

interface ScheduleOfService {
  id: string;
  service: { serviceId: string; name: string };
  connection: string;
}

/** What a schedule does to its service. It is void once the schedule's field has another value. */
interface ScheduledChange {
  verb: "start" | "stop" | "delete";
  /** Tells it from the schedule's other changes at that value. */
  what: string;
  asOf: { field: string; value: string };
  because: string;
}

/** Accepts a schedule's change once, and returns how it ended. Undefined while it is under way. */
export async function changeBySchedule(
  { id, service, connection }: ScheduleOfService,
  { verb, what, asOf, because }: ScheduledChange,
  context: LifecycleContext,
): Promise<Ended | undefined> {
  const changeId = `${id}-${Date.parse(asOf.value)}-${what}`;
  const progress = await context.serviceChangeLog.find(changeId);
  if (progress?.status === "ended") return progress;
  await acceptChange(
    changeId,
    {
      workspaceId: context.workspaceId,
      userId: "app",
      service: { ...service, connection },
      verb,
      parts: [{ kind: verb }],
      because,
      asOf: { scheduleId: id, ...asOf },
    },
    context,
  );
  return undefined;
}
