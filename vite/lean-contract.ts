import { type Plugin, parseAst } from 'vite'

/** A node of a parsed file. */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** What only the server and its documentation read of a call; the client asks whether there is a body, and whether anyone may. */
const LEFT_OUT = new Set(['summary', 'query', 'status'])

/**
 * Leaves out of the client what its calls are not made by: sentences of the documentation, and what the server checks what it
 * is sent by. What remains is `CallForm` of the contract.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/api\/contract\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: leanCalls(code), map: { mappings: '' } }),
    },
  }
}

/** The code of a part of the contract, without what {@link leanContract} leaves out of its calls. */
export function leanCalls(code: string): string {
  const edits: { start: number; end: number; text: string }[] = []
  visit(parseAst(code) as unknown as Node, (node) => {
    for (const property of propertiesOf(node)) {
      const value = property['value'] as Node
      const key = (property['key'] as Node | undefined)?.['name'] as string | undefined
      if (key === 'body') edits.push({ start: value.start, end: value.end, text: '1' })
      else if (key !== undefined && (LEFT_OUT.has(key) || (key === 'access' && value['value'] !== 'anyone')))
        edits.push({ start: property.start, end: afterComma(code, property.end), text: '' })
    }
  })
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end), code)
}

/** The properties of what `endpoint({…})` is called with; of anything else none. */
function propertiesOf({ type, callee, arguments: given }: Node): readonly Node[] {
  const [told] = (given ?? []) as readonly Node[]
  const isEndpoint = type === 'CallExpression' && (callee as Node)['name'] === 'endpoint'
  return isEndpoint && told?.type === 'ObjectExpression' ? (told['properties'] as readonly Node[]) : []
}

const afterComma = (code: string, end: number) => end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string')
        visit(child as Node, see)
}
