/** What Slack knows of one of its users. */
export interface PersonFacts {
  userId: string;
  /** As they are mentioned, without the "@", and as people call them. */
  handle: string;
  name: string;
  /** The workspaces of theirs that Slack tells of; the first is the one they are of. */
  teamIds: string[];
  /** The organization they are in, where there is one. */
  enterpriseId?: string | undefined;
  /** True for an admin or an owner of their workspace. */
  isAdmin: boolean;
  /** True for an admin or an owner of the whole organization. */
  isOrganizationAdmin: boolean;
  /** True for a guest of one channel or several, and for somebody of another company. */
  isGuest: boolean;
  /** True where the account is deactivated. */
  isGone: boolean;
  isBot: boolean;
}

/** What Slack tells of people; every failure is an AppError. */
export interface People {
  /** Fails as `missing` where Slack knows nobody of that id. */
  find(userId: string): Promise<PersonFacts>;
  /** The user ids in a user group; fails as `missing` where there is no such group, as `auth` where we may not ask. */
  membersOf(groupId: string): Promise<string[]>;
  /** Some of the workspace's admins and owners; of a large workspace not all. */
  someAdmins(): Promise<PersonFacts[]>;
}
