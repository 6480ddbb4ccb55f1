import type { Form } from "../../../../src/platform/forms/form.ts";

/** A simple form that a refused change can reopen. */
export const renameForm: Form = {
  name: "rename-in-test",
  access: "operator",
  title: "Rename",
  submit: "Save",
  steps: [
    {
      name: "one",
      title: "One",
      sections: [{ fields: [{ name: "name", label: "Name", input: "text", optional: false }] }],
    },
  ],
  problems: () => [],
  accept: async () => "close",
};
