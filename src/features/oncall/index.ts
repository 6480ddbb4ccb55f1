import { feature } from "../../platform/feature.ts";
import type { OncallContext } from "./context.ts";
import { handoverJob } from "./handover/advance.ts";
import { handoverForm } from "./handover/command.ts";
import { handoverPart } from "./handover/part.ts";
import { handoverRoutes } from "./handover/receive.ts";
import { heartbeatForm } from "./heartbeat/command.ts";
import { heartbeatPart } from "./heartbeat/part.ts";
import { maintenanceForm } from "./maintenance/command.ts";
import { maintenancePart } from "./maintenance/part.ts";
import { noiseMuteAction, noiseMuteNowAction, noiseRaiseAction } from "./noise/actions.ts";
import { noisePart } from "./noise/started-alerts.ts";
import { weeklyNoise } from "./noise/schedule.ts";
import { onCall } from "./rota/command.ts";
import { rotaForm } from "./rota/form.ts";
import { onCallOnHome } from "./rota/on-call.ts";
import { rotaPart } from "./rota/part.ts";
import { rotaJob } from "./rota/refresh.ts";

// What other features may use.
export type { OncallPart } from "./context.ts";
export { noiseCalls } from "./noise/command.ts";
export { timeline } from "./timeline/timeline.ts";

/** What it adds to hooks, in the order of the hook's window and of the way of an alert. */
export const hookParts = [noisePart, maintenancePart, heartbeatPart, rotaPart, handoverPart] as const;

export const oncall = feature<OncallContext>({
  name: "oncall",
  commands: [onCall],
  forms: [handoverForm, rotaForm, maintenanceForm.form, heartbeatForm.form],
  interactions: [noiseMuteAction, noiseMuteNowAction, noiseRaiseAction],
  schedules: [weeklyNoise],
  jobs: [handoverJob, rotaJob],
  routes: handoverRoutes,
  home: [onCallOnHome],
});
