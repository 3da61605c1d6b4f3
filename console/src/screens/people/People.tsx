import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import { Button } from "../../design/Button";
import { Failure } from "../../design/Failure";
import { LinkList } from "../../design/LinkList";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { LazyPersonDialog } from "../../dialogs/person/LazyPersonDialog";
import { phrase } from "../../language/catalogue";
import { teamsOptions } from "../../service/teams";
import { everybodyOptions } from "../../service/users";
import { useMayDo } from "../../session/use-session";
import { filterOf, peopleAddress } from "./filter";
import { LazyTeamDialog } from "./LazyTeamDialog";
import styles from "./People.module.css";
import { PeopleList } from "./PeopleList";
import { TeamList } from "./TeamList";

/** Who works here, with which role and in which teams. */
export default function People() {
  const mayManage = useMayDo("managePeople");
  const filter = filterOf(useSearch());
  const everybody = useQuery(everybodyOptions());
  const teams = useQuery(teamsOptions());
  const isTeams = filter.part === "teams";
  const failed = [everybody, teams].find(({ isError }) => isError);
  return (
    <>
      <ScreenHeading
        actions={mayManage ? <Add isTeam={isTeams} /> : undefined}
        below={<p className={styles.words}>{phrase(mayManage ? "people.words" : "people.readOnly")}</p>}
        title={phrase("screen.people")}
      />
      <LinkList
        choices={[
          { to: peopleAddress({}), name: phrase("people.part.people"), isChosen: !isTeams },
          { to: peopleAddress({ part: "teams" }), name: phrase("people.part.teams"), isChosen: isTeams },
        ]}
        label={phrase("people.parts")}
      />
      {failed !== undefined && <Failure error={failed.error} onRetry={() => void failed.refetch()} />}
      {isTeams ? (
        <TeamList people={everybody.data} teams={teams.data} />
      ) : (
        <PeopleList filter={filter} people={everybody.data} teams={teams.data ?? []} />
      )}
    </>
  );
}

function Add({ isTeam }: { isTeam: boolean }) {
  const [isAdding, setAdding] = useState(false);
  const close = () => setAdding(false);
  return (
    <>
      <Button look="primary" onPress={() => setAdding(true)}>
        {phrase(isTeam ? "people.team.add" : "people.add")}
      </Button>
      {isAdding && (isTeam ? <LazyTeamDialog onClose={close} /> : <LazyPersonDialog onClose={close} />)}
    </>
  );
}
