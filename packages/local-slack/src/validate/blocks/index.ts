import type { z } from "zod";
import { byType } from "../by-type.ts";
import type { BlockKind, Surface } from "../surface.ts";
import { actions } from "./actions.ts";
import { alert } from "./alert.ts";
import { call } from "./call.ts";
import { card } from "./card.ts";
import { carousel } from "./carousel.ts";
import { container } from "./container.ts";
import { contextActions } from "./context-actions.ts";
import { context } from "./context.ts";
import { dataTable } from "./data-table.ts";
import { dataVisualization } from "./data-visualization.ts";
import { divider } from "./divider.ts";
import { file } from "./file.ts";
import { header } from "./header.ts";
import { image } from "./image.ts";
import { input } from "./input.ts";
import { markdown } from "./markdown.ts";
import { plan } from "./plan.ts";
import { richText } from "./rich-text.ts";
import { section } from "./section.ts";
import { table } from "./table.ts";
import { taskCard } from "./task-card.ts";
import { video } from "./video.ts";

/** Every block of Slack. A new one is a file and a line here. */
const blockKinds: readonly BlockKind[] = [
  actions,
  alert,
  call,
  card,
  carousel,
  container,
  context,
  contextActions,
  dataTable,
  dataVisualization,
  divider,
  file,
  header,
  image,
  input,
  markdown,
  plan,
  richText,
  section,
  table,
  taskCard,
  video,
];

/** The blocks that a surface shows. */
export function blockIn(surface: Surface): z.ZodType {
  const shown = blockKinds.filter((kind) => kind.surfaces.includes(surface));
  return byType(shown.map((kind) => ({ type: kind.type, schema: kind.schema(surface) })));
}
