import type { AppContext } from "../../app/context.ts";
import { isAppError } from "../../lib/errors.ts";
import { recordingAlerts, recordingHooks } from "./recording-alerts.ts";
import { recordingCreations } from "./recording-creations.ts";
import { recordingOrders } from "./recording-orders.ts";
import type { Recorder } from "./recorder.ts";
import { plain, presetSummary, serviceSummary } from "./summaries.ts";

/** The same context, in which all that is kept for people is written down as it is changed, as is a role that was too little. */
export function recordingContext(
  context: AppContext,
  record: Recorder,
  subjectOf: () => Promise<string | undefined>,
): AppContext {
  return {
    ...context,
    audit: { ...context.audit, record: (entry) => record.record(entry) },
    access: recordingAccess(context, record, subjectOf),
    services: recordingServices(context, record),
    presets: recordingPresets(context, record),
    ...recordingOrders(context, record),
    hooks: recordingHooks(context, record),
    ...recordingAlerts(context, record),
    creations: recordingCreations(context, record),
  };
}

function recordingAccess(
  { access }: AppContext,
  record: Recorder,
  subjectOf: () => Promise<string | undefined>,
): AppContext["access"] {
  return {
    ...access,
    async demand(...asked) {
      try {
        await access.demand(...asked);
      } catch (error) {
        if (!isAppError(error, "forbidden")) throw error;
        const subject = await subjectOf();
        const detail = `It takes the role ${asked[1]}.`;
        await record.notDone({ result: "refused", detail, ...(subject === undefined ? {} : { subject }) });
        throw error;
      }
    },
  };
}

function recordingServices({ services }: AppContext, record: Recorder): AppContext["services"] {
  return {
    ...services,
    async add(service) {
      record.begin({ action: "service.add", subject: service.name });
      await services.add(service);
      const after = plain(serviceSummary(service));
      await record.done({ action: "service.add", subject: service.name, after });
    },
    async forget(name) {
      record.begin({ action: "service.forget", subject: name });
      const service = await services.forget(name);
      const before = plain(serviceSummary(service));
      await record.done({ action: "service.forget", subject: service.name, before });
      return service;
    },
  };
}

function recordingPresets({ presets }: AppContext, record: Recorder): AppContext["presets"] {
  return {
    ...presets,
    async save(preset) {
      record.begin({ action: "preset.save", subject: preset.name });
      await presets.save(preset);
      const after = plain(presetSummary(preset));
      await record.done({ action: "preset.save", subject: preset.name, after });
    },
    async delete(name) {
      record.begin({ action: "preset.delete", subject: name });
      const preset = await presets.delete(name);
      const before = plain(presetSummary(preset));
      await record.done({ action: "preset.delete", subject: preset.name, before });
      return preset;
    },
  };
}
