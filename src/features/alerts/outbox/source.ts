import type { LaneSource } from "../../../platform/jobs/outbox/source.ts";
import type { AlertContextOf } from "../context.ts";
import { incidentMessage } from "../message/incident-message.ts";
import { threadEntries } from "../message/thread-entries.ts";
import { endIfCalm } from "../storm/after.ts";
import { type StormLimits, isDigest, weatherStorm } from "../storm/storm.ts";
import { wantedDigest } from "../storm/wanted-summary.ts";
import { createReachability } from "./unreachable.ts";
import { ownersOfStuck } from "./stuck.ts";
import { goneInWords, wholeText } from "../message/whole-text.ts";

/** Tells the lanes how incidents and digests should look in Slack. */
export function alertLaneSource(contextOf: AlertContextOf, limits: StormLimits): LaneSource {
  const reachability = createReachability(contextOf);
  return {
    async wanted(workspaceId, itemId, channelId) {
      const context = contextOf(workspaceId);
      if (isDigest(itemId)) return wantedDigest(context, itemId, limits);
      const [, endingDigestId] = /^storm-end:(.+)$/.exec(itemId) ?? [];
      if (endingDigestId !== undefined) {
        await endIfCalm(context, endingDigestId, limits);
        return undefined;
      }
      const incident = await context.incidents.find(itemId);
      const hook = incident && (await context.hooks.find(incident.hookId));
      // Where it was moved, its message stands in another channel, and is no matter of this one's lane.
      if (!hook || incident.channelId !== channelId) return undefined;
      reachability.know(hook);
      return {
        revision: incident.revision,
        root: incidentMessage(incident, hook),
        thread: threadEntries(incident, async () => {
          const whole = await wholeText(incident, context);
          return [whole.text, goneInWords(whole) ?? []].flat().join("\n\n");
        }),
      };
    },
    prepare: (workspaceId, channelId, traffic) =>
      weatherStorm(contextOf(workspaceId), channelId, traffic, limits),
    unreachable: reachability.unreachable,
    stuck: ownersOfStuck(contextOf),
    reached: reachability.reached,
  };
}
