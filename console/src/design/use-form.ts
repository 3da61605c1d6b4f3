import { type SubmitEvent, useEffect, useRef, useState } from "react";

interface FormOptions {
  /** Whether nothing is missing or wrong. It is asked when the form is sent. */
  isRight: () => boolean;
  onSend: () => void;
  /** Why the service did not take it; null as long as it did. */
  error?: unknown;
}

/** A form that is checked when it is sent. The focus goes to the first field that is wrong, here or for the service. */
export function useForm({ isRight, onSend, error = null }: FormOptions) {
  const sent = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) sent.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [attempts, error]);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    sent.current = event.currentTarget;
    setAttempts(attempts + 1);
    if (isRight()) onSend();
  };
  return {
    /** What is wrong is told from the first attempt on. */
    wasSent: attempts > 0,
    startOver: () => setAttempts(0),
    formProps: { noValidate: true, onSubmit },
  };
}
