import { expect, test } from "vitest";
import {
  begun,
  isFollowed,
  looked,
  openDigests,
  posted,
  presentOf,
  saying,
  toBegin,
  told,
} from "../../../../src/features/costs/reports/state.ts";
import type { DigestOrder, OpenDigest } from "../../../../src/features/costs/reports/schedule.ts";

const order: DigestOrder = {
  id: "o1",
  kind: "digest",
  channelId: "C1",
  connection: "default",
  createdBy: "U1",
  createdAt: "2026-11-01T00:00:00.000Z",
  every: "daily",
  at: "09:00",
  timeZone: "UTC",
  by: "service",
  state: {},
};
const digest: OpenDigest = { from: "2026-11-19", to: "2026-11-19", provisional: [] };
const place = { channelId: "C1", ts: "1.1" };
const said = { day: "2026-11-19", said: "48.11" };

function periodOf(day: string) {
  return { from: day, to: day, due: new Date() };
}

test("a digest is begun once, and again not though it is settled", () => {
  const first = begun(order, digest);
  expect(openDigests(first)).toEqual([digest]);
  expect(begun(first, digest)).toEqual(first);
  const settled = posted(first, digest, place);
  expect(openDigests(settled)).toEqual([]);
  expect(openDigests(begun(settled, digest))).toEqual([]);
});

test("a digest with days that may change stays until its thread was told", () => {
  const open = posted(saying(begun(order, digest), digest, [said]), digest, place);
  const [followed] = openDigests(open);
  expect(followed && isFollowed(followed)).toBe(true);

  const changed = { ...said, final: "52.10" };
  const after = looked(open, new Date(), (one) => ({ ...one, provisional: [], changed: [changed] }));
  expect(presentOf(after, digest)?.changed).toEqual([changed]);
  expect(openDigests(told(after, { ...digest, changed: [changed] }))).toEqual([]);
});

test("who was slow to tell of one change does not take another one for told", () => {
  const found = { ...digest, place, changed: [{ day: "2026-11-19", said: "1", final: "2" }] };
  const since = { ...found, changed: [{ day: "2026-11-20", said: "1", final: "2" }] };
  expect(openDigests(told({ ...order, state: { open: [since] } }, found))).toEqual([since]);
});

test("a look leaves a digest alone whose thread is just being told", () => {
  const telling = { ...digest, place, provisional: [said], changed: [{ ...said, final: "1" }] };
  const before: DigestOrder = { ...order, state: { open: [telling] } };
  expect(openDigests(looked(before, new Date(), () => digest))).toEqual([telling]);
});

test("the oldest of the digests that are due tells of all that were missed", () => {
  const missed = [periodOf("2026-11-16"), periodOf("2026-11-17")];
  const due = [periodOf("2026-11-18"), periodOf("2026-11-19")];
  expect(toBegin({ due, missed, next: periodOf("2026-11-20") })).toEqual([
    {
      from: "2026-11-18",
      to: "2026-11-18",
      provisional: [],
      missed: { from: "2026-11-16", to: "2026-11-17", count: 2 },
    },
    { from: "2026-11-19", to: "2026-11-19", provisional: [] },
  ]);
});
