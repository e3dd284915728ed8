import { type Plugin, parseAst } from 'vite'

interface AstNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/**
 * Properties of a call that only the server and its documentation read. The client needs to know only whether there is a body,
 * and whether the call is open to anyone.
 */
const OMITTED_FIELDS = new Set(['summary', 'description', 'query', 'status'])

/**
 * Removes from the client what is not needed to make calls: documentation, and the schemas with which the server validates
 * requests. The remaining properties are those of `CallDefinition`.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/api\/contract\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: stripCalls(code), map: { mappings: '' } }),
    },
  }
}

export function stripCalls(code: string): string {
  const edits: { start: number; end: number; text: string }[] = []
  walkAst(parseAst(code) as unknown as AstNode, (node) => {
    for (const property of listEndpointProperties(node)) {
      const value = property['value'] as AstNode
      const key = (property['key'] as AstNode | undefined)?.['name'] as string | undefined
      if (key === 'body') edits.push({ start: value.start, end: value.end, text: '1' })
      else if (key !== undefined && (OMITTED_FIELDS.has(key) || (key === 'access' && value['value'] !== 'anyone')))
        edits.push({ start: property.start, end: findEndAfterComma(code, property.end), text: '' })
    }
  })
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end), code)
}

/** Returns the properties of the argument of `endpoint({…})`; none for other nodes. */
function listEndpointProperties({ type, callee, arguments: args }: AstNode): readonly AstNode[] {
  const [argument] = (args ?? []) as readonly AstNode[]
  const isEndpoint = type === 'CallExpression' && (callee as AstNode)['name'] === 'endpoint'
  return isEndpoint && argument?.type === 'ObjectExpression' ? (argument['properties'] as readonly AstNode[]) : []
}

const findEndAfterComma = (code: string, end: number) => end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)

function walkAst(node: AstNode, visit: (node: AstNode) => void): void {
  visit(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && typeof (child as AstNode).type === 'string')
        walkAst(child as AstNode, visit)
}
