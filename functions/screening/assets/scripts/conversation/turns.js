import { call, isPassing, patiently } from "../invite/service.js";
import { forgetTurn, keepPlace, keepTurn } from "./kept_turn.js";

const TURN_RETRY_SECONDS = [1, 2, 4, 8, 15, 30];
const BUSY_ATTEMPTS = 8;
// Whoever cannot be understood this often is asked to type.
const MOST_FAILED_HEARINGS = 3;

export class WentOnElsewhere extends Error {}

const retrySeconds = (attempt) => TURN_RETRY_SECONDS[Math.min(attempt, TURN_RETRY_SECONDS.length - 1)];

// Calls until an answer comes. `onTrouble` is told true while none comes, and false at the end. It may
// fail so many times while there is a connection; without one it takes as long as it takes.
export async function insisted(act, onTrouble, mostFailures = Infinity) {
  let failures = 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const result = await act();
      onTrouble(false);
      return result;
    } catch (failure) {
      if (failure.status || navigator.onLine) failures += 1;
      if (!isPassing(failure) || failures >= mostFailures) {
        onTrouble(false);
        throw failure;
      }
      onTrouble(true);
      await patiently(retrySeconds(attempt));
    }
  }
}

export function newTurnId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const readConversation = async () => (await call("GET", "/conversation")).conversation;
export const beginConversation = async () => (await call("POST", "/conversation")).conversation;
export const readSpeech = async () => (await call("GET", "/conversation/speech")).speech;

// Has the reply to a turn prepared that may follow. An older service refuses it. Resolves to the sound of its first
// sentence, or to null without one.
export const prepareTurn = async (body) => (await call("POST", "/conversation/turns", { turnId: newTurnId(), sound: true, ...body })).firstSound || null;

// Delivers a turn, as often as it needs, under one id: the service takes it once. Throws WentOnElsewhere when
// the conversation has gone on without it, and Refused when the turn is not accepted.
export async function deliverTurn(conversationId, body, onTrouble) {
  keepTurn(conversationId, body);
  const mostFailures = body.mediaId && !body.text ? MOST_FAILED_HEARINGS : Infinity;
  let busy = 0;
  for (;;) {
    try {
      const taken = await insisted(() => call("POST", "/conversation/turns", body), onTrouble, mostFailures);
      forgetTurn();
      const said = taken.turns.findLast((turn) => turn.role === "candidate");
      if (said) keepPlace(conversationId, said.sequence);
      return taken;
    } catch (failure) {
      busy += 1;
      if (failure.status === 409 && busy < BUSY_ATTEMPTS && (await isAwaited(body, busy, onTrouble))) continue;
      forgetTurn();
      throw failure.status === 409 ? new WentOnElsewhere() : failure;
    }
  }
}

// Whether a refused turn may still be taken: the conversation is where it was, so that the service is busy with
// a turn, perhaps with this one. Where it has moved on, one more attempt tells whether it was by this turn.
async function isAwaited(body, attempt, onTrouble) {
  const { state, turns } = await insisted(readConversation, onTrouble);
  const hasMoved = state !== "active" || turns.length !== body.afterSequence;
  if (hasMoved) return attempt === 1;
  await patiently(retrySeconds(attempt));
  return true;
}
