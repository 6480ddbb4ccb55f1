import type { ErasedPerson } from "./people/without.ts";
import type { WorkspaceContext as CommonContext } from "../../platform/context.ts";

/** What the workspace's own feature adds to its context. */
export interface InstallationPart {
  /** Accepts durably to erase a person, and returns the pseudonym that stands in their place. */
  erasePerson(person: Pick<ErasedPerson, "userId" | "names" | "direct">): Promise<string>;
  /** The app's installation. */
  installation: {
    /**
     * The address where an admin installs it, or installs it again. Undefined if the operator gave one workspace's
     * token.
     */
    url: string | undefined;
    /** The scopes that this version needs and lacks until it is installed again. */
    missingScopes(): Promise<string[]>;
  };
}

/** What code of the workspace's own feature may use. */
export type InstalledContext = CommonContext & InstallationPart;
