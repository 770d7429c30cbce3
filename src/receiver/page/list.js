const LONGEST_LIST = 200;

/** An element of the page. */
export const byId = (id) => document.getElementById(id);

/** An element with a text and a class. */
export function element(name, className, text) {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  made.textContent = text;
  return made;
}

/** An element for each fact there is; a long one is cut, and whole where the pointer rests on it. */
export function factElements(facts) {
  const known = facts.filter((fact) => fact !== undefined && fact !== "");
  return known.map((fact) => {
    const made = element("span", "fact", fact);
    made.title = fact;
    return made;
  });
}

/** One list of the page: rows by key, the newest first, no more than a bounded number. */
export class List {
  #section;
  #rows = new Map();
  #isOpenOnly;

  constructor(id, isOpenOnly = false) {
    this.#section = byId(id);
    this.#isOpenOnly = isOpenOnly;
  }

  set(key, { name, state, tone, facts = [] }) {
    const row = this.#rows.get(key) ?? element("li", "", "");
    row.replaceChildren(element("span", "name", name), element("span", tone, state), ...factElements(facts));
    if (!this.#rows.has(key)) this.#section.querySelector("ul").prepend(row);
    this.#rows.set(key, row);
    for (const [oldest, old] of this.#rows) {
      if (this.#rows.size <= LONGEST_LIST) break;
      this.#rows.delete(oldest);
      old.remove();
    }
    this.#count();
  }

  end(key) {
    if (!this.#isOpenOnly) return;
    this.#rows.get(key)?.remove();
    this.#rows.delete(key);
    this.#count();
  }

  has(key) {
    return this.#rows.has(key);
  }

  /** Ends every row whose key begins so. */
  endAll(beginning) {
    for (const key of [...this.#rows.keys()]) if (key.startsWith(beginning)) this.end(key);
  }

  #count() {
    this.#section.querySelector(".count").textContent = String(this.#rows.size);
  }
}
