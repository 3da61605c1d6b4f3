import { phrase } from "../language/catalogue";
import { Button } from "./Button";

/** Prints the screen, or makes a PDF of it, without what is for the screen alone. */
export function PrintButton() {
  return <Button onPress={() => window.print()}>{phrase("print.button")}</Button>;
}
