import styles from "./FormFault.module.css";

interface FormFaultProps {
  /** For what is described by it. */
  id?: string;
  /** Nothing where all is right. */
  children: string | undefined;
}

/** What is missing or wrong where there is no single field to say so at. */
export function FormFault({ id, children }: FormFaultProps) {
  if (children === undefined) return null;
  return (
    <p className={styles.fault} id={id} role="alert">
      {children}
    </p>
  );
}
