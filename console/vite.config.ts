import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { earlyAtOnce } from "./early-at-once.ts";
import { phrasesInParts } from "./phrases-in-parts.ts";

/** The languages of the service; React Aria's own words are bundled for these alone. */
const LANGUAGES = ["en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "pt-BR", "nl-NL", "pl-PL", "ar-AE"];

const client = fileURLToPath(new URL("../clients/typescript/src/index.ts", import.meta.url));

/** The file that runs first, with all that it needs. */
const EARLY = [/console\/src\/early\.ts$/];

/** The program with its first screen, and what nearly every further screen needs. */
const FIRST_VIEW = [
  /console\/src\/main\.tsx$/,
  /node_modules\/@tanstack\//,
  /node_modules\/react-aria\/dist\/private\/(interactions|button|i18n)\//,
  /console\/src\/(session\/|way\.|service\/people\.)/,
];

function isOf(parts: readonly RegExp[], file: string): boolean {
  return parts.some((part) => part.test(file.replaceAll("\\", "/")));
}

export default defineConfig({
  base: "/console/",
  plugins: [
    phrasesInParts(),
    earlyAtOnce(),
    { ...optimizeLocales.vite({ locales: LANGUAGES }), enforce: "pre" },
    react(),
  ],
  resolve: {
    alias: { "talent-screening": client },
    // The client's source stands outside of this folder; what it imports is installed here.
    dedupe: ["openapi-fetch"],
  },
  build: {
    // Where the service's function looks for it.
    outDir: "../functions/console/assets/app",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy allows files alone, and every browser that is new enough preloads by itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The first view comes in two files, what runs before React and the rest; it would come in thirty otherwise.
          groups: [
            { name: "early", test: (file) => isOf(EARLY, file), priority: 2 },
            { name: "first-view", test: (file) => isOf(FIRST_VIEW, file), priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "https://service.example.com/console" } },
    setupFiles: ["src/tests/setup.ts"],
    restoreMocks: true,
    testTimeout: 90_000,
    // Beside other work a machine now and then starves a test. The report names what ran twice.
    retry: 1,
  },
});
