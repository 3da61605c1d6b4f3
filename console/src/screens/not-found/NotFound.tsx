import { ADDRESSES } from "../../addresses";
import { EmptyState } from "../../design/EmptyState";
import { QuestionIcon } from "../../design/icons";
import { ScreenLink } from "../../design/ScreenLink";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { phrase } from "../../language/catalogue";

/** What an address shows that leads nowhere. */
export function NotFound() {
  return (
    <>
      <ScreenHeading title={phrase("notFound.title")} />
      <EmptyState advice={phrase("notFound.advice")} icon={QuestionIcon} title={phrase("notFound.heading")}>
        <ScreenLink to={ADDRESSES.reviewQueue}>{phrase("notFound.link")}</ScreenLink>
      </EmptyState>
    </>
  );
}
