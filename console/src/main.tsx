import { createRoot } from "react-dom/client";
import "./design/tokens.css";
import "./design/base.css";
import "./design/print.css";
import { App } from "./App";
import { beginning } from "./early";

/** How long the screen waits for its answers to be drawn once, with them: as long as a drawing without them takes. */
const PATIENCE_MS = 200;

const { configuration, isAnswered, isReady, queries } = beginning;
const place = document.getElementById("console");
await isReady;
await Promise.race([isAnswered, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
if (place !== null) createRoot(place).render(<App configuration={configuration} queries={queries} />);
