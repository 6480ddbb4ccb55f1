import type { Reply } from "../../../platform/blocks/reply.ts";
import { entityOf } from "../../../platform/blocks/work-object.ts";
import type { WorkspaceContext } from "../../../platform/context.ts";
import * as texts from "./texts.ts";

/**
 * The same message with the card of the service that it is about. The card has its name alone, because a
 * posted card stays as it is. The service as it is now opens beside it.
 */
export function aboutService(
  reply: Reply,
  { serviceId: id, name }: { serviceId: string; name: string },
  context: Pick<WorkspaceContext, "publicUrl" | "now">,
): Reply {
  const view = { type: "item", kindText: texts.kindText, title: name, fields: [] } as const;
  const entity = entityOf({ kind: "service", id }, view, context);
  return { ...reply, entity };
}
