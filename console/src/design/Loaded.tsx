import { type ReactNode, Suspense } from "react";
import { Boundary } from "./Boundary";

interface LoadedProps {
  children: ReactNode;
  /** What stands in its place until its code is there. */
  fallback?: ReactNode;
  /** Closes it where it is a dialog. */
  onClose?: () => void;
}

/** A part of a screen whose code is read when it is needed. Where that fails, the rest stays as it is. */
export function Loaded({ children, fallback, onClose }: LoadedProps) {
  return (
    <Boundary onClose={onClose}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}
