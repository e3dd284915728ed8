import { describe, expect, test } from 'vitest'
import {
  formatLocation,
  type ParsedFile,
  parseFile,
  parseServerFiles,
  readCallee,
  type SyntaxNode,
  visitNodes,
} from '../support/server-syntax.ts'

/** Files that parse JSON without `parseJson`, each with the reason why that text is trusted. */
const OWN_TEXT: Readonly<Record<string, string>> = {
  'server/auth/seal-token-pair.ts': 'sealed by this server (AES-256-GCM), and opened only where the tag is right',
  'server/client/page-files.ts': 'written by the build of the client',
  'server/seed/demo-catalogue.ts': 'a file of the repository',
  'server/db/read-list-page.ts': 'a query plan of the database',
  'server/mail/mail-outbox.ts': 'a file that this server wrote, in development',
  'src/files/parse-json.ts': 'the bounded parser itself, behind its scan',
}

/** Finds `JSON.parse`, in any spelling, and `.json()` without arguments, which parses the body of a request or response. */
function parsersOf(of: ParsedFile): string[] {
  const found: string[] = []
  visitNodes(of.program, (node, parent) => {
    const isJson = node.type === 'Identifier' && node['name'] === 'JSON'
    const property = isJson && parent?.type === 'MemberExpression' ? (parent['property'] as SyntaxNode) : undefined
    const name = property?.['name'] ?? property?.['value']
    if (isJson && parent?.type !== 'TSTypeReference' && name !== 'stringify') found.push(formatLocation(of, node))
    const args = node['arguments'] as SyntaxNode[] | undefined
    if (node.type === 'CallExpression' && readCallee(node).name === 'json' && args?.length === 0)
      found.push(formatLocation(of, node))
  })
  return found
}

describe('calls that parse JSON', () => {
  test.each([
    ['JSON.parse(text)', 1],
    ["JSON['parse'](text)", 1],
    ['const { parse } = JSON', 1],
    ['texts.map(JSON.parse)', 1],
    ['await c.req.json()', 1],
    ['await response.json()', 1],
    ['Response.json({})', 0],
    ['c.json({})', 0],
    ['JSON.stringify(it)', 0],
  ])('are found in the code `%s`: %i', (code, count) => {
    expect(parsersOf(parseFile('x.ts', code))).toHaveLength(count)
  })

  test('exist only in the bounded parser and in listed files that read trusted text', () => {
    const files = new Set(parseServerFiles().flatMap((it) => (parsersOf(it).length > 0 ? [it.file] : [])))
    expect([...files].toSorted()).toEqual(Object.keys(OWN_TEXT).toSorted())
  })
})
