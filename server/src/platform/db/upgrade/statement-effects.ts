/**
 * What a statement of a migration does to a table that has rows: `quick` changes the catalogue only, `scan` reads the
 * whole table, `index` reads and sorts it, `rewrite` writes every row again.
 */
export type EffectKind = 'quick' | 'scan' | 'index' | 'rewrite'

export interface Effect {
  /** As PostgreSQL names it, without the schema `public`. */
  table: string
  kind: EffectKind
  /** The step in Portuguese: 'cria um índice'. */
  what: string
}

interface Rule {
  pattern: RegExp
  kind: EffectKind
  what: string
}

/** Defaults that differ from row to row; every other default is stored once. */
const volatile = /default\s+\(?\s*(gen_random_uuid|random|clock_timestamp|nextval)\b/i

/** Parts of `alter table`, the first that fits. */
const alterations: readonly Rule[] = [
  {
    pattern: /^add\s+(column\s+)?.*\bgenerated\s+always\s+as\s+\(.*\)\s*stored/is,
    kind: 'rewrite',
    what: 'acrescenta uma coluna calculada',
  },
  {
    pattern: /^add\s+(column\s+)?(?!constraint\b).*\b(serial|bigserial|as identity)\b/is,
    kind: 'rewrite',
    what: 'acrescenta uma coluna numerada',
  },
  {
    pattern: /^alter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/is,
    kind: 'rewrite',
    what: 'muda o tipo de uma coluna',
  },
  { pattern: /^set\s+(logged|unlogged|tablespace)\b/is, kind: 'rewrite', what: 'muda o armazenamento' },
  {
    pattern: /^add\s+constraint\b.*\bnot\s+valid\b/is,
    kind: 'quick',
    what: 'acrescenta uma regra, ainda sem conferir',
  },
  {
    pattern: /^add\s+(constraint\s+\S+\s+)?(primary\s+key|unique|exclude)\b(?!.*\busing\s+index\b)/is,
    kind: 'index',
    what: 'acrescenta uma chave',
  },
  { pattern: /^add\s+constraint\b/is, kind: 'scan', what: 'acrescenta e confere uma regra' },
  { pattern: /^validate\s+constraint\b/is, kind: 'scan', what: 'confere uma regra' },
  { pattern: /^alter\s+(column\s+)?\S+\s+set\s+not\s+null\b/is, kind: 'scan', what: 'torna uma coluna obrigatória' },
  { pattern: /^add\s+(column\s+)?(?!constraint\b)/is, kind: 'quick', what: 'acrescenta uma coluna' },
  { pattern: /^drop\s+(column\s+)?/is, kind: 'quick', what: 'retira uma coluna ou regra' },
]

/**
 * Predicts what statements do to existing tables. Tables that the statements themselves create are left out, because
 * they are empty.
 *
 * @param text SQL statements
 */
export function effectsOf(text: string): Effect[] {
  const effects: Effect[] = []
  const created = new Set<string>()
  const add = (table: string | undefined, kind: EffectKind, what: string) => {
    const name = nameOf(table)
    if (name !== '' && !created.has(name)) effects.push({ table: name, kind, what })
  }
  for (const statement of split(text)) {
    const creation = /^create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([\w."]+)/i.exec(statement)
    if (creation) {
      created.add(nameOf(creation[1]))
      continue
    }
    const alteration = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w."]+)\s+(.*)$/is.exec(statement)
    if (alteration) {
      const [, table, parts = ''] = alteration
      for (const part of splitOutside(parts, ',')) {
        if (/^add\b/i.test(part) && !/^add\s+constraint\b/i.test(part) && volatile.test(part)) {
          add(table, 'rewrite', 'acrescenta uma coluna com um valor por linha')
          continue
        }
        const rule = alterations.find(({ pattern }) => pattern.test(part))
        add(table, rule?.kind ?? 'quick', rule?.what ?? 'muda a definição')
      }
      continue
    }
    const index = /^create\s+(?:unique\s+)?index\s.*?\bon\s+(?:only\s+)?([\w."]+)/is.exec(statement)
    if (index) add(index[1], 'index', 'cria um índice')
    const change = /^(?:with\b.*?\)\s*)?(?:update\s+(?:only\s+)?|delete\s+from\s+)([\w."]+)/is.exec(statement)
    if (change) add(change[1], 'rewrite', 'altera linhas')
    const copy = /^insert\s+into\s+([\w."]+).*\bselect\b.*\bfrom\s+([\w."]+)/is.exec(statement)
    if (copy) add(copy[2], 'scan', 'copia linhas')
  }
  return effects
}

const nameOf = (name: string | undefined) =>
  (name ?? '')
    .replaceAll('"', '')
    .replace(/^public\./i, '')
    .toLowerCase()

const split = (text: string) => splitOutside(withoutComments(text), ';')

const withoutComments = (text: string) => text.replace(/--[^\n]*/g, '').replace(/\/\*.*?\*\//gs, '')

/** Splits where the separator is outside of parentheses, quotes and dollar quotes. */
function splitOutside(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (character === "'" || character === '"') at = after(text, character, at + 1)
    else if (character === '$') {
      const tag = /^\$\w*\$/.exec(text.slice(at))?.[0]
      if (tag) at = after(text, tag, at + tag.length)
    } else if (character === separator && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== '')
}

/** The last place of the next `end`, or of the text. */
function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from)
  return found === -1 ? text.length : found + end.length - 1
}
