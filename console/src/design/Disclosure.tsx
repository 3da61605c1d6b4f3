import { Button } from "react-aria-components/Button";
import { Disclosure as AriaDisclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { Heading } from "react-aria-components/Heading";
import type { ReactNode } from "react";
import { classes } from "./classes";
import styles from "./Disclosure.module.css";
import { ChevronDownIcon } from "./icons";

interface DisclosureProps {
  title: string;
  level: 2 | 3 | 4;
  /** Whether it is open from the beginning. */
  defaultExpanded?: boolean;
  onExpandedChange?: (isExpanded: boolean) => void;
  children: ReactNode;
}

/** What not everybody needs, behind its heading. */
export function Disclosure({ title, level, children, ...rest }: DisclosureProps) {
  return (
    <AriaDisclosure {...rest} className={classes(styles.disclosure)}>
      <Heading className={classes(styles.heading)} level={level}>
        <Button className={classes(styles.button)} slot="trigger">
          <ChevronDownIcon className={classes(styles.arrow)} />
          {title}
        </Button>
      </Heading>
      <DisclosurePanel className={classes(styles.panel)}>{children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
