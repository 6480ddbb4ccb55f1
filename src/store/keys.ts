/**
 * Every key the product keeps in Redis. The braces make one workspace's keys share a cluster slot, so that
 * a workspace's writes can be atomic and its deletion finds everything under one prefix.
 */
export const keys = {
  /** The workspaces with standing orders; the one key that is nobody's own. */
  orderingWorkspaces: "qm:ordering-workspaces",
  connections: (workspaceId: string) => `qm:{${workspaceId}}:connections`,
  services: (workspaceId: string) => `qm:{${workspaceId}}:services`,
  presets: (workspaceId: string) => `qm:{${workspaceId}}:presets`,
  draft: (workspaceId: string, formId: string) => `qm:{${workspaceId}}:draft:${formId}`,
  presentDraft: (workspaceId: string, userId: string) => `qm:{${workspaceId}}:present-draft:${userId}`,
  request: (workspaceId: string, requestId: string) => `qm:{${workspaceId}}:request:${requestId}`,
  submission: (workspaceId: string, requestId: string) => `qm:{${workspaceId}}:submission:${requestId}`,
  unsettled: (workspaceId: string) => `qm:{${workspaceId}}:unsettled`,
  origin: (workspaceId: string, serviceId: string) => `qm:{${workspaceId}}:origin:${serviceId}`,
  password: (workspaceId: string, requestId: string) => `qm:{${workspaceId}}:password:${requestId}`,
  passwordLook: (workspaceId: string, requestId: string) => `qm:{${workspaceId}}:password-look:${requestId}`,
  computeRate: (workspaceId: string, connection: string) => `qm:{${workspaceId}}:compute-rate:${connection}`,
  standingOrders: (workspaceId: string) => `qm:{${workspaceId}}:standing-orders`,
  post: (workspaceId: string, key: string) => `qm:{${workspaceId}}:post:${key}`,
  unusualDays: (workspaceId: string, scope: string) => `qm:{${workspaceId}}:unusual-days:${scope}`,
  postHold: (workspaceId: string, key: string) => `qm:{${workspaceId}}:post-hold:${key}`,
  costDays: (
    workspaceId: string,
    connection: string,
    organizationId: string,
    part: "states" | "bodies" | "shapes",
  ) => `qm:{${workspaceId}}:cost-days:${connection}:${organizationId}:${part}`,
  picture: (workspaceId: string, id: string) => `qm:{${workspaceId}}:picture:${id}`,
  budget: (workspaceId: string) => `qm:{${workspaceId}}:budget`,
};

const hourInSeconds = 3600;
const dayInSeconds = 24 * hourInSeconds;

/** How long what is not kept for ever is kept, in seconds. */
export const ttlInSeconds = {
  draft: dayInSeconds,
  request: 30 * dayInSeconds,
  password: 15 * 60,
  passwordLook: 10,
  computeRate: hourInSeconds,
  picture: hourInSeconds,
  // Longer than the longest period that something is told of once.
  post: 400 * dayInSeconds,
};
