import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Facts } from "../../design/Facts";
import { Failure } from "../../design/Failure";
import { ROLE_NAMES } from "../../design/shell/role-names";
import { Skeleton } from "../../design/Skeleton";
import { LazyPersonDialog } from "../../dialogs/person/LazyPersonDialog";
import { NOTIFICATION_NAMES } from "../../dialogs/person/names";
import { phrase } from "../../language/catalogue";
import { formatList } from "../../language/format";
import { teamsOptions } from "../../service/teams";
import { everybodyOptions } from "../../service/users";
import type { User } from "../../service/records";
import { useMayDo, useSession } from "../../session/use-session";
import styles from "./Settings.module.css";

/** How the person who is signed in hears of things, and what they may do. */
export default function You() {
  const { user } = useSession();
  const mayManage = useMayDo("managePeople");
  const everybody = useQuery(everybodyOptions());
  const [isEditing, setEditing] = useState(false);
  const own = everybody.data?.find(({ id }) => id === user.id);
  return (
    <Card title={phrase("settings.you")}>
      {everybody.isPending && <Skeleton lines={5} />}
      {everybody.isError && <Failure error={everybody.error} onRetry={() => void everybody.refetch()} />}
      {own !== undefined && <OwnFacts own={own} />}
      {own !== undefined && mayManage && (
        <div className={styles.buttons}>
          <Button onPress={() => setEditing(true)}>{phrase("settings.you.edit")}</Button>
        </div>
      )}
      {!mayManage && <p className={styles.words}>{phrase("settings.you.readOnly")}</p>}
      {isEditing && own !== undefined && <LazyPersonDialog onClose={() => setEditing(false)} user={own} />}
    </Card>
  );
}

function OwnFacts({ own }: { own: User }) {
  const { user } = useSession();
  const teams = useQuery(teamsOptions());
  const names = teams.data?.filter(({ id }) => user.teamIds.includes(id)).map(({ name }) => name) ?? [];
  return (
    <Facts
      facts={[
        [phrase("people.name"), `${own.firstName} ${own.lastName}`],
        [phrase("people.email"), own.email],
        [phrase("people.phone"), own.phone ?? phrase("settings.none")],
        [phrase("people.role"), phrase(ROLE_NAMES[user.role])],
        [phrase("people.teams"), formatList(names)],
        [phrase("people.notifications"), phrase(NOTIFICATION_NAMES[own.notifications])],
        [phrase("people.timezone"), own.timezone ?? phrase("settings.none")],
      ]}
    />
  );
}
