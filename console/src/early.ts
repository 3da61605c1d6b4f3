/** The first file that the page runs. It is small and waits for no other, least of all for React. */

import { beginConsole } from "./begin";
import { readConfiguration } from "./session/configuration";

export const beginning = beginConsole(readConfiguration());
