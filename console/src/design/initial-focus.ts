import { type RefObject, useEffect, useRef } from "react";

/** For what has the focus as soon as it is there, because the person has come for it. */
export function useInitialFocus<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => place.current?.focus(), []);
  return place;
}
