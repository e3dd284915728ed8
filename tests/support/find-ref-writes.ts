import { type ESTree, parseSync } from 'vite'

type SyntaxPart = { type: string; start: number } & Record<string, unknown>

const COMPONENT_OR_HOOK = /^([A-Z]|use[A-Z])/

/** Hooks whose callbacks React runs during rendering. */
const RUN_DURING_RENDER = /^use(Memo|State|Reducer)$/

/**
 * Returns the places at which a component or hook writes to a ref (`x.current = …`) during rendering, as `line: text`. Functions
 * that run later, such as effects and handlers, are allowed to write. Callbacks of `useMemo`, `useState` and `useReducer` run
 * during rendering.
 */
export function findRefWrites(file: string, code: string): string[] {
  const found: string[] = []
  const isFunction = ({ type }: SyntaxPart) => /Function(Declaration|Expression)$/.test(type)
  const childNodes = (node: SyntaxPart): SyntaxPart[] =>
    Object.values(node)
      .flat()
      .filter((value): value is SyntaxPart => typeof value === 'object' && value !== null && 'type' in value)
  const getName = (node: unknown) => (node as { name?: string } | null)?.name ?? ''

  const visit = (node: SyntaxPart, isRendering: boolean, name: string): void => {
    const target = node.type === 'AssignmentExpression' ? node['left'] : node['argument']
    if (isRendering && /^(Assignment|Update)Expression$/.test(node.type) && isCurrent(target as SyntaxPart)) {
      const line = code.slice(0, node.start).split('\n').length
      found.push(`${line}: ${code.split('\n')[line - 1]?.trim()}`)
    }
    const runsDuringRender = node.type === 'CallExpression' && RUN_DURING_RENDER.test(getName(node['callee']))
    for (const child of childNodes(node)) {
      if (!isFunction(child)) visit(child, isRendering, node.type === 'VariableDeclarator' ? getName(node['id']) : name)
      else {
        const ownName = getName(child['id']) || (node.type === 'VariableDeclarator' ? getName(node['id']) : name)
        visit(child, COMPONENT_OR_HOOK.test(ownName) || (isRendering && runsDuringRender), '')
      }
    }
  }
  const isCurrent = (node: SyntaxPart) => node.type === 'MemberExpression' && getName(node['property']) === 'current'
  visit(parseSync(file, code).program as ESTree.Program as unknown as SyntaxPart, false, '')
  return found
}
