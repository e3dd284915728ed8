import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '../../src/api/contract/endpoint.ts'
import { CALLS, fillPath, leavesOf, type NamedCall, queryText, sampleOf, withAt } from './contract-fields.ts'
import { CONTROLS, DIRECTIONS, HALVES, HONEST } from './odd-text.ts'
import type { Random } from './random.ts'
import { sharedFolder } from './shared.ts'

/** Values that lead past the first check, by the name of the field or hole they stand in. */
export type Known = Readonly<Record<string, readonly string[]>>

/** One request that was thought out: what is sent, and which call it is meant for, if any. */
export interface Thought {
  call: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

const folder = sharedFolder('data/strings')
const fromFile = (name: string): string[] =>
  folder && existsSync(join(folder, name)) ? JSON.parse(readFileSync(join(folder, name), 'utf8')) : []

/** Texts that have broken programs before; a well-known list of them too, where it is at hand. */
const TEXTS: readonly string[] = [
  ...[...CONTROLS.slice(0, 4), ...DIRECTIONS, ...HALVES].flatMap((it) => [it, `a${it}b`]),
  ...HONEST,
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'null',
  'undefined',
  'NaN',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '%',
  '_',
  '\\',
  "'",
  '"',
  "'; drop table assets; --",
  "' or '1'='1",
  '$1',
  '#{7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '..\\..\\x',
  'file:///etc/passwd',
  '{"$gt":""}',
  '\r\nset-cookie: a=b',
  '<script>alert(1)</script>',
  'x'.repeat(201),
  'x'.repeat(1025),
  '😀'.repeat(130),
  'e\u0301'.repeat(200),
  '\uffff',
  '\u{10ffff}',
  '2026-02-30T25:61:61Z',
  '999999999999999999999999',
  `/files/${'f'.repeat(64)}.glb`,
  `/files/../../${'f'.repeat(64)}.glb`,
  ...fromFile('blns.json'),
]

const VALUES: readonly unknown[] = [null, true, false, 0, -0, -1, 1.5, 2 ** 53, -(2 ** 31), 1e308, [], {}, [[]], [null]]

/** JSON that objects cannot say: keys twice, numbers beyond all, deep nests, half a text. */
const rawBodies = (random: Random, whole: string): (string | Uint8Array<ArrayBuffer>)[] => {
  const depth = 100 + random.below(60_000)
  const [first = ''] = /"(\w+)":/.exec(whole)?.slice(1) ?? []
  return [
    whole.slice(0, random.below(whole.length + 1)),
    `${whole}${whole}`,
    `\ufeff${whole}`,
    whole.replace(/^\{/, `{"${first}":1,"${first}":null,`),
    whole.replace(/\}$/, `,"${first}":{"a":[]}}`),
    whole.replace(/:("[^"]*"|\d+)/, ':1e999'),
    whole.replace(/:("[^"]*"|\d+)/, `:${'['.repeat(depth)}${']'.repeat(depth)}`),
    whole.replace(/:("[^"]*"|\d+)/, `:${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
    whole.replace(/^\{/, '{"__proto__":{"role":"admin"},'),
    whole.replace(/^\{/, '{"constructor":{"prototype":{"polluted":1}},'),
    '['.repeat(100_000),
    `{${Array.from({ length: 5000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
    new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    new Uint8Array([0xed, 0xa0, 0x80]),
    'x'.repeat(random.below(140_000)),
    '',
    'null',
    '"x"',
    '[]',
    '-',
  ]
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']
const PLACES = [
  'v1',
  'private',
  'files',
  'health',
  'docs',
  'dev',
  'openapi.json',
  'config.json',
  '.well-known',
  'x',
  '',
]
const EXTRA = ['_id', 'id', 'role', 'verifiedAt', 'ability', 'createdBy', 'locked', '__proto__', 'constructor']

/** A request of a call that has nothing wrong with it, as far as what is known goes. */
export function rightOf({ name, endpoint }: NamedCall, known: Known, token: string): Thought {
  const special = Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, hole = '']) => [
      hole,
      knownOf(known, { name, endpoint }, hole)?.[0] ?? 'unknown',
    ]),
  )
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  const query = endpoint.query ? queryText(filled(endpoint.query, known)) : ''
  const path = `/${fillPath(endpoint.path, 'unknown', special)}${query}`
  if (!endpoint.body) return { call: name, method: endpoint.method, path, headers }
  return {
    call: name,
    method: endpoint.method,
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(filled(endpoint.body, known)),
  }
}

/** What a schema asks for, of what is known where that fits, without what may be left out. */
function filled(schema: NonNullable<Endpoint['body']>, known: Known): unknown {
  let whole = sampleOf(schema)
  for (const { path: at, isOptional } of leavesOf(schema)) {
    const options = known[at.filter((it) => it !== '*').at(-1) ?? '']
    if (!isThere(whole, at)) continue
    if (options) whole = withAt(whole, at, options[0])
    else if (isOptional) whole = without(whole, at)
  }
  return whole
}

/** Thinks out one request: mostly a call that is nearly right, now and then anything at all. */
export function thinkOut(random: Random, known: Known, tokens: readonly (string | undefined)[]): Thought {
  const token = random.of(tokens)
  const headers: Record<string, string> = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...oddHeaders(random),
  }
  if (random.below(12) === 0) return anything(random, headers)
  const { name, endpoint } = random.of(CALLS)
  const id = random.of([...(known.id ?? []), hostile(random)])
  const special = Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, hole = '']) => [
      hole,
      random.below(4) === 0 ? hostile(random) : random.of(knownOf(known, { name, endpoint }, hole) ?? [id]),
    ]),
  )
  const query = endpoint.query && random.below(2) === 0 ? queryText(changed(random, known, endpoint, 'query')) : ''
  const path = `/${fillPath(endpoint.path, wellFormed(id), mapped(special, wellFormed))}${query}`
  if (!endpoint.body) return { call: name, method: endpoint.method, path, headers }
  const text = JSON.stringify(changed(random, known, endpoint, 'body'))
  const body = random.below(8) === 0 ? random.of(rawBodies(random, text)) : text
  const type =
    random.below(30) === 0
      ? random.of(['text/plain', 'application/json; charset=x', 'multipart/form-data'])
      : 'application/json'
  return { call: name, method: endpoint.method, path, headers: { 'content-type': type, ...headers }, body }
}

/** The input of a call with what is known in it; then up to three of its places are changed. */
function changed(random: Random, known: Known, endpoint: Endpoint, place: 'query' | 'body'): unknown {
  const schema = endpoint[place]!
  const leaves = leavesOf(schema)
  // A choice between forms is made by one of its fields: what stands beside it is that form.
  let whole = leaves.length > 0 ? random.of(leaves).whole : sampleOf(schema)
  for (const { path, isOptional } of leaves) {
    if (isOptional && isThere(whole, path) && random.below(2) === 0) whole = without(whole, path)
    const name = path.filter((it) => it !== '*').at(-1) ?? ''
    const options = known[name]
    if (options && isThere(whole, path) && random.below(8) > 0) whole = withAt(whole, path, random.of(options))
  }
  if (random.below(3) === 0) return whole
  for (let changes = random.below(3); changes >= 0 && leaves.length > 0; changes--) {
    const { path } = random.of(leaves)
    whole = random.below(6) === 0 ? without(whole, path) : withAt(whole, path, anyValue(random))
  }
  if (random.below(10) === 0) whole = { ...(whole as object), [random.of(EXTRA)]: anyValue(random) }
  return whole
}

const anyValue = (random: Random): unknown => {
  const kind = random.below(5)
  if (kind === 0) return random.of(VALUES)
  if (kind === 1) return Array.from({ length: random.below(4) }, () => hostile(random))
  return hostile(random)
}

const hostile = (random: Random): string => {
  const text = random.of(TEXTS)
  return random.below(5) === 0 ? text + random.of(TEXTS) : text
}

function anything(random: Random, headers: Record<string, string>): Thought {
  const depth = 1 + random.below(4)
  const parts = Array.from({ length: depth }, () => random.of([...PLACES, 'assets', 'events', hostile(random)]))
  const path = `/${parts.map((part) => encodeURIComponent(wellFormed(part))).join('/')}`
  const method = random.of(METHODS)
  const takesBody = method !== 'GET' && method !== 'HEAD'
  return { call: 'anything', method, path, headers, ...(takesBody ? { body: hostile(random) } : {}) }
}

/** Headers that calls read, mostly none. What no header can carry is left out by its sender already. */
function oddHeaders(random: Random): Record<string, string> {
  if (random.below(4) > 0) return {}
  const name = random.of([
    'idempotency-key',
    'if-match',
    'user-agent',
    'x-forwarded-for',
    'last-event-id',
    'accept',
    'range',
  ])
  return {
    [name]: hostile(random)
      .replace(/[^\x20-\x7e\xa0-\xff]/g, '')
      .trim(),
  }
}

/** What is known of a hole; `id` is another thing in every service. */
const knownOf = (known: Known, { name }: NamedCall, hole: string) =>
  known[`${name.split('.')[0]}.${hole}`] ?? known[hole]

const mapped = (record: Record<string, string>, change: (text: string) => string) =>
  Object.fromEntries(Object.entries(record).map(([name, text]) => [name, change(text)]))

const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')

function isThere(whole: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  if (Array.isArray(whole)) return whole.length > 0 && isThere(whole[0], rest)
  return (
    typeof whole === 'object' &&
    whole !== null &&
    name in whole &&
    isThere((whole as Record<string, unknown>)[name], rest)
  )
}

function without(whole: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(whole) || typeof whole !== 'object' || whole === null) return []
  const { [name]: inner, ...others } = whole as Record<string, unknown>
  return rest.length === 0 || rest[0] === '*' ? others : { ...others, [name]: without(inner, rest) }
}
