import { parseSync } from 'vite'
import { type SyntaxNode, visitNodes } from './server-syntax.ts'

/** Place where comments, test titles or names break the rules of plain English. */
export interface ProseFinding {
  file: string
  line: number
  rule: ProseRule
  /** Offending words. */
  text: string
}

/**
 * Violated rule. `opening`: a docblock or title without a subject. `idiom`: a word of {@link IDIOMS}. The other rules limit
 * lengths and names.
 */
export type ProseRule = 'opening' | 'idiom' | 'sentence' | 'title' | 'name'

export const MAX_SENTENCE_WORDS = 25

export const MAX_TITLE_CHARS = 100

/** First words of a docblock that hide its subject. */
const OPENINGS =
  /^(what|who|whom|whose|whoever|whatever|nobody|somebody|nothing|so much|so many|so long|as much|as often|as long|how|it|its|where|which)\b/i

/** First words of a title that hide the subject. {@link CONTINUATIONS} are allowed if a `describe` names the subject. */
const TITLE_OPENINGS = /^(what|who|whom|whoever|whatever|nobody|somebody)\b/i
const CONTINUATIONS = /^(is|are|was|were|of)\b/i

/** Words and phrases used instead of a standard term. */
const IDIOMS: readonly RegExp[] = [
  /\b(whoever|whomever|whom|nobody|somebody|anew|meanwhile)\b/i,
  /\b(is|are|was|were|be|been|being) (told|asked|heard|answered|let in|shut|begun|gone)\b/i,
  /\b(told apart|on (its|their) way|out of reach|of (its|their) own accord|once more|in its turn|made ready)\b/i,
  /\b(comes? home|is away|are away|was away|asks? ahead|asked ahead|looked at anew|stands? in the way)\b/i,
  /\b(so many|so long|as much) (as|that)\b/i,
  /\b(deed|deeds)\b/i,
]

/** Constants that say "most" instead of a maximum. */
const NAMES = /^MOST_/

/** Returns the violations in one file. Throws if the file cannot be parsed. */
export function checkProse(file: string, code: string): ProseFinding[] {
  const { program, comments, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`)
  const found: ProseFinding[] = []
  const addFinding = (start: number, rule: ProseRule, text: string) =>
    found.push({ file, line: code.slice(0, start).split('\n').length, rule, text })
  const addIdioms = (start: number, text: string) => {
    for (const idiom of IDIOMS) {
      const match = idiom.exec(text)
      if (match) addFinding(start, 'idiom', match[0])
    }
  }

  for (const { start, text, isDoc } of joinComments(comments, code)) {
    const words = plainText(text)
    if (isDoc && OPENINGS.test(words)) addFinding(start, 'opening', words.slice(0, 60))
    for (const sentence of splitSentences(words))
      if (countWords(sentence) > MAX_SENTENCE_WORDS) addFinding(start, 'sentence', sentence)
    addIdioms(start, words)
  }
  const describes: SyntaxNode[] = []
  visitNodes(program as unknown as SyntaxNode, (node) => {
    const title = /\.test\.tsx?$/.test(file) ? findTitle(node, code) : undefined
    if (title) {
      const { text, isTest } = title
      if (text.length > MAX_TITLE_CHARS) addFinding(node.start, 'title', text)
      if (!isTest) describes.push(node)
      const hasSubject = describes.some(({ start, end }) => start < node.start && node.start < end)
      if (isTest && (TITLE_OPENINGS.test(text) || (!hasSubject && CONTINUATIONS.test(text))))
        addFinding(node.start, 'opening', text.slice(0, 60))
      addIdioms(node.start, text)
    }
    const name = /Declarat/.test(node.type) ? (node['id'] as { name?: string } | undefined)?.name : undefined
    if (name && NAMES.test(name)) addFinding(node.start, 'name', name)
  })
  return found
}

interface Comment {
  type: string
  value: string
  start: number
  end: number
}

/** Returns the comments without tool directives, with consecutive line comments joined. */
function joinComments(comments: readonly Comment[], code: string): { start: number; text: string; isDoc: boolean }[] {
  const found: { start: number; end: number; text: string; isDoc: boolean; isLine: boolean }[] = []
  for (const { type, value, start, end } of comments) {
    if (/^\s*(biome-ignore|@vite-ignore|@ts-expect-error|#__PURE__|@__PURE__|v8 ignore|eslint|prettier)/.test(value))
      continue
    const last = found.at(-1)
    const isLine = type === 'Line'
    if (isLine && last?.isLine && /^\r?\n[ \t]*$/.test(code.slice(last.end, start))) {
      last.text += `\n${value}`
      last.end = end
    } else found.push({ start, end, text: value, isLine, isDoc: !isLine && value.startsWith('*') })
  }
  return found
}

/** Returns the text of a comment without stars, code, link braces and tags. Each list item and table row counts as a sentence. */
function plainText(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, ''))
    .join('\n')
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`\n]*`/g, 'code')
    .replace(/\{@\w+ ([^}]*)\}/g, '$1')
    .replace(/^@\w+.*$/gm, '')
    .replace(/\n\s*([-*|]|\d+\.)\s/g, '.\n')
    .replace(/\n\s*\n/g, '.\n')
    .replace(/\s+/g, ' ')
    .trim()
}

const splitSentences = (text: string) => text.split(/(?<=[.!?:;])\s+(?=[\p{Lu}\d"“(]|\p{Ll})/u)

/** Returns the number of words in a sentence, without symbols. */
export const countWords = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length

const TITLED = new Set(['describe', 'test', 'it', 'sampledTest'])

/** Returns the title of a call of `describe`, `test` or `it`, also with modifiers such as `test.each(…)(…)`. */
function findTitle(call: SyntaxNode, code: string): { text: string; isTest: boolean } | undefined {
  if (call.type !== 'CallExpression') return undefined
  let callee = call['callee'] as SyntaxNode
  while (callee['callee'] ?? callee['object'] ?? callee['tag'])
    callee = (callee['callee'] ?? callee['object'] ?? callee['tag']) as SyntaxNode
  const name = callee['name'] as string
  const [title] = call['arguments'] as SyntaxNode[]
  if (!TITLED.has(name) || !title) return undefined
  // Playwright has `test.describe`.
  const isTest = !/\bdescribe\b/.test(code.slice(call.start, title.start))
  if (title.type === 'TemplateLiteral') return { text: code.slice(title.start + 1, title.end - 1), isTest }
  return typeof title['value'] === 'string' ? { text: title['value'], isTest } : undefined
}
