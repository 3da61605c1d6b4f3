// The one turn that is under way, kept until the service has taken it, so that a reload loses nothing. It is
// kept for this tab alone, under the id of the conversation's first turn; without a storage it is in memory.
const KEPT_TURN = "turn";
let turnInMemory = null;

function keepTurn(conversationId, body) {
  turnInMemory = { conversationId, body };
  try {
    sessionStorage.setItem(KEPT_TURN, JSON.stringify(turnInMemory));
  } catch { /* it is in memory */ }
}

function keptTurn(conversationId) {
  let kept = turnInMemory;
  try {
    kept ??= JSON.parse(sessionStorage.getItem(KEPT_TURN));
  } catch { /* nothing was kept */ }
  return kept?.conversationId === conversationId ? kept.body : null;
}

function forgetTurn() {
  turnInMemory = null;
  try {
    sessionStorage.removeItem(KEPT_TURN);
  } catch { /* nothing was kept */ }
}
