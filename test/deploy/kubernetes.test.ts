import { expect, test } from "vitest";
import { kubernetesProblems } from "./kubernetes-types.ts";
import { chartFolder, example, examples, helm, only, render, runHelm } from "./render.ts";

test("there are enough examples", () => {
  expect(examples.length).toBeGreaterThanOrEqual(4);
});

test.skipIf(!helm).each(examples)("helm lint takes the example %s without a warning", async (name) => {
  const said = await runHelm(["lint", "--strict", chartFolder, "--values", example(name)]);
  expect(said).toContain("1 chart(s) linted, 0 chart(s) failed");
  expect(said).not.toMatch(/\[(WARNING|ERROR)\]/);
});

test.skipIf(!helm)("Kubernetes takes every object of every example, field by field", async () => {
  const rendered = await Promise.all(examples.map((name) => render([example(name)])));
  const objects = rendered.flat();
  expect(new Set(objects.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(9);
  expect(await kubernetesProblems(objects)).toEqual([]);
});

test.skipIf(!helm)("an unknown field, a wrong type and a wrong word are found", async () => {
  const deployment = JSON.stringify(only(await render([example("minimal")]), "Deployment"));
  const problemsWith = async (from: string, to: string) => {
    expect(deployment).toContain(from);
    return (await kubernetesProblems([JSON.parse(deployment.replace(from, to))])).join("\n");
  };
  expect(await problemsWith('"enableServiceLinks"', '"serviceLinks"')).toMatch(
    /"serviceLinks"' does not exist/,
  );
  expect(await problemsWith('"readOnlyRootFilesystem"', '"readOnly"')).toMatch(/"readOnly"' does not exist/);
  expect(await problemsWith('"replicas":2', '"replicas":"two"')).toContain("replicas must be integer");
  expect(await problemsWith('"RollingUpdate"', '"Rolling"')).toContain("strategy/type");
});
