import { Dialog } from "../../design/Dialog";
import { phrase } from "../../language/catalogue";
import type { User } from "../../service/records";
import { AddPerson } from "./AddPerson";
import { ChangePerson } from "./ChangePerson";

export interface PersonDialogProps {
  /** Who is changed; without one somebody is added. */
  user?: User;
  onClose: () => void;
}

export default function PersonDialog({ user, onClose }: PersonDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={phrase(user === undefined ? "people.add" : "people.edit.title")}>
      {user === undefined ? <AddPerson onClose={onClose} /> : <ChangePerson onClose={onClose} user={user} />}
    </Dialog>
  );
}
