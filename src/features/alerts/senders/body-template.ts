const variables = ["eventId", "state", "title", "body", "link", "startTime", "endTime"];

/**
 * The Handlebars template for a sender's body. Its numbers are quoted, since one that a sender does not know renders as
 * nothing; and a space stands before the last brace, since three in a row mean something else.
 */
export const bodyTemplate = `{\n${variables.map((name) => `  "${name}": "{{${name}}}"`).join(",\n")} }`;
