/** What is wrong with one field of a request: `field` is its name in the specification, "" for the whole. */
export interface FieldProblem {
  field: string;
  /** A sentence for the person: it names the field by its label and says the rule. */
  message: string;
}
