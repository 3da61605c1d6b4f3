import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useRef, useState } from "react";
import { expect, test } from "vitest";
import { useLostFocus } from "./use-lost-focus";

function ApprovedOnce() {
  const main = useRef<HTMLElement>(null);
  const [isApproved, setApproved] = useState(false);
  useLostFocus(main);
  return (
    <main ref={main}>
      <h1 tabIndex={-1}>Job</h1>
      {!isApproved && <button onClick={() => setApproved(true)}>Approve</button>}
    </main>
  );
}

test("the focus comes to the heading when the control that had it is gone", async () => {
  const user = userEvent.setup();
  render(<ApprovedOnce />);
  screen.getByRole("button", { name: "Approve" }).focus();

  await user.keyboard("{Enter}");

  await waitFor(() => expect(screen.getByRole("heading", { name: "Job" })).toHaveFocus());
});
