import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import type { Hook, HookRule } from "../../../../src/features/alerts/hooks/record.ts";

/** A hook of #alerts (C1) with these rules. */
export function hookWith(rules: HookRule[], others: Partial<Hook> = {}): Hook {
  return {
    id: "T1-a",
    name: "checkout",
    channelId: "C1",
    ownerId: "U1",
    createdAt: "2026-11-20T10:00:00.000Z",
    secrets: [{ hash: "ab", createdAt: "2026-11-20T10:00:00.000Z" }],
    broadcasts: false,
    rules,
    muted: {},
    ...others,
  };
}

/** A firing event with these facts. */
export function eventOf(facts: Partial<AlertEvent> = {}): AlertEvent {
  return {
    sender: "structured",
    key: "k1",
    title: "Checkout errors above 5%",
    alertName: "Checkout errors",
    body: "",
    state: "firing",
    ...facts,
  };
}
