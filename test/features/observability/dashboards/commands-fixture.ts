import type { ActionsBlockElement, SectionBlockAccessory } from "@slack/types";
import type { Redis } from "ioredis";
import { expect } from "vitest";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import type { FormStart } from "../../../../src/platform/commands/found.ts";
import { product } from "../../../../src/app/features.ts";
import { dashboards } from "../../../../src/features/observability/dashboards/command.ts";
import {
  type ObservabilityClient,
  observabilityClientOf,
} from "../../../../src/features/observability/observability-client.ts";
import type { ReferenceCloudOptions } from "@quartermaster/reference-cloud";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { type Deployment, type ObservedFixture, observedFixture } from "../fixture.ts";
import { said } from "../../../support/said.ts";
import { drawn } from "../../../support/drawn.ts";

/** A workspace in which Ada gives `/db dashboards` commands. Its only target is of one deployment. */
export interface DashboardsFixture extends ObservedFixture {
  readonly there: ObservabilityClient;
  /** The answer to `/db dashboards <words>`, or to a button with this value. Slack would take it. */
  db(words: string): Promise<Reply>;
  /** The form that `/db dashboards <words>` opens. */
  opens(words: string): Promise<FormStart>;
  /** The error of `/db dashboards <words>`. */
  refusal(words: string): Promise<string>;
}

/** The workspace of `observedFixture` without the other deployment's target. */
export async function dashboardsFixture(
  redis: Redis,
  deployment: Deployment,
  options: ReferenceCloudOptions = {},
): Promise<DashboardsFixture> {
  const fixture = await observedFixture(redis, deployment, options);
  if (deployment === "managed") await fixture.context.connections.remove("observability");
  else await fixture.context.services.forget("orders prod");
  const asker = { workspaceId: "T1", userId: "U1", channelId: "C9" };

  async function answer(words: string) {
    // A button's, or its line.
    const isWhole = words.startsWith("{") || words.startsWith("dashboards ");
    const reading = isWhole ? product.readCommand(words) : dashboards.read(words);
    if (!("run" in reading)) throw new Error("reply" in reading ? reading.reply.text : reading.problem);
    return drawn(await reading.run(fixture.context, asker, { progress: async () => {} }));
  }

  return {
    ...fixture,
    there: observabilityClientOf(fixture.target, fixture.context),
    async db(words) {
      const reply = said(await answer(words));
      expect(validateMessage(reply)).toBeNull();
      return reply;
    },
    async opens(words) {
      const start = await answer(words);
      if (!("opens" in start)) throw new Error(said(start).text);
      return start;
    },
    refusal: (words) =>
      answer(words).then(
        () => "It was not refused.",
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
  };
}

/** The choices of each select or menu of a reply, as Slack sends them. */
export function choicesOf(
  { blocks }: Reply,
  type: "static_select" | "overflow",
): { action_id: string; selected_option: { value: string } }[][] {
  const elements = blocks.flatMap((block): (ActionsBlockElement | SectionBlockAccessory)[] => {
    if (block.type === "actions") return block.elements;
    return block.type === "section" && block.accessory ? [block.accessory] : [];
  });
  return elements.flatMap((one) => {
    if (one.type !== type || !("options" in one)) return [];
    const { action_id = "", options = [] } = one;
    return [options.map(({ value = "" }) => ({ action_id, selected_option: { value } }))];
  });
}
