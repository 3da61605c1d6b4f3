import { lazy, type ReactNode } from "react";
import { Loaded } from "../../design/Loaded";
import { useSearch } from "wouter";
import { Card } from "../../design/Card";
import { LinkList } from "../../design/LinkList";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Skeleton } from "../../design/Skeleton";
import { phrase } from "../../language/catalogue";
import { mayDo } from "../../session/roles";
import { useSession } from "../../session/use-session";
import { type Part, partAddress, PARTS } from "./parts";
import styles from "./Settings.module.css";

// Each is read when it is shown.
const Branding = lazy(() => import("./Branding"));
const Messages = lazy(() => import("./Messages"));
const You = lazy(() => import("./You"));
const Keys = lazy(() => import("./Keys"));
const AuditLog = lazy(() => import("./AuditLog"));

const CONTENTS: Readonly<Record<Part["id"], ReactNode>> = {
  branding: <Branding />,
  messages: <Messages />,
  you: <You />,
  keys: <Keys />,
  audit: <AuditLog />,
};

export default function Settings() {
  const { role } = useSession().user;
  const wanted = new URLSearchParams(useSearch()).get("part") ?? "branding";
  const parts = PARTS.filter(({ action }) => action === undefined || mayDo(role, action));
  const part = parts.find(({ id }) => id === wanted);
  return (
    <>
      <ScreenHeading title={phrase("screen.settings")} />
      <LinkList
        choices={parts.map(({ id, name }) => ({
          to: partAddress(id),
          name: phrase(name),
          isChosen: id === part?.id,
        }))}
        label={phrase("settings.parts")}
      />
      {part === undefined ? (
        <p className={styles.words}>{phrase("settings.refused")}</p>
      ) : (
        <Loaded fallback={<Waiting />} key={part.id}>
          {CONTENTS[part.id]}
        </Loaded>
      )}
    </>
  );
}

function Waiting() {
  return (
    <Card>
      <Skeleton lines={8} />
    </Card>
  );
}
