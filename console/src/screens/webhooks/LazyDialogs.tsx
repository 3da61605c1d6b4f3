/** The dialogs of the screen, whose code is read when one is opened. */

import { lazy, Suspense } from "react";
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
    <Suspense>
      <WebhookDialog {...properties} />
    </Suspense>
  );
}

export function LazyTestDialog(properties: TestDialogProps) {
  return (
    <Suspense>
      <TestDialog {...properties} />
    </Suspense>
  );
}

export function LazySecretDialog(properties: SecretDialogProps) {
  return (
    <Suspense>
      <SecretDialog {...properties} />
    </Suspense>
  );
}

export function LazyRepeatDialog(properties: RepeatDialogProps) {
  return (
    <Suspense>
      <RepeatDialog {...properties} />
    </Suspense>
  );
}
