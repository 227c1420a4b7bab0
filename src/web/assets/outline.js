// Where one is in a case: its keys with their paths, line by line. No YAML parser: the reader of the
// program judges, and this only has to find the section around a line.
"use strict";

const Outline = (() => {
  const KEY = /^(\s*)(- )?([A-Za-z_]\w*):(?:\s+(.*))?$/, ITEM = /^(\s*)- /;

  // "12 m  # why" in two parts; a '#' within quotes is none
  function cut(text) {
    const m = text.match(/^("(?:[^"\\]|\\.)*"|'[^']*'|[^#]*?)\s*((?:\s#|^#).*)?$/);
    return m ? { value: m[1].trim(), comment: (m[2] || "").trim() } : { value: text, comment: "" };
  }

  // Sections end where a line is indented less.
  function leave(stack, indent, item) {
    for (;;) {
      const top = stack[stack.length - 1];
      const over = item && !top.item ? top.indent > indent : top.indent >= indent;
      if (stack.length === 1 || !over) return;
      stack.pop();
    }
  }

  // rows: values with their path; groups: sections and items of lists, in the order of the text
  function parse(text) {
    const lines = text.split("\n"), rows = [], groups = [];
    const section = (path, indent, line, item, number) => {
      const g = { path, indent, line, last: line, item, number, items: 0 };
      groups.push(g);
      return g;
    };
    const stack = [section("", -2, -1, false, 0)];
    lines.forEach((line, i) => {
      const key = line.match(KEY), item = line.match(ITEM);
      if (!key && !item) return;
      const lead = (key || item)[1].length, indent = lead + (item ? 2 : 0);
      if (item) {
        leave(stack, lead, true);
        const list = stack[stack.length - 1];
        stack.push(section(list.path, lead, i, true, ++list.items));
      } else leave(stack, indent, false);
      for (const g of stack) g.last = i;
      if (!key) return;
      const top = stack[stack.length - 1], path = (top.path ? top.path + "." : "") + key[3];
      const { value, comment } = cut(key[4] || "");
      if (value === "") stack.push(section(path, indent, i, false, 0));
      else rows.push({ line: i, indent, name: key[3], path, value, comment, group: top });
    });
    return { lines, rows, groups, stack };
  }

  // Path of the section in which a line with this indentation would stand.
  function pathAt(lines, at, indent, item) {
    const { stack } = parse(lines.slice(0, at).join("\n"));
    leave(stack, indent, item);
    return stack[stack.length - 1].path;
  }

  // The text with one value changed, or one key more at the end of its section.
  function replace(text, row, value) {
    const lines = text.split("\n"), head = lines[row.line].match(/^\s*(?:- )?\w+:/)[0];
    lines[row.line] = head + " " + value + (row.comment && !/^# default$/.test(row.comment) ? "  " + row.comment : "");
    return lines.join("\n");
  }

  function insert(text, group, name, value) {
    const lines = text.split("\n"), indent = " ".repeat(group.indent + 2);
    const at = group.path === "" && !group.item ? firstSection(text) : group.line + 1;
    const inItem = group.item ? group.line + 1 : at;
    lines.splice(group.item ? inItem : at, 0, indent + name + ": " + value);
    return lines.join("\n");
  }

  // Keys without a section stand above the first one.
  function firstSection(text) {
    const { groups, lines } = parse(text), g = groups.find((q) => q.path !== "");
    return g ? g.line : lines.length;
  }

  return { parse, pathAt, replace, insert };
})();
