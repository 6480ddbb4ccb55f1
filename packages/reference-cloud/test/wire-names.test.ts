import { expect, test } from "vitest";
import { ask, askJson, cloudInTest, organizationOf } from "../../../test/support/asking.ts";

const wireNames = { engineVersion: "makerVersion", credits: "MAKER", observability: "makerview" };

test("a deployment can have its own name for the engine version", async () => {
  const cloud = await cloudInTest({ wireNames });
  const answer = await askJson(cloud, organizationOf(cloud, "SCALE"), "/services", {});
  expect(answer).toMatchObject({ result: { service: { makerVersion: "26.8" } } });
  expect(answer.text).not.toContain("engineVersion");
});

test("a deployment can have its own ending of every cost field", async () => {
  const cloud = await cloudInTest({ wireNames });
  const path = "/usageCost?from_date=2026-11-01&to_date=2026-11-02";
  const { text } = await ask(cloud, organizationOf(cloud, "SCALE"), path);
  for (const name of ["grandTotalMAKER", "totalMAKER", "storageMAKER", "computeMAKER"])
    expect(text).toContain(name);
  expect(text).not.toContain("Credits");
});
