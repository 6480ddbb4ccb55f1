import type { Field } from "./use-field.ts";

/** A file input. The app gets the files' names and sizes, and their content stays in the browser. */
export function FileInput({ field }: { field: Field }) {
  const { element, attributes } = field;
  const choose = (files: FileList | null) =>
    field.choose([...(files ?? [])].map(({ name, type, size }) => ({ name, mimetype: type, size })));
  return (
    <input
      {...attributes}
      className="text-input"
      type="file"
      multiple={(element.max_files ?? 10) > 1}
      accept={element.filetypes?.map((extension) => `.${extension}`).join(",")}
      onChange={(event) => choose(event.target.files)}
    />
  );
}
