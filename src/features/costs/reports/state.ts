import type { MessagePlace } from "../../../platform/jobs/messenger.ts";
import type { DigestOrder, OpenDigest, SaidDay } from "./schedule.ts";
import type { Agenda } from "./periods.ts";

/** What became of an order in a part of its step: as it is now, taken back, or kept waiting since the cloud refused. */
export type Progress = DigestOrder | "ended" | "refused";

/** The digests of an order that are not settled, the oldest first. */
export function openDigests({ state }: DigestOrder): readonly OpenDigest[] {
  return state.open ?? [];
}

/** What is due as digests to begin; the oldest of them tells of those that were missed. */
export function toBegin({ due, missed }: Agenda): OpenDigest[] {
  const [first, last] = [missed[0], missed.at(-1)];
  const gap = first && last && { from: first.from, to: last.to, count: missed.length };
  return due.map(({ from, to }, index) => ({
    from,
    to,
    provisional: [],
    ...(gap && index === 0 && { missed: gap }),
  }));
}

/** The order with a digest begun; as it was where that was begun before. */
export function begun(order: DigestOrder, digest: OpenDigest): DigestOrder {
  const { upTo } = order.state;
  if (upTo !== undefined && upTo >= digest.to) return order;
  return withState(order, { upTo: digest.to, open: [...openDigests(order), digest] });
}

/** The digest of the same period as it is now; undefined where it is posted and settled. */
export function presentOf(order: DigestOrder, { from }: OpenDigest): OpenDigest | undefined {
  return openDigests(order).find((digest) => digest.from === from);
}

/** The order with what a digest is about to say of the days that may still change. */
export function saying(order: DigestOrder, digest: OpenDigest, provisional: SaidDay[]): DigestOrder {
  return changedDigest(order, digest, (present) => ({ ...present, provisional }));
}

/** The order with a digest posted; one without days that may change is settled by that. */
export function posted(order: DigestOrder, digest: OpenDigest, place: MessagePlace): DigestOrder {
  return changedDigest(order, digest, (present) => ({ ...present, place }));
}

/** The order with a digest's thread told of what changed; what was found since is still to be told. */
export function told(order: DigestOrder, { from, changed = [] }: OpenDigest): DigestOrder {
  return changedDigest(order, { from }, (present) => {
    if (present.changed?.[0]?.day !== changed[0]?.day) return present;
    const { changed: _told, ...rest } = present;
    return rest;
  });
}

/** The order after a look at all days that may have changed. */
export function looked(
  order: DigestOrder,
  lookAt: Date,
  afterLook: (digest: OpenDigest) => OpenDigest,
): DigestOrder {
  const open = openDigests(order).map((digest) => (isFollowed(digest) ? afterLook(digest) : digest));
  return withState(order, { open, lookAt: lookAt.toISOString() });
}

/** True for a digest whose days are looked at: it is posted, and its thread waits for nothing. */
export function isFollowed({ place, changed, provisional }: OpenDigest): boolean {
  return place !== undefined && changed === undefined && provisional.length > 0;
}

function changedDigest(
  order: DigestOrder,
  { from }: Pick<OpenDigest, "from">,
  change: (present: OpenDigest) => OpenDigest,
): DigestOrder {
  const open = openDigests(order).map((digest) => (digest.from === from ? change(digest) : digest));
  return withState(order, { open });
}

function withState(order: DigestOrder, state: Partial<DigestOrder["state"]>): DigestOrder {
  const next = { ...order.state, ...state };
  return { ...order, state: { ...next, open: (next.open ?? []).filter(isOpen) } };
}

function isOpen({ place, provisional, changed }: OpenDigest): boolean {
  return place === undefined || provisional.length > 0 || changed !== undefined;
}
