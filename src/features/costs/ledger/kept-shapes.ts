import { AppError } from "../../../lib/errors.ts";
import { JsonText } from "../../../lib/json.ts";
import type { CostDays } from "./kept-days.ts";
import { splitShapes } from "./body.ts";
import { Shape } from "./shape.ts";

/** The shapes that days are kept with, each read from the store once. */
export interface KeptShapes {
  /** Those of each of some days, whose ids come as one text a day. */
  ofDays(texts: readonly string[]): Promise<(readonly Shape[])[]>;
}

const KeptShape = JsonText.pipe(Shape);

/** Fails as a bug where a shape is missing or cannot be read: costs are never guessed. */
export function keptShapes(costDays: Pick<CostDays, "shapes">): KeptShapes {
  const byId = new Map<string, Shape>();
  // Days that follow each other have the same entities, mostly.
  const byText = new Map<string, readonly Shape[]>();

  async function load(ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !byId.has(id));
    const stored = await costDays.shapes(missing);
    missing.forEach((id, index) => byId.set(id, readShape(stored[index] ?? "")));
  }

  return {
    async ofDays(texts) {
      const unknown = texts.filter((text) => !byText.has(text));
      await load(unknown.flatMap(splitShapes));
      return texts.map((text) => {
        const shapes = byText.get(text) ?? splitShapes(text).flatMap((id) => byId.get(id) ?? []);
        byText.clear();
        byText.set(text, shapes);
        return shapes;
      });
    },
  };
}

function readShape(stored: string): Shape {
  const parsed = KeptShape.safeParse(stored);
  if (parsed.success) return parsed.data;
  throw new AppError("bug", "The kept costs name an entity that is not kept.", { cause: parsed.error });
}
