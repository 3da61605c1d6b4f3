import { phrase } from "../language/catalogue";
import { Button } from "./Button";

/** What `useInfiniteQuery` answers, as far as reading on needs it. */
interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Reads a list on; nothing at its end. */
export function MoreButton({ pages, className }: { pages: Pages; className?: string | undefined }) {
  if (!pages.hasNextPage) return null;
  return (
    <Button
      className={className}
      isPending={pages.isFetchingNextPage}
      onPress={() => void pages.fetchNextPage()}
    >
      {phrase("list.more")}
    </Button>
  );
}
