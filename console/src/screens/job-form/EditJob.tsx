import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { jobAddress } from "../../addresses";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { NeedsRole } from "../../design/NeedsRole";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Skeleton } from "../../design/Skeleton";
import { phrase } from "../../language/catalogue";
import { isChangedMeanwhile } from "../../service/errors";
import { changeJobOptions, jobOptions } from "../../service/jobs";
import type { JobDetail } from "../../service/records";
import type { Stored } from "../../service/stored";
import { JobForm } from "./JobForm";
import { useJobValues } from "./use-job-values";
import { membersOf, valuesOf } from "./values";

export default function EditJob() {
  const { jobId } = useParams<{ jobId: string }>();
  const job = useQuery(jobOptions(jobId));
  return (
    <>
      <ScreenHeading
        title={
          job.data === undefined
            ? phrase("jobForm.edit")
            : phrase("jobForm.edit.of", { title: job.data.record.title })
        }
      />
      <NeedsRole action="manageJobs">
        {job.isError && <Failure error={job.error} onRetry={() => void job.refetch()} />}
        {job.isPending && (
          <Card>
            <Skeleton lines={12} />
          </Card>
        )}
        {job.data?.record.ats && <p>{phrase("job.ats")}</p>}
        {job.data?.record.ats === null && <EditJobForm job={job.data} key={jobId} />}
      </NeedsRole>
    </>
  );
}

function EditJobForm({ job }: { job: Stored<JobDetail> }) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [, navigate] = useLocation();
  // Reading the record again in the background changes neither the fields nor the state they began from.
  const [begun, setBegun] = useState(job);
  const { id } = job.record;
  const { values, change, forget } = useJobValues(`job:${id}`, valuesOf(begun.record));
  const saving = useMutation(changeJobOptions(id, queries));
  const leave = () => {
    forget();
    navigate(jobAddress(id));
  };
  const save = () =>
    saving.mutate(
      { change: membersOf(values), state: begun.state },
      {
        onSuccess: () => {
          announce(phrase("jobForm.saved"));
          leave();
        },
      },
    );
  const loadAgain = async () => {
    const fresh = await queries.query({ ...jobOptions(id), staleTime: 0 });
    forget();
    saving.reset();
    setBegun(fresh);
  };
  return (
    <>
      <JobForm
        error={saving.error}
        isPending={saving.isPending}
        onCancel={leave}
        onChange={change}
        onSave={save}
        values={values}
      />
      {isChangedMeanwhile(saving.error) && (
        <Button onPress={() => void loadAgain()}>{phrase("jobForm.loadAgain")}</Button>
      )}
    </>
  );
}
