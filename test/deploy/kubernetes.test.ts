import { expect, test } from "vitest";
import { kubernetesProblems } from "./kubernetes-types.ts";
import { chartFolder, example, examples, helm, render, runHelm } from "./render.ts";

test("there are enough examples", () => {
  expect(examples.length).toBeGreaterThanOrEqual(4);
});

test.skipIf(!helm).each(examples)("helm lint takes the example %s without a warning", async (name) => {
  const said = await runHelm(["lint", "--strict", chartFolder, "--values", example(name)]);
  expect(said).toContain("1 chart(s) linted, 0 chart(s) failed");
  expect(said).not.toMatch(/\[(WARNING|ERROR)\]/);
});

/** Mistakes in a Deployment, and what the types and the schemas say of them. */
const mistakes: readonly (readonly [from: string, to: string, ...problems: RegExp[]])[] = [
  ['"enableServiceLinks"', '"serviceLinks"', /"serviceLinks"' does not exist/],
  ['"readOnlyRootFilesystem"', '"readOnly"', /"readOnly"' does not exist/],
  ['"replicas":2', '"replicas":"two"', /'string' is not assignable/, /replicas must be integer/],
  ['"RollingUpdate"', '"Rolling"', /'"Rolling"' is not assignable/, /strategy\/type/],
];

test.skipIf(!helm)(
  "Kubernetes takes every object of the examples, and no Deployment with a mistake",
  async () => {
    const objects = (await Promise.all(examples.map((name) => render([example(name)])))).flat();
    expect(new Set(objects.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(9);
    const deployment = JSON.stringify(objects.find(({ kind }) => kind === "Deployment"));
    const wrong = mistakes.map(([from, to]) => {
      expect(deployment).toContain(from);
      return JSON.parse(deployment.replace(from, to));
    });
    // All at once, because the compiler takes long to start.
    const problems = await kubernetesProblems([...objects, ...wrong]);
    const expected = mistakes.flatMap(([, , ...patterns]) => patterns);
    expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([]);
    for (const pattern of expected) expect(problems.join("\n")).toMatch(pattern);
  },
);
