import { z } from "zod";
import { blockObject, type BlockKind } from "../surface.ts";

// https://docs.slack.dev/apis/web-api/using-the-calls-api
/** A call that was registered at Slack before, shown in messages. */
export const call: BlockKind = {
  type: "call",
  surfaces: ["message"],
  schema: () => blockObject("call", { call_id: z.string().min(1) }),
};
