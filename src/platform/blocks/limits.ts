import { truncate } from "../../lib/text.ts";

/** Slack's limits, in characters unless noted. */
export const limits = {
  message: {
    // https://docs.slack.dev/reference/block-kit/blocks
    blocks: 50,
    // https://docs.slack.dev/reference/methods/chat.postMessage recommends this. Slack cuts only far longer texts.
    text: 4000,
    // Not documented: Slack accepted about 9,600 and refused 11,300 (msg_blocks_too_long).
    blockText: 8500,
  },
  view: {
    // https://docs.slack.dev/reference/views
    blocks: 100,
    // https://docs.slack.dev/reference/methods/views.open: 250 kB in all. A character has up to four bytes.
    text: 50_000,
    title: 24,
  },
  // https://docs.slack.dev/reference/block-kit/composition-objects/text-object
  text: 3000,
  // https://docs.slack.dev/reference/block-kit/blocks/section-block
  fields: { count: 10, text: 2000 },
  // https://docs.slack.dev/reference/block-kit/blocks/header-block
  header: { text: 150 },
  // https://docs.slack.dev/reference/block-kit/blocks/context-block
  context: { elements: 10 },
  // https://docs.slack.dev/reference/block-kit/blocks/actions-block
  actions: { elements: 25 },
  // https://docs.slack.dev/reference/block-kit/block-elements/button-element
  button: { text: 75, actionId: 255 },
  // https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element
  select: { options: 100, placeholder: 150 },
  // https://docs.slack.dev/reference/block-kit/block-elements/overflow-menu-element
  overflow: { options: 5 },
  // https://docs.slack.dev/reference/block-kit/composition-objects/option-object; the value's 75 is from the types.
  option: { text: 75, value: 75 },
  // https://docs.slack.dev/reference/block-kit/composition-objects/confirmation-dialog-object
  confirm: { title: 100, text: 300, button: 30 },
  // https://docs.slack.dev/reference/block-kit/blocks/table-block
  table: { rows: 100, columns: 20 },
} as const;

/** Cuts mrkdwn to at most `maxLength`, never inside an entity (`&amp;`) or a token (`<!date^…>`). */
export function cutMrkdwn(mrkdwn: string, maxLength: number): string {
  if (mrkdwn.length <= maxLength) return mrkdwn;
  const cut = truncate(mrkdwn, maxLength).slice(0, -1);
  return `${cut.replace(/<[^>]*$/, "").replace(/&[a-z]*$/, "")}…`;
}
