import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { candidateAddress } from "../../addresses";
import { ScreenLink } from "../../design/ScreenLink";
import { phrase } from "../../language/catalogue";
import { sameEmailOptions } from "../../service/candidates";
import { isEmail } from "../invite/people";
import styles from "./Candidate.module.css";

const PAUSE_MS = 500;

/** Tells that somebody has this e-mail address already, before they are made twice. */
export function SameEmail({ email }: { email: string }) {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const pause = setTimeout(() => setAsked(email), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [email]);
  const found = useQuery({ ...sameEmailOptions(asked), enabled: isEmail(asked) });
  const [same] = asked === email ? (found.data ?? []) : [];
  return (
    <div role="status">
      {same !== undefined && (
        <p className={styles.notice}>
          {phrase("candidateForm.same")}{" "}
          <ScreenLink to={candidateAddress(same.id)}>
            <bdi>{`${same.firstName} ${same.lastName}`}</bdi>
          </ScreenLink>
        </p>
      )}
    </div>
  );
}
