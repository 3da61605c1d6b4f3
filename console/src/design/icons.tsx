/** Small drawings beside words. They say nothing by themselves, so that screen readers pass them over. */

import type { ReactNode } from "react";

export type Icon = (properties: { className?: string }) => ReactNode;

function icon(...paths: string[]): Icon {
  return function Drawing({ className }) {
    return (
      <svg
        aria-hidden="true"
        className={className}
        fill="none"
        height="20"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="1.75"
        viewBox="0 0 24 24"
        width="20"
      >
        {paths.map((path) => (
          <path d={path} key={path} />
        ))}
      </svg>
    );
  };
}

export const QueueIcon = icon("M4 13h4l1.5 3h5L16 13h4", "M4 13 6.5 5h11L20 13v6H4z");
export const CandidatesIcon = icon(
  "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
  "M3 20c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5",
  "M15.5 5a3.2 3.2 0 0 1 0 6.2M17.5 15c2.1.7 3.5 2.5 3.5 5",
);
export const JobsIcon = icon("M4 8h16v11H4z", "M9 8V5h6v3", "M4 13h16");
export const InterviewsIcon = icon(
  "M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3z",
  "M6 11a6 6 0 0 0 12 0M12 17v3.5M9 20.5h6",
);
export const WorkflowsIcon = icon("M4 4h6v6H4zM14 14h6v6h-6z", "M10 7h4a3 3 0 0 1 3 3v4");
export const MeetingsIcon = icon("M4 6h16v14H4z", "M4 10.5h16M8 3.5V7M16 3.5V7");
export const ImportsIcon = icon("M12 4v11M7.5 10.5 12 15l4.5-4.5", "M4 19.5h16");
export const WebhooksIcon = icon(
  "M9.2 8.3a3.3 3.3 0 1 1 4.6 1.9l3 5.2",
  "M10.3 10.5 7.2 15.6M17 14.6a3.3 3.3 0 1 1-2.6 4.9H7",
  "M7.9 13.8A3.3 3.3 0 1 0 8 19.6",
);
export const PeopleIcon = icon(
  "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
  "M4.5 20.5c0-3.9 3.4-6 7.5-6s7.5 2.1 7.5 6",
);
export const SettingsIcon = icon(
  "M4 7h9M17 7h3M4 17h3M11 17h9",
  "M15 9.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z",
  "M9 19.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z",
);
export const MoreIcon = icon(
  "M5.5 12.5a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1z",
  "M12 12.5a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1z",
  "M18.5 12.5a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1z",
);
export const CloseIcon = icon("m6 6 12 12M18 6 6 18");
export const CheckIcon = icon("m5 12.5 4.5 4.5L19 7.5");
export const ChevronDownIcon = icon("m6 9.5 6 6 6-6");
export const PlayIcon = icon("M8 5.5v13l10.5-6.5z");
export const PauseIcon = icon("M8.5 6v12M15.5 6v12");
export const QuestionIcon = icon(
  "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  "M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 16.8h.01",
);
export const GateIcon = icon("M5 20V5M19 20V5M5 8h14M5 13h14");
export const DecisionIcon = icon("M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z", "m8.5 12.3 2.4 2.4 4.6-5");
export const ApprovalIcon = icon("M6 3.5h9l4 4v13H6z", "m9.5 14 2 2 3.5-4");
export const ClockIcon = icon("M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z", "M12 7.5V12l3 2");
export const FileIcon = icon("M6 3.5h8l4 4v13H6z", "M14 3.5v4h4");
export const ArrowRightIcon = icon("M5 12h14M13 6l6 6-6 6");
export const SignOutIcon = icon("M14 4H5v16h9", "M10 12h10M16 8l4 4-4 4");
export const KeyboardIcon = icon("M3 6.5h18v11H3z", "M7 10h.01M11 10h.01M15 10h.01M8 14h8");
export const RefreshIcon = icon("M19.5 12a7.5 7.5 0 1 1-2.2-5.3", "M20 4v4h-4");
export const CopyIcon = icon("M9 9h11v11H9z", "M5 15H4V4h11v1");
export const ArrowUpIcon = icon("M12 19V5M6 11l6-6 6 6");
export const ArrowDownIcon = icon("M12 5v14M6 13l6 6 6-6");
export const TrashIcon = icon("M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7M10.5 11v5M13.5 11v5");
export const PlusIcon = icon("M12 5v14M5 12h14");
export const EditIcon = icon("M4 20l1-4L16 5l3 3L8 19z", "M13.5 7.5l3 3");
