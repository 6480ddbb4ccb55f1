import type { ReactNode } from "react";

interface SidebarLinkProps {
  icon: ReactNode;
  current: boolean;
  unread: boolean;
  onOpen: () => void;
  children: string;
}

/** One conversation in the sidebar. */
export function SidebarLink({ icon, current, unread, onOpen, children }: SidebarLinkProps) {
  return (
    <li>
      <button
        type="button"
        className={`sidebar-link${unread ? " sidebar-unread" : ""}`}
        aria-current={current ? "page" : undefined}
        onClick={onOpen}
      >
        {icon}
        <span className="sidebar-link-name">{children}</span>
        {unread && <span className="sidebar-dot" role="img" aria-label="new messages" />}
      </button>
    </li>
  );
}
