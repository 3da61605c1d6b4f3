/** The dialogs of the screen, whose code is read when one is opened. */

import { lazy } from "react";
import { Loaded } from "../../design/Loaded";
import type { RepeatDialogProps } from "./RepeatDialog";
import type { SecretDialogProps } from "./SecretDialog";
import type { TestDialogProps } from "./TestDialog";
import type { WebhookDialogProps } from "./WebhookDialog";

const WebhookDialog = lazy(() => import("./WebhookDialog"));
const TestDialog = lazy(() => import("./TestDialog"));
const SecretDialog = lazy(() => import("./SecretDialog"));
const RepeatDialog = lazy(() => import("./RepeatDialog"));

export function LazyWebhookDialog(properties: WebhookDialogProps) {
  return (
    <Loaded onClose={properties.onClose}>
      <WebhookDialog {...properties} />
    </Loaded>
  );
}

export function LazyTestDialog(properties: TestDialogProps) {
  return (
    <Loaded onClose={properties.onClose}>
      <TestDialog {...properties} />
    </Loaded>
  );
}

export function LazySecretDialog(properties: SecretDialogProps) {
  return (
    <Loaded onClose={properties.onClose}>
      <SecretDialog {...properties} />
    </Loaded>
  );
}

export function LazyRepeatDialog(properties: RepeatDialogProps) {
  return (
    <Loaded onClose={properties.onClose}>
      <RepeatDialog {...properties} />
    </Loaded>
  );
}
