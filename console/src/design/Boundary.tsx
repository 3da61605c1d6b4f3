import { Component, type ReactNode } from "react";
import { phrase } from "../language/catalogue";
import styles from "./Boundary.module.css";
import { Button } from "./Button";
import { EmptyState } from "./EmptyState";
import { CloseIcon, RefreshIcon } from "./icons";

interface BoundaryProps {
  children: ReactNode;
  /** Closes what has failed where it is a dialog, so that what lies beneath can still be used. */
  onClose?: (() => void) | undefined;
}

interface BoundaryState {
  hasFailed: boolean;
}

/** Catches what a screen or a part of it cannot: above all that its code is no longer there, because a new version is. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): BoundaryState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const { onClose } = this.props;
    return (
      <div className={onClose && styles.over} role="alert">
        <EmptyState advice={phrase("boundary.advice")} icon={RefreshIcon} title={phrase("boundary.title")}>
          <Button look="primary" onPress={() => location.reload()}>
            {phrase("boundary.reload")}
          </Button>
          {onClose && (
            <Button
              aria-label={phrase("dialog.close")}
              className={styles.close}
              look="quiet"
              onPress={onClose}
              size="icon"
            >
              <CloseIcon />
            </Button>
          )}
        </EmptyState>
      </div>
    );
  }
}
