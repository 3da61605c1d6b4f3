import { help } from "./invite/help.js";

// A page on which nothing is answered any more, but on which the candidate can still ask the team.
help(() => location.reload());
