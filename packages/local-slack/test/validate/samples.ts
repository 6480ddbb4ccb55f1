/** One valid block of every type, by type. Each call makes new ones, which a test may change. */
export function sampleBlocks(): Record<string, Json> {
  return {
    actions: { type: "actions", elements: [sampleElements().button] },
    alert: { type: "alert", text: mrkdwn("Prices went up"), level: "warning" },
    call: { type: "call", call_id: "R0123" },
    card: { type: "card", title: mrkdwn("orders prod"), actions: [sampleElements().button] },
    carousel: { type: "carousel", elements: [{ type: "card", body: mrkdwn("orders prod") }] },
    container: {
      type: "container",
      title: plain("Backups"),
      child_blocks: [{ type: "section", text: mrkdwn("3 backups") }],
    },
    context: { type: "context", elements: [mrkdwn("by Ana"), plain("today"), sampleElements().image] },
    context_actions: { type: "context_actions", elements: [sampleElements().feedback_buttons] },
    data_table: {
      type: "data_table",
      caption: "Costs",
      rows: [
        [raw("Service"), raw("Credits")],
        [raw("orders"), { type: "raw_number", value: 12.5, text: "12.50" }],
      ],
    },
    data_visualization: { type: "data_visualization", title: "Costs", chart: barChart(["Mon", "Tue"]) },
    divider: { type: "divider" },
    file: { type: "file", external_id: "F1", source: "remote" },
    header: { type: "header", text: plain("Costs") },
    image: {
      type: "image",
      image_url: "https://example.com/a.png",
      alt_text: "A chart",
      title: plain("Chart"),
    },
    input: { type: "input", label: plain("Name"), element: sampleElements().plain_text_input },
    markdown: { type: "markdown", text: "**Costs**" },
    plan: {
      type: "plan",
      title: "Creating",
      tasks: [{ type: "task_card", task_id: "1", title: "Ask", status: "complete" }],
    },
    rich_text: richText("Created"),
    section: { type: "section", text: mrkdwn("Created"), accessory: sampleElements().button },
    table: {
      type: "table",
      rows: [[raw("Service"), richText("orders")]],
      column_settings: [null, { align: "right" }],
    },
    task_card: {
      type: "task_card",
      task_id: "1",
      title: "Ask",
      status: "pending",
      details: richText("Asking"),
    },
    video: {
      type: "video",
      alt_text: "How it works",
      title: plain("How it works"),
      thumbnail_url: "https://example.com/a.png",
      video_url: "https://example.com/embed/1",
    },
  };
}

/** One valid element of every type, by type. */
export function sampleElements(): Record<string, Json> {
  const options = [option("a"), option("b")];
  return {
    button: {
      type: "button",
      action_id: "go",
      text: plain("Go"),
      value: "1",
      style: "primary",
      confirm: { text: plain("Sure?") },
    },
    workflow_button: {
      type: "workflow_button",
      text: plain("Run"),
      workflow: { trigger: { url: "https://slack.com/shortcuts/Ft1/xyz" } },
    },
    feedback_buttons: {
      type: "feedback_buttons",
      positive_button: { text: plain("Good"), value: "good" },
      negative_button: { text: plain("Bad"), value: "bad" },
    },
    icon_button: { type: "icon_button", icon: "trash", text: plain("Delete") },
    checkboxes: { type: "checkboxes", options, initial_options: [option("b")] },
    radio_buttons: { type: "radio_buttons", options, initial_option: option("a") },
    overflow: { type: "overflow", options: [{ ...option("a"), url: "https://example.com" }] },
    datepicker: { type: "datepicker", initial_date: "2026-11-20", placeholder: plain("Day") },
    timepicker: { type: "timepicker", initial_time: "23:59", timezone: "Europe/Berlin" },
    datetimepicker: { type: "datetimepicker", initial_date_time: 1_763_600_000 },
    static_select: { type: "static_select", options, initial_option: option("a"), placeholder: plain("One") },
    multi_static_select: {
      type: "multi_static_select",
      option_groups: [{ label: plain("Letters"), options }],
      initial_options: [option("b")],
      max_selected_items: 2,
    },
    external_select: { type: "external_select", min_query_length: 0, initial_option: option("a") },
    multi_external_select: { type: "multi_external_select", initial_options: [option("a")] },
    users_select: { type: "users_select", initial_user: "U1" },
    multi_users_select: { type: "multi_users_select", initial_users: ["U1"] },
    conversations_select: {
      type: "conversations_select",
      default_to_current_conversation: true,
      filter: { include: ["public", "private"] },
    },
    multi_conversations_select: { type: "multi_conversations_select", filter: { exclude_bot_users: true } },
    channels_select: { type: "channels_select", initial_channel: "C1" },
    multi_channels_select: { type: "multi_channels_select", initial_channels: ["C1"] },
    plain_text_input: {
      type: "plain_text_input",
      action_id: "name",
      multiline: true,
      dispatch_action_config: { trigger_actions_on: ["on_enter_pressed"] },
    },
    email_text_input: { type: "email_text_input" },
    url_text_input: { type: "url_text_input" },
    number_input: {
      type: "number_input",
      is_decimal_allowed: false,
      min_value: "1",
      max_value: "20",
      initial_value: "3",
    },
    file_input: { type: "file_input", filetypes: ["csv"], max_files: 1 },
    rich_text_input: { type: "rich_text_input", initial_value: richText("Hello") },
    image: { type: "image", slack_file: { id: "F1" }, alt_text: "A chart" },
  };
}

/** A JSON object. */
export type Json = Record<string, unknown>;

/** A plain_text object. */
export const plain = (text: string): Json => ({ type: "plain_text", text });

/** A mrkdwn object. */
export const mrkdwn = (text: string): Json => ({ type: "mrkdwn", text });

/** A raw_text cell. */
export const raw = (text: string): Json => ({ type: "raw_text", text });

/** An option with the same text and value. */
export const option = (value: string): Json => ({ text: plain(value), value });

/** A rich_text block of one line. */
export const richText = (text: string): Json => ({
  type: "rich_text",
  elements: [{ type: "rich_text_section", elements: [{ type: "text", text, style: { bold: true } }] }],
});

/** A bar chart of one series over the categories. */
export const barChart = (categories: string[], names: string[] = ["credits"]): Json => ({
  type: "bar",
  axis_config: { categories, y_label: "Credits" },
  series: names.map((name) => ({ name, data: categories.map((label) => ({ label, value: 1 })) })),
});

/** A modal around blocks. */
export const modal = (blocks: unknown[], rest: Json = {}): Json => ({
  type: "modal",
  title: plain("Create"),
  submit: plain("Create"),
  blocks,
  ...rest,
});

/** An App Home around blocks. */
export const home = (blocks: unknown[]): Json => ({ type: "home", blocks });
