/** Block Kit in this page: one wide shape, because the server has checked every block. */
export interface TextData {
  type?: "plain_text" | "mrkdwn";
  text: string;
}

export interface OptionData {
  text: TextData;
  value?: string;
  description?: TextData;
  url?: string;
}

export interface OptionGroup {
  label?: TextData;
  options: OptionData[];
}

export interface ConfirmData {
  title: TextData;
  text: TextData;
  confirm: TextData;
  deny: TextData;
  style?: "primary" | "danger";
}

/** An element that can be used: a button, a select, an input. */
export interface ElementData {
  type: string;
  action_id?: string;
  text?: TextData;
  placeholder?: TextData;
  accessibility_label?: string;
  confirm?: ConfirmData;
  focus_on_load?: boolean;
  url?: string;
  value?: string;
  style?: "primary" | "danger";
  options?: OptionData[];
  option_groups?: OptionGroup[];
  min_query_length?: number;
  max_selected_items?: number;
  filter?: { include?: string[]; exclude_bot_users?: boolean };
  multiline?: boolean;
  min_length?: number;
  max_length?: number;
  is_decimal_allowed?: boolean;
  min_value?: string;
  max_value?: string;
  max_files?: number;
  filetypes?: string[];
  dispatch_action_config?: { trigger_actions_on?: string[] };
  image_url?: string;
  alt_text?: string;
  /** A passage's, of rich text. */
  elements?: { text?: string; url?: string }[];
  [initial: `initial_${string}`]: unknown;
}

export interface TableCell {
  type: string;
  text?: string;
  value?: string | number;
  elements?: unknown[];
}

export interface BlockData {
  type: string;
  block_id: string;
  text?: TextData;
  fields?: TextData[];
  accessory?: ElementData;
  elements?: ElementData[];
  element?: ElementData;
  label?: TextData;
  hint?: TextData;
  optional?: boolean;
  dispatch_action?: boolean;
  title?: TextData;
  subtitle?: TextData;
  caption?: string | TextData;
  /** A container's. */
  child_blocks?: unknown[];
  rich_text_title?: { type: string };
  level?: string;
  image_url?: string;
  alt_text?: string;
  rows?: TableCell[][];
  column_settings?: ({ align?: "left" | "center" | "right"; is_wrapped?: boolean } | null)[];
}

/** The given blocks, each with its own block id, or one from its position. */
export function readBlocks(blocks: readonly unknown[]): BlockData[] {
  return blocks
    .filter(isBlock)
    .map((block, position) => ({ ...block, block_id: block.block_id ?? `block-${position}` }));
}

/** The rest of a block's shape was checked by the server against Slack's rules. */
function isBlock(block: unknown): block is Omit<BlockData, "block_id"> & { block_id?: string } {
  return typeof block === "object" && block !== null && "type" in block;
}
