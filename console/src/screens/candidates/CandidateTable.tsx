import { type ReactNode, useState } from "react";
import { candidateAddress } from "../../addresses";
import { Avatar } from "../../design/Avatar";
import { Button } from "../../design/Button";
import { EditIcon } from "../../design/icons";
import { ScreenLink } from "../../design/ScreenLink";
import { Status } from "../../design/Status";
import { type Column, Table } from "../../design/Table";
import type { TableSelection } from "../../design/TableSelection";
import { phrase } from "../../language/catalogue";
import { formatDate } from "../../language/format";
import { LazyCandidateDialog } from "../../dialogs/candidate/LazyCandidateDialog";
import type { Candidate } from "../../service/records";
import { useMayDo } from "../../session/use-session";
import styles from "./Candidates.module.css";

interface CandidateTableProps {
  candidates: readonly Candidate[];
  isPending: boolean;
  footer: ReactNode;
  selection: TableSelection<Candidate> | undefined;
  onChanged: (candidate: Candidate) => void;
}

export function CandidateTable({ candidates, onChanged, selection, ...rest }: CandidateTableProps) {
  const mayEdit = useMayDo("editCandidates");
  const [edited, setEdited] = useState<string | null>(null);
  const told = COLUMNS.filter(({ id }) => !SELDOM.has(id) || candidates.some((each) => isTold(each, id)));
  const columns = mayEdit ? [...told, actionsOf(setEdited)] : told;
  return (
    <>
      <Table
        {...rest}
        {...(selection === undefined ? {} : { selection })}
        columns={columns}
        keyOf={({ id }) => id}
        label={phrase("screen.candidates")}
        rows={candidates}
      />
      {edited !== null && (
        <LazyCandidateDialog candidateId={edited} onClose={() => setEdited(null)} onSaved={onChanged} />
      )}
    </>
  );
}

/** What many teams do not use; then it takes no room. */
const SELDOM = new Set(["tags", "externalId"]);

function isTold({ tags, externalId }: Candidate, column: string): boolean {
  return column === "tags" ? tags.length > 0 : externalId !== null;
}

const COLUMNS: readonly Column<Candidate>[] = [
  {
    id: "name",
    get title() {
      return phrase("candidates.name");
    },
    isRowHeader: true,
    cell: (candidate) => <Name candidate={candidate} />,
  },
  {
    id: "contact",
    get title() {
      return phrase("candidates.contact");
    },
    cell: ({ email, phone }) =>
      email === null && phone === null ? null : (
        <div className={styles.contact}>
          {email !== null && <span>{email}</span>}
          {phone !== null && <span dir="ltr">{phone}</span>}
        </div>
      ),
  },
  {
    id: "tags",
    get title() {
      return phrase("candidate.tags");
    },
    cell: ({ tags }) =>
      tags.length === 0 ? null : (
        <ul className={styles.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <Status>{tag}</Status>
            </li>
          ))}
        </ul>
      ),
  },
  {
    id: "source",
    get title() {
      return phrase("candidateForm.source");
    },
    cell: ({ source }) => source,
    isHiddenOnPhone: true,
  },
  {
    id: "externalId",
    get title() {
      return phrase("candidateForm.externalId");
    },
    cell: ({ externalId }) => externalId,
  },
  {
    id: "created",
    get title() {
      return phrase("candidates.added");
    },
    cell: ({ createdAt }) => (
      <time className={styles.when} dateTime={createdAt}>
        {formatDate(createdAt)}
      </time>
    ),
  },
];

function actionsOf(edit: (candidateId: string) => void): Column<Candidate> {
  return {
    id: "actions",
    title: phrase("candidates.actions"),
    isTitleHidden: true,
    isHiddenOnPhone: true,
    align: "end",
    cell: (candidate) => (
      <Button
        aria-label={phrase("candidates.edit", { name: nameOf(candidate) })}
        look="quiet"
        onPress={() => edit(candidate.id)}
        size="icon"
      >
        <EditIcon />
      </Button>
    ),
  };
}

function Name({ candidate }: { candidate: Candidate }) {
  const name = nameOf(candidate);
  return (
    <div className={styles.who}>
      <Avatar name={name} />
      <ScreenLink className={styles.name} to={candidateAddress(candidate.id)} way={{ candidateName: name }}>
        <bdi>{name}</bdi>
      </ScreenLink>
      {candidate.archivedAt !== null && <Status tone="caution">{phrase("status.archived")}</Status>}
    </div>
  );
}

function nameOf({ firstName, lastName }: Candidate): string {
  return `${firstName} ${lastName}`;
}
