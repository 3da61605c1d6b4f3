import { type ChangeEvent, useId, useRef, useState } from "react";
import { useAnnounce } from "../../design/Announcer";
import { Button } from "../../design/Button";
import { Card } from "../../design/Card";
import { Disclosure } from "../../design/Disclosure";
import { downloadText } from "../../design/download";
import { ImportsIcon } from "../../design/icons";
import { counted, phrase, type PhraseName } from "../../language/catalogue";
import { ColumnHelp, SAMPLE } from "./ColumnHelp";
import styles from "./Imports.module.css";
import { type List, readList } from "./read-list";
import { useDrop } from "./use-drop";

interface FileChoiceProps {
  list: List | null;
  onRead: (list: List | null) => void;
}

export function FileChoice({ list, onRead }: FileChoiceProps) {
  const announce = useAnnounce();
  const input = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  const [problem, setProblem] = useState<PhraseName | null>(null);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const result = await readList(file);
    setProblem("problem" in result ? result.problem : null);
    onRead("problem" in result ? null : result.list);
    if ("list" in result) announce(counted("imports.file.rows", result.list.rows.length));
  };
  useDrop(place, (file) => void read(file));
  return (
    <Card title={phrase("imports.file.title")}>
      <div className={styles.drop} ref={place}>
        <ImportsIcon />
        <p>{list === null ? phrase("imports.file.words") : <bdi>{list.name}</bdi>}</p>
        {list !== null && <p className={styles.soft}>{counted("imports.file.rows", list.rows.length)}</p>}
        <label className="visually-hidden" htmlFor={id}>
          {phrase("imports.file.label")}
        </label>
        <input
          accept=".csv,.txt,.ndjson,.jsonl,text/csv"
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          aria-invalid={problem !== null || undefined}
          className={styles.file}
          id={id}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            void read(event.target.files?.[0]);
            // The same file can be chosen again after it was corrected.
            event.target.value = "";
          }}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        <Button look={list === null ? "primary" : "plain"} onPress={() => input.current?.click()}>
          {phrase(list === null ? "imports.file.choose" : "imports.file.other")}
        </Button>
      </div>
      {problem !== null && (
        <p className={styles.failed} id={`${id}-problem`} role="alert">
          {phrase(problem)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button
          look="quiet"
          onPress={() => downloadText(phrase("imports.sample.file"), SAMPLE, "text/csv")}
          size="small"
        >
          {phrase("imports.sample")}
        </Button>
      </div>
      <Disclosure level={3} title={phrase("imports.columns.help")}>
        <ColumnHelp />
      </Disclosure>
    </Card>
  );
}
