import type { Severity } from "../incident/event-record.ts";
import type { Incident } from "../incident/record.ts";

/** One of the incidents that a storm's message stands for. */
export interface DigestMember {
  title: string;
  group?: string | undefined;
  state: Incident["state"];
  severity?: Severity | undefined;
  times: number;
  sinceMs: number;
  /** http(s) only. */
  link?: string | undefined;
}

/** How many incidents of a storm have something in common, and how many of those are not resolved. */
export interface DigestCount {
  name: string;
  open: number;
  total: number;
}

/** All that a storm's one message says. Names are plain and come from elsewhere. */
export interface DigestFacts {
  channelId: string;
  startedAtMs: number;
  /** Absent while it goes on. */
  endedAtMs?: number | undefined;
  counts: Record<Incident["state"], number>;
  /** Each with the largest first. */
  byAlert: readonly DigestCount[];
  byGroup: readonly DigestCount[];
  bySeverity: readonly DigestCount[];
  /** At most 10, what matters most first. */
  top: readonly DigestMember[];
  total: number;
  digestId: string;
}
