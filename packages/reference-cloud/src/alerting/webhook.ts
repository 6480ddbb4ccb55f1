import { z } from "zod";

/** The sender's own templates, and the one that Quartermaster asks people to paste. */
const namedTemplates = {
  default:
    '{"text": "{{title}} | {{body}} | {{link}} | {{state}} | {{startTime}} | {{endTime}} | {{eventId}}"}',
  older: '{"text": "{{title}} | {{body}} | {{link}}"}',
  structured:
    '{"eventId":"{{eventId}}","state":"{{state}}","title":"{{title}}","body":"{{body}}","link":"{{link}}","startTime":"{{startTime}}","endTime":"{{endTime}}" }',
} as const;

/** A webhook's settings: its address and its template. */
export const WebhookRequest = z.strictObject({
  name: z.string().default("Quartermaster"),
  url: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()).default({}),
  /** A template by its name, or a text with `{{variables}}`. */
  template: z.string().default("default"),
  /** Alerts by id or name that post to it from then on. */
  alerts: z.array(z.string()).default([]),
});

/** A stored webhook. */
export interface Webhook extends Omit<z.output<typeof WebhookRequest>, "alerts"> {
  readonly id: string;
}

/** A webhook's template as text. */
export function templateOf({ template }: Webhook): string {
  return new Map<string, string>(Object.entries(namedTemplates)).get(template) ?? template;
}
