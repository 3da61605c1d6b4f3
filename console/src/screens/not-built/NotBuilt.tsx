import { useLocation } from "wouter";
import { EmptyState } from "../../design/EmptyState";
import { QuestionIcon } from "../../design/icons";
import { entryOf } from "../../design/shell/navigation";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { phrase } from "../../language/catalogue";

/** Stands where a screen of the navigation is still to be built. */
export default function NotBuilt() {
  const [address] = useLocation();
  const entry = entryOf(address);
  return (
    <>
      <ScreenHeading title={phrase(entry?.title ?? "notFound.title")} />
      <EmptyState
        advice={phrase("notBuilt.advice")}
        icon={entry?.icon ?? QuestionIcon}
        title={phrase("notBuilt.title")}
      />
    </>
  );
}
