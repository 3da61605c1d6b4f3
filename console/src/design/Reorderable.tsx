import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { phrase } from "../language/catalogue";
import { useAnnounce } from "./Announcer";
import { Button } from "./Button";
import { classes } from "./classes";
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from "./icons";
import styles from "./Reorderable.module.css";

interface ReorderableProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** What an item is called in the names of its buttons and in what is announced: `Question 2`. */
  nameOf: (item: Item, at: number) => string;
  onChange: (items: Item[]) => void;
  /** Whether two neighbours may change places; without it all may. */
  mayPass?: (item: Item, neighbour: Item) => boolean;
  /** Takes the focus after the last item is removed. */
  focusAfterLast?: () => void;
  children: (item: Item, at: number) => ReactNode;
  className?: string | undefined;
}

/** A list in an order that the person makes: by buttons, or by Alt with the arrow keys anywhere in an item. */
export function Reorderable<Item>(properties: ReorderableProps<Item>) {
  const { items, keyOf, nameOf, onChange, mayPass = () => true, focusAfterLast, className } = properties;
  const list = useRef<HTMLOListElement>(null);
  const focus = useFocusAfterChange(list);
  const announce = useAnnounce();

  const mayMove = (at: number, by: 1 | -1) => {
    const [item, neighbour] = [items[at], items[at + by]];
    return item !== undefined && neighbour !== undefined && mayPass(item, neighbour);
  };
  const move = (at: number, by: 1 | -1) => {
    const item = items[at];
    if (item === undefined || !mayMove(at, by)) return;
    focus.keep();
    const others = items.filter((_, place) => place !== at);
    onChange([...others.slice(0, at + by), item, ...others.slice(at + by)]);
    announce(phrase("reorder.moved", { name: nameOf(item, at), place: at + by + 1, total: items.length }));
  };
  const remove = (at: number) => {
    const item = items[at];
    if (item === undefined) return;
    const neighbour = items[at + 1] ?? items[at - 1];
    onChange(items.filter((_, place) => place !== at));
    announce(phrase("reorder.removed", { name: nameOf(item, at) }));
    if (neighbour === undefined) focusAfterLast?.();
    else focus.give(keyOf(neighbour));
  };
  return (
    <ol className={classes(styles.list, className)} ref={list}>
      {items.map((item, at) => (
        // Keys of the controls within reach the item too; it takes none of them away.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          className={styles.item}
          data-item={keyOf(item)}
          key={keyOf(item)}
          onKeyDown={(event) => {
            const by = stepsOf(event);
            if (by === null) return;
            event.preventDefault();
            move(at, by);
          }}
        >
          <div className={styles.content}>{properties.children(item, at)}</div>
          <div className={styles.buttons}>
            <MoveButton
              by={-1}
              isDisabled={!mayMove(at, -1)}
              name={nameOf(item, at)}
              onMove={() => move(at, -1)}
            />
            <MoveButton
              by={1}
              isDisabled={!mayMove(at, 1)}
              name={nameOf(item, at)}
              onMove={() => move(at, 1)}
            />
            <Button look="quiet" onPress={() => remove(at)} size="icon">
              <TrashIcon />
              <span className="visually-hidden">{phrase("reorder.remove", { name: nameOf(item, at) })}</span>
            </Button>
          </div>
        </li>
      ))}
    </ol>
  );
}

interface MoveButtonProps {
  by: 1 | -1;
  name: string;
  isDisabled: boolean;
  onMove: () => void;
}

/** It stays focusable at the ends of the list, so that nobody loses the place there. */
function MoveButton({ by, name, isDisabled, onMove }: MoveButtonProps) {
  return (
    <Button
      aria-disabled={isDisabled}
      className={classes(isDisabled && styles.atEnd)}
      look="quiet"
      onPress={onMove}
      size="icon"
    >
      {by === -1 ? <ArrowUpIcon /> : <ArrowDownIcon />}
      <span className="visually-hidden">{phrase(by === -1 ? "reorder.up" : "reorder.down", { name })}</span>
    </Button>
  );
}

function stepsOf({ altKey, key }: KeyboardEvent): 1 | -1 | null {
  if (!altKey) return null;
  if (key === "ArrowUp") return -1;
  return key === "ArrowDown" ? 1 : null;
}

/** Puts the focus where it belongs as soon as the changed list stands. */
function useFocusAfterChange(list: { current: HTMLOListElement | null }) {
  const next = useRef<(() => Element | null | undefined) | null>(null);
  useEffect(() => {
    const find = next.current;
    next.current = null;
    const element = find?.();
    if (element instanceof HTMLElement && element !== document.activeElement) element.focus();
  });
  return {
    /** Browsers drop the focus of an element that changes its place in the document. */
    keep: () => {
      const focused = document.activeElement;
      next.current = () => focused;
    },
    give: (key: string) => {
      next.current = () => {
        const items = [...(list.current?.children ?? [])];
        const item = items.find((each) => each instanceof HTMLElement && each.dataset.item === key);
        return item?.querySelector("input, textarea, select, button");
      };
    },
  };
}
