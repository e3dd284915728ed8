import { type ESTree, parseSync } from 'vite'

/** What of a syntax tree is looked at: its kind, and whatever stands below it. */
type Part = { type: string; start: number } & Record<string, unknown>

/** Components and hooks, by their names. */
const RENDERED = /^([A-Z]|use[A-Z])/

/** What React runs while it renders of what it is handed. */
const RUN_AT_ONCE = /^use(Memo|State|Reducer)$/

/**
 * Where a component or hook writes to a ref (`x.current = …`) while it renders, as `line: text`. What runs later (effects,
 * handlers, whatever is a function of its own) may; what is handed to `useMemo` and `useState` is run at once, and may not.
 */
export function refWrites(file: string, code: string): string[] {
  const found: string[] = []
  const isFunction = ({ type }: Part) => /Function(Declaration|Expression)$/.test(type)
  const partsOf = (part: Part): Part[] =>
    Object.values(part)
      .flat()
      .filter((it): it is Part => typeof it === 'object' && it !== null && 'type' in it)
  const nameOf = (part: unknown) => (part as { name?: string } | null)?.name ?? ''

  const visit = (part: Part, isRendering: boolean, name: string): void => {
    const target = part.type === 'AssignmentExpression' ? part['left'] : part['argument']
    if (isRendering && /^(Assignment|Update)Expression$/.test(part.type) && isCurrent(target as Part)) {
      const line = code.slice(0, part.start).split('\n').length
      found.push(`${line}: ${code.split('\n')[line - 1]?.trim()}`)
    }
    const runsAtOnce = part.type === 'CallExpression' && RUN_AT_ONCE.test(nameOf(part['callee']))
    for (const below of partsOf(part)) {
      if (!isFunction(below)) visit(below, isRendering, part.type === 'VariableDeclarator' ? nameOf(part['id']) : name)
      else {
        const ownName = nameOf(below['id']) || (part.type === 'VariableDeclarator' ? nameOf(part['id']) : name)
        visit(below, RENDERED.test(ownName) || (isRendering && runsAtOnce), '')
      }
    }
  }
  const isCurrent = (part: Part) => part.type === 'MemberExpression' && nameOf(part['property']) === 'current'
  visit(parseSync(file, code).program as ESTree.Program as unknown as Part, false, '')
  return found
}
