import { useStoredChoice } from "./stored-choice";

/** Whether scores are hidden from a person who has not given their own. */
export function useBlindness(): [boolean, (isBlind: boolean) => void] {
  return useStoredChoice("blind", false);
}
