import { newSecret } from "../ids.ts";
import { minuteMs } from "../duration.ts";

const lifeMs = minuteMs;

/** One-time rights to open a connection. */
export interface Tickets {
  issue(): string;
  /** True once for each ticket, within a minute of its issue. */
  redeem(ticket: string): boolean;
}

/** Random tickets. */
export function createTickets(now: () => number): Tickets {
  const expiries = new Map<string, number>();
  return {
    issue() {
      const ticket = newSecret(16);
      expiries.set(ticket, now() + lifeMs);
      return ticket;
    },
    redeem(ticket) {
      const expiresAt = expiries.get(ticket) ?? 0;
      expiries.delete(ticket);
      return now() < expiresAt;
    },
  };
}
