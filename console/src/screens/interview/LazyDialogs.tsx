import { lazy, Suspense } from "react";
import type { LibraryProps } from "./Library";
import type { NewReplicaProps } from "./NewReplica";
import type { PreviewProps } from "./Preview";

const Library = lazy(() => import("./Library"));
const NewReplica = lazy(() => import("./NewReplica"));
const Preview = lazy(() => import("./Preview"));

/** Dialogs whose code is read when they are opened. */
export function LazyLibrary(properties: LibraryProps) {
  return (
    <Suspense>
      <Library {...properties} />
    </Suspense>
  );
}

export function LazyNewReplica(properties: NewReplicaProps) {
  return (
    <Suspense>
      <NewReplica {...properties} />
    </Suspense>
  );
}

export function LazyPreview(properties: PreviewProps) {
  return (
    <Suspense>
      <Preview {...properties} />
    </Suspense>
  );
}
