import type { ReactNode } from "react";

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      {children}
    </svg>
  );
}

export const ChevronIcon = () => (
  <Icon>
    <path d="m6 8 4 4 4-4" />
  </Icon>
);

export const BackIcon = () => (
  <Icon>
    <path d="m12 5-5 5 5 5" />
  </Icon>
);

export const CrossIcon = () => (
  <Icon>
    <path d="m6 6 8 8m0-8-8 8" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <path d="m5 10.5 3.2 3.2L15 7" />
  </Icon>
);

export const CopyIcon = () => (
  <Icon>
    <rect x="7.5" y="7.5" width="8" height="8" rx="1.5" />
    <path d="M5.5 12.5A1 1 0 0 1 4.5 11.5V6A1.5 1.5 0 0 1 6 4.5h5.5a1 1 0 0 1 1 1" />
  </Icon>
);

export const FlowIcon = () => (
  <Icon>
    <path d="M11 3 5 11h4.5L8.5 17 15 9h-4.5L11 3Z" />
  </Icon>
);

export const LockIcon = () => (
  <Icon>
    <rect x="5" y="9" width="10" height="7" rx="1.5" />
    <path d="M7.2 9V6.8a2.8 2.8 0 0 1 5.6 0V9" />
  </Icon>
);

export const HashIcon = () => (
  <Icon>
    <path d="M8.6 4 7 16m6-12-1.6 12M4.5 8h11.7M3.8 12h11.7" />
  </Icon>
);

export const MoreIcon = () => (
  <Icon>
    <path d="M5 10h.01M10 10h.01M15 10h.01" strokeWidth="2.6" />
  </Icon>
);

export const SendIcon = () => (
  <Icon>
    <path d="M3.5 10 3 4l14 6-14 6 .5-6Zm0 0H10" />
  </Icon>
);

export const EyeIcon = () => (
  <Icon>
    <path d="M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5Z" />
    <circle cx="10" cy="10" r="2.2" />
  </Icon>
);

export const RefreshIcon = () => (
  <Icon>
    <path d="M15.5 8A6 6 0 1 0 16 11m-.2-6.5V8h-3.5" />
  </Icon>
);

export const AlertIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6.5v4m0 2.8h.01" />
  </Icon>
);
