import { createContext, use } from "react";
import { type Configuration, NO_CONFIGURATION } from "./configuration";

export const ConfigurationContext = createContext<Configuration>(NO_CONFIGURATION);

export function useConfiguration(): Configuration {
  return use(ConfigurationContext);
}
