import { type MouseEvent, type ReactNode, type Ref, useRef } from "react";
import { Link } from "wouter";
import { prepareScreen } from "../routes";
import type { Way } from "../way";

/** How long somebody looks at a link who is about to follow it. */
const INTENT_MS = 120;

interface ScreenLinkProps {
  to: string;
  way?: Way;
  /** Whether the present screen is left out of the history. */
  replace?: boolean;
  className?: string | undefined;
  current?: "page" | "true" | undefined;
  ref?: Ref<HTMLAnchorElement> | undefined;
  /** Called when the person stays at the link, before it is followed. */
  onIntent?: () => void;
  onClick?: ((event: MouseEvent) => void) | undefined;
  children: ReactNode;
}

/** Leads to a screen, whose code is read when the person stays at the link. */
export function ScreenLink({ to, way, replace = false, current, onIntent, ...rest }: ScreenLinkProps) {
  const intent = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = () => {
    clearTimeout(intent.current);
    intent.current = setTimeout(() => {
      prepareScreen(to);
      onIntent?.();
    }, INTENT_MS);
  };
  const lookAway = () => clearTimeout(intent.current);
  return (
    <Link
      {...rest}
      aria-current={current}
      href={to}
      onBlur={lookAway}
      onFocus={look}
      onMouseEnter={look}
      onMouseLeave={lookAway}
      replace={replace}
      state={way}
    />
  );
}
