// The first step in a workspace without connections. Plain text.

export const connect = "Connect a cloud";
export const connectCloudFirst =
  "Connect a database cloud first. Then I can create services, and show backups and costs.";
export const connectAnyFirst = "Connect a database cloud or an observability server first.";

// Problems with connections and their names. Plain text.

export const badName = "Enter a name of up to 40 letters, digits and dashes, such as production.";
export const takenName = "You already have a connection with that name. Choose another name.";
export const heldName =
  "Another connection had that name until recently, and open forms can still refer to it. Choose another name, or try again tomorrow.";
export const gone = (name: string) => `The connection “${name}” no longer exists.`;
/** A file names it. */
export const noCloudNamed = (name: string) =>
  `There is no connection “${name}” to a database cloud here. Connect it first, or leave it out.`;
export const serverGone =
  "The connection to the observability server no longer exists. Ask the operator of Quartermaster to set OBSERVABILITY_URL.";
export const noCloud =
  "This workspace isn't connected to a database cloud yet. An admin can connect one with `/db admin connect`.";
export const notACloud = (name: string) =>
  `The connection “${name}” leads to an observability server, which has no database services and no costs. Choose another connection.`;

// Problems with the names of services. Plain text.

export const serviceNameTaken = (name: string, serviceId: string) =>
  `The name “${name}” already belongs to the service ${serviceId}. Choose another name, or remove that one from my list first: \`/db services forget ${name}\`.`;
export const serviceNotFound = (called: string) => `I don't know a service ${called}.`;
export const addService = "To add one: `/db services add <service id> <name>`.";
