import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import { Card } from "../../design/Card";
import { Failure } from "../../design/Failure";
import { NeedsRole } from "../../design/NeedsRole";
import { ScreenHeading } from "../../design/shell/ScreenHeading";
import { Skeleton } from "../../design/Skeleton";
import { currentLanguage, phrase } from "../../language/catalogue";
import { jobRecordOptions } from "../../service/jobs";
import { useMayDo, useSession } from "../../session/use-session";
import { EditorScreen } from "./EditorScreen";
import { emptyForm, withJob } from "./form";

/** An interview that is not there yet, perhaps for a job whose text it begins with. */
export default function NewInterview() {
  const [jobId] = useState(new URLSearchParams(useSearch()).get("job"));
  if (useMayDo("manageInterviews")) return jobId === null ? <Empty /> : <ForJob jobId={jobId} />;
  return (
    <>
      <ScreenHeading title={phrase("interviews.new")} />
      <NeedsRole action="manageInterviews">{null}</NeedsRole>
    </>
  );
}

function Empty() {
  const form = useEmptyForm();
  return <EditorScreen form={form} stored={form} />;
}

function ForJob({ jobId }: { jobId: string }) {
  const job = useQuery(jobRecordOptions(jobId));
  const stored = useEmptyForm();
  if (job.data !== undefined) return <EditorScreen form={withJob(stored, job.data)} stored={stored} />;
  return (
    <>
      <ScreenHeading title={phrase("interviews.new")} />
      {job.isError ? (
        <Failure error={job.error} onRetry={() => void job.refetch()} />
      ) : (
        <Card>
          <p className="visually-hidden">{phrase("list.loading")}</p>
          <Skeleton lines={6} />
        </Card>
      )}
    </>
  );
}

/** In the language of the person who makes it, who is told of its results. */
function useEmptyForm() {
  const { user } = useSession();
  const [form] = useState(() => ({ ...emptyForm(currentLanguage()), subscribers: [user.id] }));
  return form;
}
