import type { Recorder } from "../../platform/audit/recorder.ts";
import type { CostsContext } from "./context.ts";

/** Unusual days: each that a person calls expected is written down. */
export function recordingCosts({ unusualDays }: CostsContext, record: Recorder): Partial<CostsContext> {
  return {
    unusualDays: {
      ...unusualDays,
      async expect(scope, day, expectation) {
        record.begin({ action: "unusual-day.expect" });
        const unusual = await unusualDays.expect(scope, day, expectation);
        if (unusual?.expected?.by === expectation.by && unusual.expected.at === expectation.at)
          await record.done({
            action: "unusual-day.expect",
            subject: unusual.service?.name ?? "all services",
            after: { day },
          });
        return unusual;
      },
    },
  };
}
