import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leanCalls } from '../../vite/lean-contract.ts'

test('of a call there remains what it is made by, and what its answer is read by', () => {
  const code = `
    export const Kept = v.object({ query: v.string(), summary: v.string(), body: v.string() })
    export const tags = {
      list: endpoint({ method: 'GET', path: 'v1/tags', summary: 'All, "the" tags.', access: ['read', 'Tag'],
        query: v.strictObject({ ...listParameters(['name']), summary: v.string() }), returns: listPage(Tag) }),
      make: endpoint({ method: 'POST', path: 'v1/tags', summary: \`One\`, access: 'anyone', body: NewTag, returns: Tag, status: 201,
        idempotent: true }),
    }`
  expect(leanCalls(code).replace(/\s+/g, ' ').trim()).toBe(
    [
      'export const Kept = v.object({ query: v.string(), summary: v.string(), body: v.string() })',
      'export const tags = {',
      "list: endpoint({ method: 'GET', path: 'v1/tags', returns: listPage(Tag) }),",
      "make: endpoint({ method: 'POST', path: 'v1/tags', access: 'anyone', body: 1, returns: Tag, idempotent: true }),",
      '}',
    ].join(' '),
  )
})

test('a file without calls stays as it is', () => {
  const code = "export const Tag = v.object({ summary: v.string() })\nother({ summary: 'x' })"
  expect(leanCalls(code)).toBe(code)
})

test('nothing of the client but what makes calls looks into one: what is left out there would be missed in a build alone', () => {
  const parts = import.meta.glob<Record<string, unknown>>('../../src/api/contract/*.ts', { eager: true })
  const isCalls = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.values(value).some((it) => it?.method !== undefined)
  const services = new Set([
    'contract',
    'first',
    ...Object.values(parts).flatMap((part) => Object.keys(part).filter((name) => isCalls(part[name]))),
  ])
  expect([...services]).toEqual(expect.arrayContaining(['assets', 'first', 'tags', 'transfer']))
  const looking = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/^(api\/contract\/|app\.ts$)/.test(file))
    .flatMap((file) =>
      [...readFileSync(join('src', file), 'utf8').matchAll(/^import \{([^}]+)\} from '[^']*contract\/[\w-]+\.ts'/gm)]
        .flatMap(([, names]) => names!.split(','))
        .map((name) => name.trim().split(' as ')[0]!)
        .filter((name) => services.has(name))
        .map((name) => `${file}: ${name}`),
    )
  expect(looking).toEqual([])
})
