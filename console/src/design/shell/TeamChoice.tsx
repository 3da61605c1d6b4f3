import { useQuery } from "@tanstack/react-query";
import { phrase } from "../../language/catalogue";
import { teamsOptions } from "../../service/teams";
import { chooseTeam } from "../../session/store";
import { useSession } from "../../session/use-session";
import { LazySelect } from "../LazySelect";
import styles from "./TeamChoice.module.css";

/** The team whose records are shown; to be chosen where the person has several. */
export function TeamChoice() {
  const { user, teamId } = useSession();
  const teams = useQuery(teamsOptions());
  const own = user.teamIds.map((id) => ({
    id,
    name: teams.data?.find((team) => team.id === id)?.displayName ?? phrase("team.unnamed"),
  }));
  const name = own.find((team) => team.id === teamId)?.name ?? "";
  if (own.length > 1 && teamId !== null) {
    return <LazySelect choices={own} label={phrase("team.label")} onChange={chooseTeam} value={teamId} />;
  }
  return (
    <p className={styles.team}>
      <span aria-hidden="true" className={styles.face}>
        {name.slice(0, 1)}
      </span>
      <span className={styles.name} dir="auto">
        {teams.isPending ? "" : name}
      </span>
    </p>
  );
}
