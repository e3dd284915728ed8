import { parseFile, visitNodes } from './server-syntax.ts'

/** Texts that a file contains: string literals, and template literals as patterns in which a placeholder matches words. */
export interface FoundTexts {
  literals: ReadonlySet<string>
  patterns: readonly RegExp[]
}

/** Returns the texts of a file's code, without the paths of its imports. */
export function findTexts(file: string, code: string): FoundTexts {
  const literals = new Set<string>()
  const patterns: RegExp[] = []
  visitNodes(parseFile(file, code).program, (node, parent) => {
    if (parent && /^(Import|Export(All|Named))Declaration$/.test(parent.type)) return
    if (node.type === 'Literal' && typeof node['value'] === 'string') literals.add(node['value'])
    if (node.type === 'TemplateLiteral') {
      const parts = (node['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw)
      if (parts.length === 1) literals.add(parts[0]!)
      else patterns.push(new RegExp(`^${parts.map(escapeRegExp).join('[\\w -]+')}$`))
    }
  })
  return { literals, patterns }
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
