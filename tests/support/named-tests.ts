import { parseFile, readCallee, type SyntaxNode, visitNodes } from './server-syntax.ts'

/** Test that a document names: its file and its full title. */
export interface NamedTest {
  file: string
  title: string
}

/** Returns the tests that a page names: each file with the titles that follow it. */
export const findNamedTests = (page: string): NamedTest[] =>
  page
    .split('`tests/')
    .slice(1)
    .flatMap((part) => {
      const [path = '', titleText = ''] = part.split(/`(.*)/s)
      // Titles belong to a file up to the end of its line or table row.
      const titles = [...(titleText.split('\n')[0] ?? '').matchAll(/“([^”]+)”/g)].map(([, title]) => title!)
      return titles.map((title) => ({ file: `tests/${path}`, title }))
    })

/** Returns whether a file's code contains the exact title in quotes. */
export const hasTitle = (code: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => code.includes(quote + title + quote))

/** Returns whether a test is sampled, so that only some runs include the test. */
export function isSampledTest({ file, title }: NamedTest): boolean {
  const { code, program } = parseFile(file)
  let found = false
  visitNodes(program, (node) => {
    const [titleNode, ...others] = (node['arguments'] as SyntaxNode[] | undefined) ?? []
    if (node.type !== 'CallExpression' || !titleNode || code.slice(titleNode.start + 1, titleNode.end - 1) !== title)
      return
    found = readCallee(node).name === 'sampledTest' || others.some(({ name }) => name === 'SAMPLED_OPTIONS')
  })
  return found
}
