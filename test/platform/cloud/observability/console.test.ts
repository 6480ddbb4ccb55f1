import { expect, test } from "vitest";
import {
  type ConsolePage,
  observabilityConsole,
} from "../../../../src/platform/cloud/observability/console.ts";

const pages: ConsolePage[] = [
  { kind: "dashboard", id: "65f5e4a3b9e77c001a567890" },
  { kind: "dashboard", id: "65f5e4a3b9e77c001a567890", tileId: "65f5e4a3b9e77c001a901234" },
  { kind: "search", id: "65f5e4a3b9e77c001a345001" },
  { kind: "alert", id: "a-1" },
  { kind: "alerts" },
];

test.each(["https://observe.example.com", "https://console.example.com/services/s-1/observability/"])(
  "each page's address below %s leads back to the page",
  (base) => {
    const console = observabilityConsole(base);
    expect(pages.map((page) => console.read(console.addressOf(page)))).toEqual(pages);
  },
);

test("a sender's link leads to its page, whatever else is in the query", () => {
  const console = observabilityConsole("https://observe.example.com");
  expect(
    console.read("https://observe.example.com/search/65f5e4a3b9e77c001a345001?from=1&to=2&isLive=false"),
  ).toEqual({
    kind: "search",
    id: "65f5e4a3b9e77c001a345001",
  });
  expect(console.read("https://observe.example.com/dashboards/d1?from=1&highlightedTileId=t1&to=2")).toEqual({
    kind: "dashboard",
    id: "d1",
    tileId: "t1",
  });
});

test.each([
  "https://observe.example.org/dashboards/d1",
  "http://observe.example.com/dashboards/d1",
  "https://evil.observe.example.com/dashboards/d1",
  "https://observe.example.com.evil.example/dashboards/d1",
  "https://observe.example.com:8443/dashboards/d1",
  "https://observe.example.com@evil.example/dashboards/d1",
  "https://user:pass@observe.example.com/dashboards/d1",
  "https://observe.example.com/dashboards",
  "https://observe.example.com/dashboards/d1/edit",
  "https://observe.example.com/dashboards/%2e%2e",
  "https://observe.example.com/other/d1",
  `https://observe.example.com/dashboards/${"d".repeat(65)}`,
  `https://observe.example.com/dashboards/d1?${"x".repeat(10_000)}`,
  "javascript:alert(1)",
  "not an address",
])("%.80s is not a page of the console", (address) => {
  expect(observabilityConsole("https://observe.example.com").read(address)).toBeUndefined();
});
