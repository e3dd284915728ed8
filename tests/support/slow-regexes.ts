import {
  evaluateConstantText,
  formatLocation,
  type ParsedFile,
  readCallee,
  type SyntaxNode,
  visitNodes,
} from './server-syntax.ts'

/** Regular expression in the source. `pattern` is undefined for a pattern that is known only at run time. */
export interface FoundRegex {
  readonly location: string
  readonly pattern: string | undefined
  readonly flags: string
}

const PATTERN_METHODS = ['match', 'matchAll', 'search']

/** Finds regular expressions: literals, `RegExp(…)` with and without `new`, and strings that a method converts to a pattern. */
export function findRegexes(parsedFile: ParsedFile): FoundRegex[] {
  const found: FoundRegex[] = []
  visitNodes(parsedFile.program, (node, parent) => {
    const literal = node['regex'] as { pattern: string; flags: string } | undefined
    if (node.type === 'Literal' && literal) {
      // `split` searches again after each match, like a global search.
      const isSplit = parent?.type === 'CallExpression' && readCallee(parent).name === 'split'
      const flags = isSplit && !literal.flags.includes('g') ? `${literal.flags}g` : literal.flags
      found.push({ location: formatLocation(parsedFile, node), pattern: literal.pattern, flags })
    }
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return
    const { object, name } = readCallee(node)
    const [first, second] = node['arguments'] as SyntaxNode[]
    if (name === 'RegExp' && (object === undefined || object === 'globalThis') && !first?.['regex'])
      found.push({
        location: formatLocation(parsedFile, node),
        pattern: evaluateConstantText(parsedFile, first),
        flags: evaluateConstantText(parsedFile, second) ?? '',
      })
    const isText = first?.type === 'Literal' && typeof first['value'] === 'string'
    if (object !== undefined && PATTERN_METHODS.includes(name ?? '') && isText)
      found.push({
        location: formatLocation(parsedFile, node),
        pattern: first['value'] as string,
        flags: name === 'matchAll' ? 'g' : '',
      })
  })
  return found
}

/** Units that hostile texts repeat: common members of character classes, and mixtures that restart a match many times. */
const REPEATED_UNITS = [
  ...[
    'a',
    'A',
    '0',
    '_',
    ' ',
    '\t',
    '\n',
    '.',
    ',',
    ';',
    ':',
    '-',
    '+',
    '=',
    '/',
    '\\',
    '"',
    "'",
    '`',
    '%',
    '@',
    '#',
    '&',
    '?',
  ],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '|',
    '*',
    '^',
    '$',
    '~',
    '!',
    'é',
    '\u0300',
    '😀',
    '\u200d',
    '%40',
    '%2f',
  ],
  ...[
    'a.',
    'a@',
    '.a',
    '@a',
    '/a',
    'a/',
    '"a',
    'a ',
    ' a',
    'a,',
    '-a',
    ' \t',
    'a0',
    '0.',
    '0 ',
    '\\"',
    '\\\\',
    '](',
    '<a',
    'a=',
    '="',
    '--',
    '..',
    '//',
  ],
]

/**
 * Builds texts of `length` characters that are likely to make a pattern backtrack: runs of single characters, of mixtures and of
 * the pattern's own words. Some texts start like a match, and some end with a character that makes the match fail.
 */
export function* generateHostileTexts(pattern: string, length: number): Generator<string> {
  const { words, members, excluded } = splitPattern(pattern)
  const joinedWords = words.join('')
  const wordVariants = words.flatMap((word) => [word, `${word} `, `${word}a`, ...members.map((it) => `${it}${word}`)])
  const units = new Set([...REPEATED_UNITS, ...members, ...wordVariants, joinedWords])
  units.delete('')
  const ends = new Set(['', '\n\u0001', ...excluded])
  for (const start of new Set(['', '\u0001', joinedWords]))
    for (const unit of units) {
      const run = unit.repeat(Math.ceil(length / unit.length))
      for (const end of ends) yield start.slice(0, length / 2) + run.slice(0, length - start.length - end.length) + end
    }
}

/** Maximum number of words, and of class members, used from one pattern. */
const MAX_PARTS = 6

/** Returns the literal words of a pattern, and the single characters that its classes include and exclude. */
function splitPattern(pattern: string): { words: string[]; members: string[]; excluded: string[] } {
  const [words, members, excluded] = [[''], new Set<string>(), new Set<string>()]
  for (const [token] of pattern.matchAll(
    /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u[0-9a-f]{4}|\\.|\(\?<?[:=!]|\{[\d,]+\}|./gs,
  )) {
    const literal = token.length === 1 && !/[()|^$?*+.]/.test(token) ? token : token.match(/^\\([^\w\s])$/)?.[1]
    if (literal !== undefined) words[words.length - 1] += literal
    else if (words.at(-1) !== '') words.push('')
    if (!token.startsWith('[')) continue
    const into = token[1] === '^' ? excluded : members
    for (const [, escaped, plain] of token
      .slice(1, -1)
      .matchAll(/\\(?:[pP]\{[^}]*\}|u[0-9a-f]{4}|[wWdDsSbB]|(.))|([^^])/gs)) {
      const member = escaped ?? plain
      if (member !== undefined && into.size < MAX_PARTS) into.add(member)
    }
  }
  const literalWords = [...new Set(words.filter(Boolean))].slice(0, MAX_PARTS)
  return { words: literalWords, members: [...members], excluded: [...excluded] }
}

/**
 * Text lengths with which a pattern is tried. The lengths grow slowly at first, so that an exponential pattern is detected before
 * the search hangs.
 */
const LENGTHS = [16, 20, 24, 28, 32, 40, 64, 256, 1024]
const MAX_LENGTH = 16 * 1024

/** Maximum duration for one text, in milliseconds. A linear search of 16 kB takes less than a tenth of this time. */
export const MAX_SEARCH_MS = 5

/** Maximum number of runs of a search until a run is within {@link MAX_SEARCH_MS}. An interruption rarely affects all runs. */
const MAX_RUNS = 30

/** Factor on {@link MAX_SEARCH_MS} above which a search counts as slow after six runs. */
const FAR_BEYOND_FACTOR = 4

/**
 * Returns the duration of a search in milliseconds, or 0 for a duration within {@link MAX_SEARCH_MS}. The lower of elapsed time
 * and CPU time counts.
 */
export function measureExcessMs(search: () => void): number {
  let minimumMs = Number.POSITIVE_INFINITY
  for (let run = 0; run < MAX_RUNS; run++) {
    const [startTime, before] = [performance.now(), process.cpuUsage()]
    search()
    const elapsed = performance.now() - startTime
    const { user, system } = process.cpuUsage(before)
    minimumMs = Math.min(minimumMs, elapsed, (user + system) / 1000)
    if (minimumMs <= MAX_SEARCH_MS) return 0
    if (run >= 5 && minimumMs > FAR_BEYOND_FACTOR * MAX_SEARCH_MS) break
  }
  return minimumMs
}

/** Describes the first text with which a pattern exceeds {@link MAX_SEARCH_MS}. Returns undefined without such a text. */
export function describeSlowSearch({ pattern, flags }: { pattern: string; flags: string }): string | undefined {
  const regex = new RegExp(pattern, flags)
  for (const length of [...LENGTHS, MAX_LENGTH])
    for (const text of generateHostileTexts(pattern, length)) {
      const ms = measureExcessMs(() => void text.replace(regex, ''))
      if (ms > 0) return `${Math.round(ms)} ms for ${text.length} characters: ${JSON.stringify(text.slice(0, 40))}…`
    }
  return undefined
}
