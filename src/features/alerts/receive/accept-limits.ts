import { usualBodyBudgetBytes } from "./alert-bodies.ts";

/** How much may come in a minute; twice as much at most, if nothing came before. */
export interface Rate {
  eventsPerMinute: number;
  bytesPerMinute: number;
}

/** What may be accepted, and how much of it is kept. */
export interface AcceptLimits {
  /** Above so many waiting entries of a hook, only the latest of each incident is kept. */
  entries: number;
  /** The same for entries of more than 16 KB. */
  largeEntries: number;
  /** Of one hook. */
  hook: Rate;
  /** Of all hooks of a workspace together. */
  workspace: Rate;
  /** How many bytes of whole bodies a workspace keeps. */
  bodyBytes: number;
}

const megabyte = 1024 * 1024;

/** The limits if no setting says otherwise: a storm of 10,000 groups comes through at once. */
export const usualAcceptLimits: AcceptLimits = {
  entries: 20_000,
  largeEntries: 500,
  hook: { eventsPerMinute: 30_000, bytesPerMinute: 60 * megabyte },
  workspace: { eventsPerMinute: 100_000, bytesPerMinute: 200 * megabyte },
  bodyBytes: usualBodyBudgetBytes,
};
