import { slackDate } from "../../../platform/blocks/date.ts";
import type { FactData, ServiceFact } from "../../../platform/commands/service-facts.ts";
import type { LifecycleContext } from "../context.ts";
import { ExpirySchedule } from "./schedule.ts";
import * as texts from "./texts.ts";

/** When each service ends. */
export const endOfService: ServiceFact<LifecycleContext> = {
  label: "Ends",
  rank: 5,
  async read(services, { schedules }) {
    const ids = new Set(services.map(({ serviceId }) => serviceId));
    const all = await schedules.list(ExpirySchedule);
    return new Map(
      all
        .filter(({ service }) => ids.has(service.serviceId))
        .map((expiry) => {
          const { state: endState, text } = stateOf(expiry) ?? {};
          const data: FactData = { endsAt: expiry.expiresAt, ...(endState && { endState }) };
          return [
            expiry.service.serviceId,
            { text: text ?? slackDate(new Date(expiry.expiresAt)), data },
          ] as const;
        }),
    );
  },
};

/** How far an end has come, and the words for it in mrkdwn. Undefined while it is ahead. */
export function stateOf({
  expiresAt,
  untold,
  state: { stopped, running, kept },
}: ExpirySchedule): { state: NonNullable<FactData["endState"]>; text: string } | undefined {
  if (untold) return { state: "untold", text: texts.stateUntold(new Date(expiresAt), untold.what) };
  if (kept) return { state: "kept", text: texts.stateKept(kept.why) };
  if (stopped) {
    const state = stopped.isStarted ? "started" : "stopped";
    return { state, text: texts.states[state] };
  }
  return running && { state: "running", text: texts.states.running };
}
