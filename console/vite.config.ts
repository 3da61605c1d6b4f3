import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { phrasesInParts } from "./phrases-in-parts.ts";

/** The languages of the service; React Aria's own words are bundled for these alone. */
const LANGUAGES = ["en-US", "de-DE", "fr-FR", "es-ES", "it-IT", "pt-BR", "nl-NL", "pl-PL", "ar-AE"];

const client = fileURLToPath(new URL("../clients/typescript/src/index.ts", import.meta.url));

const NEEDED_BY_EVERY_SCREEN = [
  /node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|openapi-fetch|@tanstack)\//,
  /node_modules\/react-aria\/dist\/private\/(interactions|ssr|button|i18n)\//,
  /node_modules\/react-aria-components\/dist\/private\/(Button|utils)\./,
  /clients\/typescript\/src\//,
  /console\/src\/(language|session)\//,
  /console\/src\/(addresses|routes|way)\./,
  /console\/src\/service\/(client|errors|people|query-client|review-queue|session)\./,
  /console\/src\/design\/(Button|Card|EmptyState|Failure|ScreenLink|Skeleton|classes|icons|stored-choice)\./,
  /console\/src\/design\/(key-shortcuts|shell\/ScreenHeading|shell\/navigation|shortcuts\/registry)\./,
];

function isNeededByEveryScreen(file: string): boolean {
  return NEEDED_BY_EVERY_SCREEN.some((part) => part.test(file.replaceAll("\\", "/")));
}

export default defineConfig({
  base: "/console/",
  plugins: [phrasesInParts(), { ...optimizeLocales.vite({ locales: LANGUAGES }), enforce: "pre" }, react()],
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
    // What every screen needs comes in one file; it would come in twenty otherwise, each an own request.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "shared", test: isNeededByEveryScreen }] } },
    },
  },
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "https://service.example.com/console" } },
    setupFiles: ["src/tests/setup.ts"],
    restoreMocks: true,
    testTimeout: 30_000,
  },
});
