import { z } from "zod";
import { listOf } from "../answer-fields.ts";
import { operation, type Surface } from "../operation.ts";

/** The surface and the path of a resource of the observability API. */
interface Target<Path extends string> {
  surface: Surface;
  path: Path;
}

/** A resource of the management API, for one service of the organization. */
export function managed<const Name extends string>(resource: Name) {
  const path = `/v1/organizations/{organizationId}/services/{serviceId}/observability/${resource}` as const;
  return { surface: "managed-observability", path } satisfies Target<string>;
}

/** A resource of the stand-alone (open-source) server. */
export function standalone<const Name extends string>(resource: Name) {
  const path = `/api/v2/${resource}` as const;
  return { surface: "standalone-observability", path } satisfies Target<string>;
}

// Not in the specification, but running servers understand it. Without it they send a first page or everything.
const Page = z
  .strictObject({ limit: z.int().min(1).optional(), offset: z.int().min(0).optional() })
  .optional();

/** The operation that lists a resource. */
export function listOperation<const Path extends string, Item extends z.ZodType>(
  { surface, path }: Target<Path>,
  item: Item,
  documented: boolean,
) {
  return operation({ surface, method: "GET", path, documented, query: Page, result: listOf(item) });
}

/** The same list page by page, with the total number of items if the server gives it. */
export function pageOperation<const Path extends string, Item extends z.ZodType>(
  { surface, path }: Target<Path>,
  item: Item,
  documented: boolean,
) {
  const result = z.object({ items: listOf(item), total: z.number().optional() });
  const list = operation({ surface, method: "GET", path, documented, query: Page, result });
  return { ...list, isPage: true } as const;
}

type OperationName = "list" | "create" | "get" | "update" | "delete";

/** The five operations on a resource, and the list by pages. An update replaces everything, so read before you write. */
export function resourceOperations<
  const Path extends string,
  Item extends z.ZodType,
  Listed extends z.ZodType,
  Creation extends z.ZodType,
  Update extends z.ZodType,
>(
  target: Target<Path>,
  {
    item,
    listed,
    creation,
    update,
    documented,
  }: {
    item: Item;
    /** The item as it is in a list. */
    listed: Listed;
    creation: Creation;
    update: Update;
    /** The operations that the specification shows. The others follow the same pattern. */
    documented: readonly OperationName[];
  },
) {
  const { surface, path } = target;
  const one = `${path}/{id}` as const;
  // Whatever is read may be written back.
  const exact = { surface, isExact: true } as const;
  const isShown = (name: OperationName) => documented.includes(name);
  return {
    list: { ...listOperation(target, listed, isShown("list")), ...exact },
    page: { ...pageOperation(target, listed, isShown("list")), ...exact },
    create: operation({
      ...exact,
      method: "POST",
      path,
      documented: isShown("create"),
      body: creation,
      result: item,
    }),
    get: operation({ ...exact, method: "GET", path: one, documented: isShown("get"), result: item }),
    update: operation({
      ...exact,
      method: "PUT",
      path: one,
      documented: isShown("update"),
      body: update,
      result: item,
    }),
    delete: operation({
      surface,
      method: "DELETE",
      path: one,
      documented: isShown("delete"),
      result: z.unknown(),
    }),
  } as const;
}
