import { z } from "zod";
import type { Reply } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { exportAudit } from "./export.ts";
import { mirrorAudit } from "./mirror-command.ts";
import { readAudit } from "./page.ts";
import { command } from "../../../platform/commands/command.ts";

type AuditAct = (words: string, context: InstalledContext, asker: Asker) => Promise<Reply>;

const acts = {
  read: readAudit,
  export: exportAudit,
  mirror: mirrorAudit,
  /** Where it is mirrored. */
  show: mirrorAudit,
} satisfies Record<string, AuditAct>;

/** The words after `audit`: to export it or to mirror it, else which entries to show. */
const Args = z.string().transform((text): { act: keyof typeof acts; words: string } => {
  const [, first = "", rest = ""] = /^\s*(export|mirror)\b\s*([\s\S]*)$/i.exec(text) ?? [];
  const act = first.toLowerCase();
  if (act === "mirror") return { act: rest === "" ? "show" : act, words: rest };
  return act === "export" ? { act, words: rest } : { act: "read", words: text };
});

/** `/db audit …`: who changed what here, and who looked at which secret. */
export const audit = command({
  name: "audit",
  summary:
    "Shows who changed what here, and who looked at which secret; exports that, or posts it in a channel.",
  usage: "[@person] [service or hook …] [range] | export … | mirror #channel|off",
  examples: [
    "/db audit",
    "/db audit @ada last 7 days",
    "/db audit orders prod",
    "/db audit hook since 1 October",
    "/db audit export last month",
    "/db audit mirror #audit",
  ],
  details:
    "Every change and every look at a password is written down, with who, when, where, before and after, and what came of it; what somebody's role did not allow is there as refused. A subject is the name of a service, a hook or the like, or a kind such as `hook` or `service.create`. Entries are kept for 400 days and cannot be changed; there is no secret in them. `export` sends them as JSON Lines into your direct messages.",
  args: Args,
  access: "admin",
  run: ({ act, words }, context: InstalledContext, asker) => acts[act](words, context, asker),
});
