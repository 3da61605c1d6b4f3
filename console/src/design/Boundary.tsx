import { Component, type ReactNode } from "react";
import { phrase } from "../language/catalogue";
import { Button } from "./Button";
import { EmptyState } from "./EmptyState";
import { RefreshIcon } from "./icons";

interface BoundaryState {
  hasFailed: boolean;
}

/** Catches what a screen cannot: above all that its code is no longer there, because a new version is. */
export class Boundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): BoundaryState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert">
        <EmptyState advice={phrase("boundary.advice")} icon={RefreshIcon} title={phrase("boundary.title")}>
          <Button look="primary" onPress={() => location.reload()}>
            {phrase("boundary.reload")}
          </Button>
        </EmptyState>
      </div>
    );
  }
}
