import { reviewQueueAddress } from "../../addresses";
import { LinkList } from "../../design/LinkList";
import { phrase } from "../../language/catalogue";
import type { ReviewQueue } from "../../service/records";
import { type QueueFilter, REVIEW_KINDS } from "../../service/review-queue";
import { changed } from "./filter";
import { KINDS } from "./kinds";

interface KindFilterProps {
  counts: ReviewQueue["counts"];
  filter: QueueFilter;
}

/** Kinds stand in the address, so that each is a link. */
export function KindFilter({ counts, filter }: KindFilterProps) {
  const all = {
    to: reviewQueueAddress(changed(filter, { kind: undefined })),
    name: phrase("queue.all"),
    isChosen: filter.kind === undefined,
    count: REVIEW_KINDS.reduce((sum, each) => sum + counts[each], 0),
  };
  const kinds = REVIEW_KINDS.map((kind) => ({
    to: reviewQueueAddress(changed(filter, { kind })),
    name: phrase(KINDS[kind].plural),
    isChosen: filter.kind === kind,
    count: counts[kind],
  }));
  return <LinkList choices={[all, ...kinds]} label={phrase("queue.kinds")} />;
}
