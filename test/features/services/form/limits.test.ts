import { expect, test } from "vitest";
import { limitProblems } from "../../../../src/features/services/form/limits.ts";
import type { CreateLimits } from "../../../../src/platform/access/create-limits.ts";

const small = {
  name: "dev orders",
  provider: "aws",
  region: "eu-west-1",
  maxReplicaMemoryGb: 32,
  numReplicas: 2,
};
const office = [{ source: "203.0.113.0/24" }];

const cases: [string, CreateLimits, Record<string, unknown>, string[]][] = [
  ["another provider", { providers: ["aws"] }, { provider: "gcp" }, ["provider"]],
  ["another region", { regions: ["eu-west-1"] }, { region: "us-east-1" }, ["region"]],
  ["no region", { regions: ["eu-west-1"] }, { region: undefined }, ["region"]],
  ["just the memory", { totalMemoryGb: 64 }, {}, []],
  ["too much in all", { totalMemoryGb: 64 }, { numReplicas: 3 }, ["maxReplicaMemoryGb"]],
  [
    "no number of replicas, which counts as three",
    { totalMemoryGb: 95 },
    { numReplicas: undefined },
    ["maxReplicaMemoryGb"],
  ],
  ["no size", { totalMemoryGb: 64 }, { maxReplicaMemoryGb: undefined }, ["maxReplicaMemoryGb"]],
  [
    "the older field of a size",
    { totalMemoryGb: 64 },
    { maxReplicaMemoryGb: undefined, maxTotalMemoryGb: 240, numReplicas: 1 },
    ["maxTotalMemoryGb"],
  ],
  [
    "both fields of a size",
    { totalMemoryGb: 64 },
    { maxReplicaMemoryGb: 8, maxTotalMemoryGb: 360 },
    ["maxReplicaMemoryGb"],
  ],
  ["a name that fits", { names: ["test *", "dev *"] }, {}, []],
  ["a name that fits none", { names: ["dev *"] }, { name: "orders dev" }, ["name"]],
  ["no addresses", { needsAddresses: true }, {}, ["ipAccessList"]],
  ["addresses", { needsAddresses: true, keepsWorldOut: true }, { ipAccessList: office }, []],
  ["no addresses, which may mean all", { keepsWorldOut: true }, {}, ["ipAccessList"]],
];

test.each(cases)("limits and a request with %s", (_, limits, differently, fields) => {
  const problems = limitProblems(limits, { ...small, ...differently });
  expect(problems.map(({ field }) => field)).toEqual(fields);
});

test.each([
  "0.0.0.0/0",
  "::/0",
  "0.0.0.0/1",
  "128.0.0.0/1",
  "::/1",
  "::ffff:0:0/96",
  "0.0.0.0/00",
  "0.0.0.0/x",
])("%s counts as the whole internet", (source) => {
  const list = [...office, { source }];
  expect(limitProblems({ keepsWorldOut: true }, { ...small, ipAccessList: list })).toEqual([
    {
      field: "ipAccessList",
      message: `“${source}” is too wide for your role. Enter narrower addresses.`,
    },
  ]);
});

test.each([
  ["10.0.0.0/8", "10.0.0.0/7"],
  ["2001:db8::/16", "2001:db8::/15"],
  ["::ffff:10.0.0.0/104", "::ffff:10.0.0.0/103"],
])("%s is the widest range allowed, and %s is too wide", (widest, wider) => {
  const [none, one] = [widest, wider].map((source) =>
    limitProblems({ keepsWorldOut: true }, { ...small, ipAccessList: [{ source }] }),
  );
  expect(none).toEqual([]);
  expect(one).toHaveLength(1);
});

test("a request that exceeds several limits has a problem at each field", () => {
  const limits = { providers: ["aws", "gcp"], totalMemoryGb: 32, names: ["dev *"] };
  expect(
    limitProblems(limits, { ...small, provider: "azure", name: "prod", numReplicas: undefined }),
  ).toEqual([
    { field: "name", message: "Your role needs a name like “dev *”, and * stands for anything." },
    { field: "provider", message: "Provider: your role can use aws or gcp." },
    {
      field: "maxReplicaMemoryGb",
      message:
        "That's 96 GB in all, counted with 3 replicas because you set none. Your role can create up to 32 GB.",
    },
  ]);
});
