import { useMutation } from "@tanstack/react-query";
import { phrase } from "../../language/catalogue";
import { useConfiguration } from "../../session/configuration-context";
import { signOut } from "../../session/sign-in";
import { useSession } from "../../session/use-session";
import { Avatar } from "../Avatar";
import { Button } from "../Button";
import { SignOutIcon } from "../icons";
import styles from "./Account.module.css";
import { ROLE_NAMES } from "./role-names";

/** Who is signed in, and the way out. */
export function Account() {
  const { user } = useSession();
  const { issuer } = useConfiguration();
  const leaving = useMutation({ mutationFn: () => signOut(issuer) });
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <>
      <div className={styles.account}>
        <Avatar name={name} />
        <div className={styles.words}>
          <strong className={styles.name} dir="auto">
            {name}
          </strong>
          <p className={styles.role}>{phrase(ROLE_NAMES[user.role])}</p>
        </div>
      </div>
      <Button className={styles.leave} look="quiet" onPress={() => leaving.mutate()} size="small">
        <SignOutIcon />
        {phrase("account.signOut")}
      </Button>
    </>
  );
}
