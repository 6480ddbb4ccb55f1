import { isAppError } from "../../lib/errors.ts";

/** The app's tokens for a secret store. */
export interface Tokens {
  /** Fails as auth or upstream if there is none. */
  present(): Promise<string>;
  /** The token to try after that one was refused. Undefined if there is no other. */
  after(refused: string): Promise<string | undefined>;
}

/** A token with an expiry. */
export interface Lease {
  token: string;
  /** 0 if it never ends. */
  durationMs: number;
}

interface Options<Given extends Lease> {
  login: () => Promise<Given>;
  /** Renews it. Undefined if the store does not. */
  renew?: (lease: Given) => Promise<Given | undefined>;
  now: () => number;
}

/** If a token this new is refused, the token is good and the request is not allowed. */
const freshMs = 10_000;

/**
 * Leases tokens. After two thirds of its time a token is renewed or replaced, and a refused one is replaced. Requests
 * during that share it.
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
      // It is still valid, and the next request tries again.
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
