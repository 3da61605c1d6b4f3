import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./Button";

test("a button whose work is on its way keeps the focus, and a press does nothing", async () => {
  const save = vi.fn();
  const user = userEvent.setup();
  const { rerender } = render(<Button onPress={save}>Save</Button>);
  await user.click(screen.getByRole("button", { name: "Save" }));

  rerender(
    <Button isPending onPress={save}>
      Save
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Save" });
  await user.click(button);
  await user.keyboard("{Enter}");

  expect(save).toHaveBeenCalledTimes(1);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-disabled", "true");
});

test("a pending button sends no form", async () => {
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const user = userEvent.setup();
  render(
    <form onSubmit={send}>
      <Button isPending type="submit">
        Save
      </Button>
    </form>,
  );

  await user.click(screen.getByRole("button", { name: "Save" }));

  expect(send).not.toHaveBeenCalled();
});
