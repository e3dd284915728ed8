import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findNamedTests, hasTitle } from '../support/named-tests.ts'
import { countWords, MAX_SENTENCE_WORDS } from '../support/prose.ts'

const MAX_README_LINES = 120

/** Documents to check. Excludes history, generated pages, and the evidence pages, which quote test titles. */
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.md$/.test(name) && !/^history\/|machines\.md$|evidence\.md$|^specification\.md$/.test(name))
    .map((name) => `docs/${name}`),
]

const read = (path: string) => readFileSync(path, 'utf8')
const withoutCode = (page: string) => page.replace(/```[\s\S]*?```/g, '')

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsIn = (page: string) => [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!))

/** Returns the sentences in paragraphs, list items and table cells of a page. */
function sentencesOf(page: string): string[] {
  const plain = withoutCode(page)
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`]*`/g, 'code')
  return plain
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=\|)|\|/)
    .flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?:]) /))
}

test('README.md has at most 120 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_README_LINES)
})

describe.each(DOCUMENTS)('%s', (path) => {
  const page = read(path)

  test('links only to files and headings that exist', () => {
    const links = [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
    const broken = links.filter((link) => {
      if (/^https?:/.test(link)) return false
      const [file = '', anchor] = link.split('#')
      const target = file ? normalize(join(dirname(path), file)) : path
      return !existsSync(target) || (anchor !== undefined && !anchorsIn(read(target)).includes(anchor))
    })
    expect(broken).toEqual([])
  })

  test('has no sentence of more than 25 words', () => {
    expect(sentencesOf(page).filter((sentence) => countWords(sentence) > MAX_SENTENCE_WORDS)).toEqual([])
  })
})

const EVIDENCE_PAGES = ['docs/security-evidence.md', 'docs/specification.md', 'docs/viewer-evidence.md']

describe.each(EVIDENCE_PAGES)('%s names only existing tests', (path) => {
  test.each(findNamedTests(read(path)))('$file: $title', ({ file, title }) => {
    expect(existsSync(file) && hasTitle(read(file), title)).toBe(true)
  })
})

describe('docs/adr', () => {
  const pages = readdirSync('docs/adr')
    .filter((name) => /^\d{4}-/.test(name))
    .sort()

  test('numbers its decisions without a gap and lists each in its README.md', () => {
    expect(pages.map((name) => Number(name.slice(0, 4)))).toEqual(pages.map((_, i) => i + 1))
    const index = read('docs/adr/README.md')
    expect(pages.filter((name) => !index.includes(`(${name})`))).toEqual([])
  })

  test.each(pages)('%s has context, decision, alternatives and consequences', (name) => {
    const headings = [...read(`docs/adr/${name}`).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['Context', 'Decision', 'Alternatives', 'Consequences'])
  })
})

describe('docs/reference/configuration.md', () => {
  const [source = ''] = Object.values(
    import.meta.glob<string>('../../server/**/env.ts', { query: '?raw', import: 'default', eager: true }),
  )
  const names = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): v\./gm)].map(([, name]) => name!)

  test('lists every environment variable of the server, and .env.example lists them too', () => {
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !read('docs/reference/configuration.md').includes(`\`${name}\``))).toEqual([])
    expect(names.filter((name) => !new RegExp(`^#?${name}=`, 'm').test(read('.env.example')))).toEqual([])
  })
})
