import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** Folders whose code processes external text on the server. */
const FOLDERS = ['server', 'src/api/contract', 'src/files']

/** Node of a syntax tree (ESTree) with its fields. */
export type SyntaxNode = { type: string; start: number; end: number } & Record<string, unknown>

export interface ParsedFile {
  readonly file: string
  readonly code: string
  readonly program: SyntaxNode
}

/** Parses every TypeScript file of the server that processes external text. */
export const parseServerFiles = (): ParsedFile[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map(parseFile)

/** Parses `code`, or the content of `file` without `code`. */
export function parseFile(file: string, code: unknown = undefined): ParsedFile {
  const text = typeof code === 'string' ? code : readFileSync(file, 'utf8')
  return { file, code: text, program: parseSync(file, text).program as unknown as SyntaxNode }
}

export function visitNodes(
  node: SyntaxNode,
  onNode: (node: SyntaxNode, parent: SyntaxNode | undefined) => void,
  parent?: SyntaxNode,
): void {
  onNode(node, parent)
  for (const child of Object.values(node).flat()) if (isNode(child)) visitNodes(child, onNode, node)
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string' && 'start' in value

/** Returns the place of a node as `file:line`. */
export const formatLocation = ({ file, code }: ParsedFile, { start }: SyntaxNode): string =>
  `${file}:${code.slice(0, start).split('\n').length}`

/** Returns the name of the called function and of its object: `parse` and `JSON` for `JSON.parse(…)`. */
export function readCallee(call: SyntaxNode): { object: string | undefined; name: string | undefined } {
  const callee = call['callee'] as SyntaxNode | undefined
  if (callee?.type === 'Identifier') return { object: undefined, name: callee['name'] as string }
  if (callee?.type !== 'MemberExpression') return { object: undefined, name: undefined }
  const [object, property] = [callee['object'] as SyntaxNode, callee['property'] as SyntaxNode]
  const name = (property['name'] ?? property['value']) as string | undefined
  return { object: object.type === 'Identifier' ? (object['name'] as string) : '', name }
}

/**
 * Evaluates a constant expression to text: literals, templates, sums, and constants of the same or an imported module. Returns
 * undefined for anything known only at run time.
 */
export function evaluateConstantText(parsedFile: ParsedFile, node: SyntaxNode | undefined): string | undefined {
  switch (node?.type) {
    case 'Literal':
      return ['string', 'number'].includes(typeof node['value']) ? String(node['value']) : undefined
    case 'TemplateLiteral': {
      const texts = (node['quasis'] as SyntaxNode[]).map((quasi) => (quasi['value'] as { cooked: string }).cooked)
      const values = (node['expressions'] as SyntaxNode[]).map((expression) =>
        evaluateConstantText(parsedFile, expression),
      )
      if (values.includes(undefined)) return undefined
      return texts.map((text, i) => text + (values[i] ?? '')).join('')
    }
    case 'BinaryExpression': {
      const [left, right] = [
        evaluateConstantText(parsedFile, node['left'] as SyntaxNode),
        evaluateConstantText(parsedFile, node['right'] as SyntaxNode),
      ]
      if (node['operator'] !== '+' || left === undefined || right === undefined) return undefined
      const isSum = isNumber(left) && isNumber(right)
      return isSum ? String(Number(left) + Number(right)) : left + right
    }
    case 'Identifier':
      return evaluateNamedConstant(parsedFile, node['name'] as string)
    default:
      return undefined
  }
}

const isNumber = (text: string) => /^\d+$/.test(text)

function evaluateNamedConstant(parsedFile: ParsedFile, name: string): string | undefined {
  let found: string | undefined
  visitNodes(parsedFile.program, (node) => {
    const id = node['id'] as SyntaxNode | undefined
    if (node.type === 'VariableDeclarator' && id?.['name'] === name)
      found ??= evaluateConstantText(parsedFile, node['init'] as SyntaxNode)
    if (node.type !== 'ImportDeclaration') return
    const source = (node['source'] as SyntaxNode)['value'] as string
    if (!source.startsWith('.')) return
    const importSpecifier = (node['specifiers'] as SyntaxNode[]).find(
      (specifier) => (specifier['local'] as SyntaxNode)['name'] === name,
    )
    const imported = importSpecifier?.['imported'] as SyntaxNode | undefined
    if (imported)
      found ??= evaluateNamedConstant(parseFile(join(dirname(parsedFile.file), source)), imported['name'] as string)
  })
  return found
}
