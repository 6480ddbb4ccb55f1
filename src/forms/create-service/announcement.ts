import { actions } from "../../blocks/button.ts";
import { code, escapeName } from "../../blocks/escape.ts";
import { type Reply, reply } from "../../blocks/reply.ts";
import { commandButton } from "../../blocks/command-button.ts";
import { context, section } from "../../blocks/text.ts";
import type { ServiceState } from "../../cloud/service.ts";
import type { ServiceRequest } from "../../cloud/service-request.ts";

/** How a service that is being created looks to its channel: the cloud's own state, or what we know of it. */
export interface Announced {
  request: ServiceRequest;
  /** The name by which `/db backups` finds it. */
  name: string;
  serviceId?: string;
  state: string;
  userName: string;
}

/** The one message in the channel about a service that is created, as it should read in this state. */
export function announcement({ request, name, serviceId, state, userName }: Announced): Reply {
  const shown = escapeName(name);
  const { emoji, words } = inWords(state);
  const headline = `*${shown}* ${words}`;
  const facts = [...sizeFacts(request), `asked for by ${escapeName(userName)}`].join(" · ");
  const details = serviceId === undefined ? facts : `${facts} · id ${code(serviceId)}`;
  return reply(`${headline} (${facts})`, [
    section(`${emoji} ${headline}`),
    context(details),
    ...(isSettled(state)
      ? [actions([commandButton("Backups", `backups ${name}`), commandButton("Costs", "costs")])]
      : []),
  ]);
}

const running: ReadonlySet<string> = new Set<ServiceState>(["running", "idle", "partially_running"]);
const failed: ReadonlySet<string> = new Set<ServiceState>([
  "failed",
  "terminated",
  "terminating",
  "stopped",
  "degraded",
  "softdeleted",
  "softdeleting",
]);

/** Set by us when the cloud cannot say, or did not get there in time. */
export const ownStates = { unreported: "unreported", slow: "slow" } as const;

/** True when there is nothing more to wait for. */
export function isSettled(state: string): boolean {
  return (
    running.has(state) || failed.has(state) || state === ownStates.unreported || state === ownStates.slow
  );
}

function inWords(state: string): { emoji: string; words: string } {
  if (running.has(state)) return { emoji: ":white_check_mark:", words: "is created and running." };
  if (failed.has(state))
    return {
      emoji: ":x:",
      words: `is created but did not come up: the cloud says “${escapeName(state)}”. Look in its console.`,
    };
  if (state === ownStates.unreported)
    return {
      emoji: ":white_check_mark:",
      words: "is created. This cloud does not report when a service runs; its console shows it.",
    };
  if (state === ownStates.slow)
    return {
      emoji: ":warning:",
      words: "is created but still not running after 30 minutes. Look in the cloud's console.",
    };
  return {
    emoji: ":hourglass_flowing_sand:",
    words: `is created and ${escapeName(state.replaceAll("_", " "))}…`,
  };
}

function sizeFacts({
  provider,
  region,
  numReplicas,
  minReplicaMemoryGb,
  maxReplicaMemoryGb,
}: ServiceRequest): string[] {
  return [
    ...(provider ? [provider] : []),
    ...(region ? [region] : []),
    ...(numReplicas === undefined ? [] : [`${numReplicas} ${numReplicas === 1 ? "replica" : "replicas"}`]),
    ...(minReplicaMemoryGb === undefined || maxReplicaMemoryGb === undefined
      ? []
      : [`${minReplicaMemoryGb} to ${maxReplicaMemoryGb} GB each`]),
  ];
}
