/** A service that was just created here, under the name that the workspace knows it by. */
export interface CreatedHere {
  serviceId: string;
  name: string;
  connection: string;
  /** Who asked for it, and where. */
  userId: string;
  channelId?: string | undefined;
  /** When its requester wants it to end: `never`, a number of days such as `7d`, or a day. Absent for the usual. */
  expires?: string | undefined;
}
