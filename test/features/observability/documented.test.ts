import { expect, test } from "vitest";
import { formatDocumented } from "../../../src/features/observability/documented.ts";

test("help lists the documented operations of each resource, and says that servers may lack the others", () => {
  const rest = "Some servers do not offer the rest; then the answer says so.";
  expect(formatDocumented("dashboards")).toBe(
    `Of dashboards, the API's documentation shows only listing them for services and changing one for stand-alone servers. ${rest}`,
  );
  expect(formatDocumented("alerts")).toBe(
    `Of alerts, the API's documentation shows only creating one for services and reading one for stand-alone servers. ${rest}`,
  );
  expect(formatDocumented("sources")).toBe(
    "Of sources, the API's documentation shows nothing. Some servers do not offer them; then the answer says so.",
  );
});
