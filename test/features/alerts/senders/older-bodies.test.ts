import { describe, expect, it } from "vitest";
import * as bodies from "./bodies.ts";
import { links, readOne } from "./bodies.ts";

describe("the older text", () => {
  it("has its state in the sign before the title", () => {
    expect(readOne(bodies.olderFiring)).toMatchObject({
      sender: "older text",
      key: "name:checkout errors|",
      title: 'Alert for "Checkout errors" - 12 lines found',
      state: "firing",
      value: "12",
      threshold: "5",
      link: links.search,
      origin: { savedSearchId: "65f5e4a3b9e77c001a345001" },
    });
    const resolved = {
      text: `✅ Alert for "Checkout errors" - 0 lines found | The alert has been resolved. | ${links.search}`,
    };
    expect(readOne(resolved)).toMatchObject({ key: "name:checkout errors|", state: "resolved" });
  });

  it("fires without a sign, because the oldest versions have none", () => {
    expect(readOne({ text: `Alert for "A" - 12 lines found | x | ${links.search}` }).state).toBe("firing");
  });

  it("has a key for each group", () => {
    const text = `🚨 Alert for "A" - 12 lines found | Group: "Pod:B"\n12 lines found | ${links.search}`;
    expect(readOne({ text })).toMatchObject({ key: "name:a|pod:b", group: "Pod:B" });
  });
});

describe("the incident tool's body", () => {
  it("is read whole", () => {
    expect(readOne(bodies.incidentTool)).toMatchObject({
      sender: "incident tool",
      key: "id:9a8b7c6d5e4f3021",
      alertName: "p95 latency (ms) in API Monitoring",
      body: "2432 exceeds 2000\nTime Range (UTC): [Nov 3 2:00:00 PM - Nov 3 2:05:00 PM)",
      group: "ServiceName:api",
      state: "firing",
      value: "2432",
      threshold: "2000",
      origin: { tileId: "65f5e4a3b9e77c001a901234" },
    });
    expect(readOne({ ...bodies.incidentTool, status: "resolved" }).state).toBe("resolved");
  });

  it("may have more facts in its metadata", () => {
    const metadata = { severity: "P1", startTime: 1_793_714_400_000, endTime: 1_793_714_700_000 };
    expect(readOne({ ...bodies.incidentTool, metadata })).toMatchObject({
      severity: "critical",
      windowMs: 300_000,
      atMs: 1_793_714_700_000,
    });
  });
});
