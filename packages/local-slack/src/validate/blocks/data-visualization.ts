import { z } from "zod";
import { byType } from "../by-type.ts";
import { blockObject, type BlockKind } from "../surface.ts";

// https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block
const label = z.string().min(1).max(20);
const axisTitle = z.string().min(1).max(50).optional();

const pie = z.strictObject({
  type: z.literal("pie"),
  segments: z
    .array(z.strictObject({ label, value: z.number().positive() }))
    .min(1)
    .max(6),
});

const series = z.strictObject({
  name: label,
  data: z
    .array(z.strictObject({ label, value: z.number() }))
    .min(1)
    .max(20),
});

/** A chart on two axes: every series has one point for every category. */
const onAxes = (type: string) => ({
  type,
  schema: z
    .strictObject({
      type: z.literal(type),
      series: z.array(series).min(1).max(6),
      axis_config: z.strictObject({
        categories: z.array(label).min(1).max(20),
        x_label: axisTitle,
        y_label: axisTitle,
      }),
    })
    .superRefine(coversCategories)
    .superRefine(hasUniqueNames),
});

const chart = byType([{ type: "pie", schema: pie }, onAxes("bar"), onAxes("area"), onAxes("line")]);

/** A chart, in messages only, under a title of 50 characters. */
export const dataVisualization: BlockKind = {
  type: "data_visualization",
  surfaces: ["message"],
  schema: () => blockObject("data_visualization", { title: z.string().min(1).max(50), chart }),
};

interface Axes {
  series: z.output<typeof series>[];
  axis_config: { categories: string[] };
}

function coversCategories(chart: Axes, context: z.RefinementCtx): void {
  const categories = chart.axis_config.categories.toSorted().join("\n");
  chart.series.forEach(({ data }, index) => {
    if (
      data
        .map((point) => point.label)
        .toSorted()
        .join("\n") === categories
    )
      return;
    const message = "labels must match `axis_config.categories`";
    context.addIssue({ code: "custom", path: ["series", index, "data"], message });
  });
}

function hasUniqueNames(chart: Axes, context: z.RefinementCtx): void {
  if (new Set(chart.series.map(({ name }) => name)).size === chart.series.length) return;
  context.addIssue({ code: "custom", path: ["series"], message: "`name` must be unique" });
}
