import { createContext, type ReactNode, use, useCallback, useState } from "react";

type Announce = (text: string) => void;

const AnnounceContext = createContext<Announce>(() => undefined);

/** Tells people who do not see the screen what has happened on it. */
export function useAnnounce(): Announce {
  return use(AnnounceContext);
}

export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: "", number: 0 });
  const announce = useCallback((text: string) => setSaid(({ number }) => ({ text, number: number + 1 })), []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="visually-hidden" data-live-announcer role="status">
        {/* A new element, so that the same words are said again. */}
        <span key={said.number}>{said.text}</span>
      </div>
    </AnnounceContext>
  );
}
