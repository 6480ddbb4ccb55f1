import { expect, test } from "vitest";
import { answerTo } from "../../support/answer-to.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { until } from "../../support/until.ts";

const environment = useTestEnvironment({ environment: () => ({ CHART_PICTURES: "address" }) });

test("with pictures by address, the app serves what its answer shows", async () => {
  let address: string | undefined;
  // On a busy machine the first chart may come too late for its answer. The second finds a loaded painter.
  await until(async () => {
    const answer = JSON.stringify(await answerTo(environment.ada, "/db costs last 7 days", "last 7 days"));
    [, address] = /"image_url":"([^"]+)"/.exec(answer) ?? [];
    return address !== undefined;
  });
  const { pathname } = new URL(address ?? "");
  const served = await fetch(new URL(pathname, environment.app.url));
  expect(served.status).toBe(200);
  expect((await served.bytes()).subarray(1, 4)).toEqual(new TextEncoder().encode("PNG"));
});
