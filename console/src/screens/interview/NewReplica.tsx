import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../design/Button";
import { Dialog } from "../../design/Dialog";
import { Failure } from "../../design/Failure";
import { Field } from "../../design/Field";
import { phrase } from "../../language/catalogue";
import { createReplica, replicasOptions } from "../../service/interview-choices";
import styles from "./Editor.module.css";

export interface NewReplicaProps {
  onClose: () => void;
  onMade: (replicaId: string) => void;
}

/** An interviewer with a name and a picture, for AI interviews. */
export default function NewReplica(properties: NewReplicaProps) {
  return (
    <Dialog isOpen onClose={properties.onClose} title={phrase("interview.replica.new")}>
      <ReplicaForm {...properties} />
    </Dialog>
  );
}

function ReplicaForm({ onClose, onMade }: NewReplicaProps) {
  const queries = useQueryClient();
  const making = useMutation({ mutationFn: createReplica });
  const [name, setName] = useState("");
  const [photoUrl, setPhotoUrl] = useState("");
  const [wasSent, setSent] = useState(false);
  const isAddress = /^https?:\/\/[^/?#]/i.test(photoUrl.trim());
  const make = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(true);
    if (name.trim() === "" || !isAddress) return;
    making.mutate(
      { name: name.trim(), photoUrl: photoUrl.trim() },
      {
        onSuccess: ({ id }) => {
          void queries.invalidateQueries(replicasOptions());
          onMade(id);
          onClose();
        },
      },
    );
  };
  return (
    <form className={styles.dialogForm} noValidate onSubmit={make}>
      <Field
        error={wasSent && name.trim() === "" ? phrase("interview.replica.name.missing") : undefined}
        label={phrase("interview.replica.name")}
        onChange={setName}
        value={name}
      />
      <Field
        description={phrase("interview.replica.photo.words")}
        error={wasSent && !isAddress ? phrase("interview.replica.photo.missing") : undefined}
        inputMode="url"
        label={phrase("interview.replica.photo")}
        onChange={setPhotoUrl}
        value={photoUrl}
      />
      {making.isError && <Failure error={making.error} />}
      <Button isPending={making.isPending} look="primary" type="submit">
        {phrase("interview.replica.make")}
      </Button>
    </form>
  );
}
