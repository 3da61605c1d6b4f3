import { type RefObject, useEffect, useRef } from "react";

/** Takes a file that is dropped on an element. Everything that it does, the button beside it does, too. */
export function useDrop(
  place: RefObject<HTMLElement | null>,
  onDrop: (file: File | undefined) => void,
): void {
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const element = place.current;
    const allow = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      latest.current(event.dataTransfer?.files[0]);
    };
    element?.addEventListener("dragover", allow);
    element?.addEventListener("drop", drop);
    return () => {
      element?.removeEventListener("dragover", allow);
      element?.removeEventListener("drop", drop);
    };
  }, [place]);
}
