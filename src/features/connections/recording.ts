import type { Recorder } from "../../platform/audit/recorder.ts";
import type { ConnectionsContext } from "./context.ts";
import type { KnownService } from "./known-services.ts";
import { type Summary, plain } from "../../platform/audit/log.ts";

/** Known services: each change is written down. */
export function recordingConnections(
  context: ConnectionsContext,
  record: Recorder,
): Partial<ConnectionsContext> {
  return { services: recordingKnownServices(context, record) };
}

function recordingKnownServices(
  { services }: ConnectionsContext,
  record: Recorder,
): ConnectionsContext["services"] {
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

function serviceSummary({ name, serviceId, connection = "default" }: Partial<KnownService>): Summary {
  return { name, serviceId, connection };
}
