import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stripCalls } from '../../vite/lean-contract.ts'

test('keeps only the properties of an endpoint needed to send a call and parse its response', () => {
  const code = `
    export const Kept = v.object({ query: v.string(), summary: v.string(), body: v.string() })
    export const tags = {
      list: endpoint({ method: 'GET', path: 'v1/tags', summary: 'All, "the" tags.', access: ['read', 'Tag'],
        query: v.strictObject({ ...listParameters(['name']), summary: v.string() }), returns: listPage(Tag) }),
      make: endpoint({ method: 'POST', path: 'v1/tags', summary: \`One\`, description: 'More.', access: 'anyone', body: NewTag, returns: Tag, status: 201,
        idempotent: true }),
    }`
  expect(stripCalls(code).replace(/\s+/g, ' ').trim()).toBe(
    [
      'export const Kept = v.object({ query: v.string(), summary: v.string(), body: v.string() })',
      'export const tags = {',
      "list: endpoint({ method: 'GET', path: 'v1/tags', returns: listPage(Tag) }),",
      "make: endpoint({ method: 'POST', path: 'v1/tags', access: 'anyone', body: 1, returns: Tag, idempotent: true }),",
      '}',
    ].join(' '),
  )
})

test('leaves a file without endpoints unchanged', () => {
  const code = "export const Tag = v.object({ summary: v.string() })\nother({ summary: 'x' })"
  expect(stripCalls(code)).toBe(code)
})

test('the client imports no endpoint directly, because a build removes properties of endpoints', () => {
  const parts = import.meta.glob<Record<string, unknown>>('../../src/api/contract/*.ts', { eager: true })
  const isCalls = (value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((endpoint) => endpoint?.method !== undefined)
  const services = new Set([
    'contract',
    'initialContract',
    ...Object.values(parts).flatMap((service) => Object.keys(service).filter((name) => isCalls(service[name]))),
  ])
  expect([...services]).toEqual(expect.arrayContaining(['assets', 'initialContract', 'tags', 'transfer']))
  const filesImportingEndpoints = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/^(api\/contract\/|app\.ts$)/.test(file))
    .flatMap((file) =>
      [...readFileSync(join('src', file), 'utf8').matchAll(/^import \{([^}]+)\} from '[^']*contract\/[\w-]+\.ts'/gm)]
        .flatMap(([, names]) => names!.split(','))
        .map((name) => name.trim().split(' as ')[0]!)
        .filter((name) => services.has(name))
        .map((name) => `${file}: ${name}`),
    )
  expect(filesImportingEndpoints).toEqual([])
})
