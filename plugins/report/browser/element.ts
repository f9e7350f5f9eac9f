/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Attributes of an element. False and undefined leave an attribute out; true sets it to the empty string. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Makes an element with its attributes and children. Strings become text nodes, so that nothing from a page is ever
 * parsed as HTML.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === undefined) continue;
    made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children);
  return made;
}

/** The element of the report with this id. Throws if there is none. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`expected an element with id ${id} in the report; got none`);
  return found;
}
