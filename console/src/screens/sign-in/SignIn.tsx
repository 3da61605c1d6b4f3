import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "../../design/Button";
import { CheckIcon } from "../../design/icons";
import { phrase, type PhraseName } from "../../language/catalogue";
import type { Issuer } from "../../session/configuration";
import { useConfiguration } from "../../session/configuration-context";
import { goToSignIn } from "../../session/sign-in";
import type { SignInProblem } from "../../session/store";
import styles from "./SignIn.module.css";

const WORDS: Readonly<Record<SignInProblem, PhraseName>> = {
  stateMismatch: "signIn.stateMismatch",
  codeRefused: "signIn.codeRefused",
  noAccount: "signIn.noAccount",
  requestRefused: "signIn.requestRefused",
  issuerRefused: "signIn.issuerRefused",
  unreachable: "signIn.unreachable",
  expired: "signIn.expired",
};

/** What every address shows to people who are not signed in. */
export function SignIn({ problem }: { problem: SignInProblem | null }) {
  const { issuer } = useConfiguration();
  const going = useMutation({ mutationFn: (at: Issuer) => goToSignIn(at) });
  useEffect(() => {
    document.title = phrase("shell.title", { screen: phrase("signIn.button") });
  }, []);
  return (
    <main className={styles.screen}>
      <div className={styles.card}>
        <span className={styles.mark}>
          <CheckIcon />
        </span>
        <h1 className={styles.title}>{phrase("signIn.title")}</h1>
        <p className={styles.words}>{phrase("signIn.words")}</p>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {phrase(WORDS[problem])}
          </p>
        )}
        {issuer === null ? (
          <p role="alert">{phrase("signIn.noIssuer")}</p>
        ) : (
          <Button isPending={going.isPending} look="primary" onPress={() => going.mutate(issuer)}>
            {phrase("signIn.button")}
          </Button>
        )}
      </div>
    </main>
  );
}
