import { z } from "zod";

/** Where a message stands, as it is kept. */
export const KeptPlace = z.object({ channelId: z.string(), ts: z.string() });
