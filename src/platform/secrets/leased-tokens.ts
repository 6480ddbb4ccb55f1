import { isAppError } from "../../lib/errors.ts";

/** The tokens with which a place lets the app in. */
export interface Tokens {
  /** Fails as auth or upstream where there is none. */
  present(): Promise<string>;
  /** The one to try where that one was refused; undefined where there is no other. */
  after(refused: string): Promise<string | undefined>;
}

/** A token that was given for a while. */
export interface Lease {
  token: string;
  /** 0 where it never ends. */
  durationMs: number;
}

interface Options<Given extends Lease> {
  login: () => Promise<Given>;
  /** The same for longer; undefined where it is not prolonged. */
  renew?: (lease: Given) => Promise<Given | undefined>;
  now: () => number;
}

/** A token that is refused so soon after it was given is good, and what was asked is not allowed. */
const freshMs = 10_000;

/**
 * Tokens that are given for a while: prolonged, or given anew, once two thirds of their time are over, and given anew
 * where one is refused. Who asks while that is under way shares it.
 */
export function leasedTokens<Given extends Lease>({ login, renew, now }: Options<Given>): Tokens {
  let held: { lease: Given; since: number } | undefined;
  let underWay: Promise<string> | undefined;

  function hold(work: () => Promise<Given>): Promise<string> {
    underWay ??= take(work).finally(() => (underWay = undefined));
    return underWay;
  }

  async function take(work: () => Promise<Given>): Promise<string> {
    const since = now();
    const lease = await work();
    held = { lease, since };
    return lease.token;
  }

  async function prolong(lease: Given): Promise<string> {
    try {
      return await hold(async () => (await renew?.(lease)) ?? (await login()));
    } catch (error) {
      // It is good still; whoever asks next tries again.
      if (isAppError(error, "upstream")) return lease.token;
      throw error;
    }
  }

  async function present(): Promise<string> {
    if (!held) return hold(login);
    const { lease, since } = held;
    const used = lease.durationMs === 0 ? 0 : (now() - since) / lease.durationMs;
    if (used < 2 / 3) return lease.token;
    return used < 1 ? prolong(lease) : hold(login);
  }

  return {
    present,
    async after(refused) {
      if (held?.lease.token === refused) {
        if (now() - held.since < freshMs) return undefined;
        held = undefined;
      }
      const token = await present();
      return token === refused ? undefined : token;
    },
  };
}
