import { lazy } from "react";
import { Loaded } from "../../design/Loaded";
import type { LibraryProps } from "./Library";
import type { NewReplicaProps } from "./NewReplica";
import type { PreviewProps } from "./Preview";

const Library = lazy(() => import("./Library"));
const NewReplica = lazy(() => import("./NewReplica"));
const Preview = lazy(() => import("./Preview"));

/** Dialogs whose code is read when they are opened. */
export function LazyLibrary(properties: LibraryProps) {
  return (
    <Loaded onClose={properties.onClose}>
      <Library {...properties} />
    </Loaded>
  );
}

export function LazyNewReplica(properties: NewReplicaProps) {
  return (
    <Loaded onClose={properties.onClose}>
      <NewReplica {...properties} />
    </Loaded>
  );
}

export function LazyPreview(properties: PreviewProps) {
  return (
    <Loaded onClose={properties.onClose}>
      <Preview {...properties} />
    </Loaded>
  );
}
