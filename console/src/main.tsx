import { createRoot } from "react-dom/client";
import "./design/tokens.css";
import "./design/base.css";
import "./design/print.css";
import { readConfiguration } from "./session/configuration";
import { startConsole } from "./start";

const place = document.getElementById("console");
if (place !== null) createRoot(place).render(await startConsole(readConfiguration()));
