import { expect, test } from "vitest";
import { formatDocumented } from "../../../src/features/observability/documented.ts";

test("help lists the documented operations of each resource, and says that servers may lack the others", () => {
  const rest = "Some servers don't offer the rest.";
  expect(formatDocumented("dashboards")).toBe(
    `For dashboards, the API's documentation only shows listing for services and changing for stand-alone servers. ${rest}`,
  );
  expect(formatDocumented("alerts")).toBe(
    `For alert rules, the API's documentation only shows creating for services and reading for stand-alone servers. ${rest}`,
  );
  expect(formatDocumented("sources")).toBe(
    "The API's documentation doesn't show data sources. Some servers don't offer them.",
  );
});
