import { useQueries } from "@tanstack/react-query";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components/Tabs";
import type { ReactNode } from "react";
import { phrase } from "../../language/catalogue";
import { interviewOptions } from "../../service/interviews";
import type { CandidateInterview } from "../../service/records";
import { InterviewStatus } from "../../design/InterviewStatus";
import { classes } from "../../design/classes";
import styles from "./InterviewTabs.module.css";

interface InterviewTabsProps {
  interviews: readonly CandidateInterview[];
  chosen: CandidateInterview;
  onChoose: (candidateInterviewId: string) => void;
  /** What is shown of the chosen one. */
  children: ReactNode;
}

/** The candidate's interviews beside each other. A single one has a tab as well: the next may come at any time. */
export function InterviewTabs({ interviews, chosen, onChoose, children }: InterviewTabsProps) {
  const titles = useTitles(interviews);
  return (
    <Tabs
      className={classes(styles.tabs)}
      onSelectionChange={(key) => {
        if (key !== chosen.id) onChoose(String(key));
      }}
      selectedKey={chosen.id}
    >
      <TabList aria-label={phrase("candidate.interviews")} className={classes(styles.list)}>
        {interviews.map(({ id, interviewId, status }) => (
          <Tab className={classes(styles.tab)} id={id} key={id}>
            <span dir="auto">{titles.get(interviewId)}</span> <InterviewStatus status={status} />
          </Tab>
        ))}
      </TabList>
      <TabPanel className={classes(styles.panel)} id={chosen.id}>
        {children}
      </TabPanel>
    </Tabs>
  );
}

function useTitles(interviews: readonly CandidateInterview[]): ReadonlyMap<string, string> {
  const ids = [...new Set(interviews.map(({ interviewId }) => interviewId))];
  const found = useQueries({ queries: ids.map(interviewOptions) });
  return new Map(found.map(({ data }, at) => [ids[at] ?? "", data?.title ?? ""]));
}
