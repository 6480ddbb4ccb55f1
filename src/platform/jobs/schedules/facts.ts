import { z } from "zod";

/** What every standing order has: who asked for it, where it speaks, and whose cloud it is about. */
export const orderFacts = {
  id: z.string(),
  channelId: z.string(),
  connection: z.string(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
};
