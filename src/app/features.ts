import { readFileSync } from "node:fs";
import { z } from "zod";
import { alertsWith } from "../features/alerts/index.ts";
import { backups } from "../features/backups/index.ts";
import { connections } from "../features/connections/index.ts";
import { costs } from "../features/costs/index.ts";
import { lifecycle } from "../features/lifecycle/index.ts";
import { mcp } from "../features/mcp/index.ts";
import { observability } from "../features/observability/index.ts";
import { hookParts, oncall } from "../features/oncall/index.ts";
import { owners } from "../features/owners/index.ts";
import { services } from "../features/services/index.ts";
import { workspace } from "../features/workspace/index.ts";
import { type Feature, productOf } from "../platform/feature.ts";

const examples = new URL("./examples.json", import.meta.url);

/** All features, in the order of help. */
const features: readonly Feature[] = [
  services,
  lifecycle,
  backups,
  costs,
  alertsWith(hookParts),
  oncall,
  observability,
  connections,
  owners,
  workspace,
  mcp,
];

/** All features together. */
export const product = productOf(features, () =>
  z.record(z.string(), z.array(z.string())).parse(JSON.parse(readFileSync(examples, "utf8"))),
);
