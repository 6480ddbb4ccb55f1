import type { Redis } from "ioredis";
import { expect } from "vitest";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import { alerts } from "../../../../src/features/observability/alerts-command.ts";
import type { Answer } from "../../../../src/platform/commands/found.ts";
import type { ReferenceCloudOptions } from "@quartermaster/reference-cloud";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { type Deployment, type ObservedFixture, observedFixture } from "../fixture.ts";
import { said } from "../../../support/said.ts";
import { drawn } from "../../../support/drawn.ts";

/** An observed workspace in which Ada (U1) gives `/db alerts` commands in #general (C9). */
export interface AlertsFixture extends ObservedFixture {
  /** The answer to `/db alerts <words>`, which Slack would take. */
  db(words: string): Promise<Reply>;
  /** The same, but it may also be a form. */
  ask(words: string): Promise<Answer>;
  /** The error of `/db alerts <words>`. */
  refusal(words: string): Promise<string>;
  /** Calls a control of the reference server. */
  control(method: string, path: string, body?: object): Promise<unknown>;
}

/** The workspace of `observedFixture`, until the test ends. */
export async function alertsFixture(
  redis: Redis,
  deployment: Deployment,
  options: ReferenceCloudOptions = {},
): Promise<AlertsFixture> {
  const fixture = await observedFixture(redis, deployment, options);

  async function ask(words: string): Promise<Answer> {
    const reading = alerts.read(words);
    if ("problem" in reading) throw new Error(reading.problem);
    const asker = { workspaceId: "T1", userId: "U1", channelId: "C9", mayConfirm: true };
    return drawn(await reading.run(fixture.context, asker, { progress: async () => undefined }));
  }

  async function db(words: string): Promise<Reply> {
    const answer = said(await ask(words));
    expect(validateMessage(answer)).toBeNull();
    return answer;
  }

  return {
    ...fixture,
    ask,
    db,
    refusal: (words) =>
      ask(words).then(
        (answer) => `No refusal, but: ${"opens" in answer ? answer.opens.name : said(answer).text}`,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
    async control(method, path, body) {
      const response = await fetch(`${fixture.cloud.controlUrl}${path}`, {
        method,
        ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(await response.text());
      return response.status === 204 ? undefined : response.json();
    },
  };
}

/** The id of a deployment's target in the controls of the reference server. */
export function targetId({ target }: ObservedFixture): string {
  return target.serviceId ?? "standalone";
}
