import { expect, test } from "vitest";
import { product } from "../../../../src/app/features.ts";
import { callNamed, partsFound } from "../../../support/slots.ts";

const { shape } = callNamed("services_create", product.commands);

/** What a sentence wishes of a new service. */
function wishes(text: string): Record<string, string> {
  return Object.fromEntries(
    ["provider", "region", "size", "memory", "replicas"].flatMap((key) => {
      const found = partsFound(shape[key], text);
      return found === undefined ? [] : [[key, found]];
    }),
  );
}

test.each([
  [
    "set up ~ on gcp in europe-west4, 32 gigs per replica",
    { provider: "gcp", region: "europe-west4", memory: "32" },
  ],
  ["a database in tokyo", { region: "tokyo" }],
  ["a database in stockholm", { region: "stockholm" }],
  ["a database in sao paulo on google cloud", { region: "sao paulo", provider: "gcp" }],
  ["one on microsoft azure in germany", { region: "germany", provider: "azure" }],
  ["new service on aws, L", { provider: "aws", size: "L" }],
  ["new service, size XL please", { size: "L" }],
  ["new service size L", { size: "L" }],
  ["a tiny database", { size: "S" }],
  ["a medium one", { size: "M" }],
  ["a big database", { size: "L" }],
  ["a database with 64 gigs of ram", { memory: "64" }],
  ["a database with 32 gb", { memory: "32" }],
  ["16GB memory each and 3 replicas", { memory: "16", replicas: "3" }],
  ["memory of 48", { memory: "48" }],
  ["a database for 100 gb of data", {}],
  ["96 gb in total", {}],
  ["not too large", {}],
])("“%s” wishes %j", (text, expected) => {
  expect(wishes(text)).toEqual(expected);
});
