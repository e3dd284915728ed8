import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '../../src/api/contract/endpoint.ts'
import {
  CALLS,
  createSample,
  fillPath,
  formatQuery,
  listLeafFields,
  type NamedCall,
  setAtPath,
} from './contract-fields.ts'
import { BIDI_CHARACTERS, CONTROL_CHARACTERS, LEGITIMATE_TEXTS, LONE_SURROGATES } from './forbidden-text.ts'
import type { SeededRandom } from './random.ts'
import { findSharedFolder } from './shared-folder.ts'

/** Valid values such as ids of existing rows, by the name of their field or path parameter. */
export type KnownValues = Readonly<Record<string, readonly string[]>>

/** One generated request and the call that it is meant for, if any. */
export interface FuzzRequest {
  call: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

const folder = findSharedFolder('data/strings')
const readStrings = (name: string): string[] =>
  folder && existsSync(join(folder, name)) ? JSON.parse(readFileSync(join(folder, name), 'utf8')) : []

/** Texts that often break programs, and a well-known list of such texts if it is available. */
const HOSTILE_TEXTS: readonly string[] = [
  ...[...CONTROL_CHARACTERS.slice(0, 4), ...BIDI_CHARACTERS, ...LONE_SURROGATES].flatMap((character) => [
    character,
    `a${character}b`,
  ]),
  ...LEGITIMATE_TEXTS,
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
  ...readStrings('blns.json'),
]

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 31),
  1e308,
  [],
  {},
  [[]],
  [null],
]

/** Returns bodies that `JSON.stringify` cannot create: duplicate keys, numbers out of range, deep nesting, truncated text. */
const buildRawBodies = (random: SeededRandom, json: string): (string | Uint8Array<ArrayBuffer>)[] => {
  const depth = 100 + random.integerBelow(60_000)
  const [first = ''] = /"(\w+)":/.exec(json)?.slice(1) ?? []
  return [
    json.slice(0, random.integerBelow(json.length + 1)),
    `${json}${json}`,
    `\ufeff${json}`,
    json.replace(/^\{/, `{"${first}":1,"${first}":null,`),
    json.replace(/\}$/, `,"${first}":{"a":[]}}`),
    json.replace(/:("[^"]*"|\d+)/, ':1e999'),
    json.replace(/:("[^"]*"|\d+)/, `:${'['.repeat(depth)}${']'.repeat(depth)}`),
    json.replace(/:("[^"]*"|\d+)/, `:${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
    json.replace(/^\{/, '{"__proto__":{"role":"admin"},'),
    json.replace(/^\{/, '{"constructor":{"prototype":{"polluted":1}},'),
    '['.repeat(100_000),
    `{${Array.from({ length: 5000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
    new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    new Uint8Array([0xed, 0xa0, 0x80]),
    'x'.repeat(random.integerBelow(140_000)),
    '',
    'null',
    '"x"',
    '[]',
    '-',
  ]
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']
const PATH_SEGMENTS = [
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
const EXTRA_FIELDS = ['_id', 'id', 'role', 'verifiedAt', 'ability', 'createdBy', 'locked', '__proto__', 'constructor']

/** Returns a valid request of a call, as far as the known values allow. */
export function buildValidRequest({ name, endpoint }: NamedCall, knownValues: KnownValues, token: string): FuzzRequest {
  const special = Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => [
      parameter,
      findKnownValues(knownValues, { name, endpoint }, parameter)?.[0] ?? 'unknown',
    ]),
  )
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  const query = endpoint.query ? formatQuery(fillRequired(endpoint.query, knownValues)) : ''
  const path = `/${fillPath(endpoint.path, 'unknown', special)}${query}`
  if (!endpoint.body) return { call: name, method: endpoint.method, path, headers }
  return {
    call: name,
    method: endpoint.method,
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(fillRequired(endpoint.body, knownValues)),
  }
}

/** Returns the required fields of a schema, with known values if their names match. */
function fillRequired(schema: NonNullable<Endpoint['body']>, knownValues: KnownValues): unknown {
  let body = createSample(schema)
  for (const { path: at, isOptional } of listLeafFields(schema)) {
    const options = knownValues[at.filter((segment) => segment !== '*').at(-1) ?? '']
    if (!hasPath(body, at)) continue
    if (options) body = setAtPath(body, at, options[0])
    else if (isOptional) body = omitPath(body, at)
  }
  return body
}

/** Generates one request: usually a nearly valid call, sometimes arbitrary data. */
export function generateRequest(
  random: SeededRandom,
  knownValues: KnownValues,
  tokens: readonly (string | undefined)[],
): FuzzRequest {
  const token = random.pick(tokens)
  const headers: Record<string, string> = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...pickOddHeaders(random),
  }
  if (random.integerBelow(12) === 0) return generateArbitraryRequest(random, headers)
  const { name, endpoint } = random.pick(CALLS)
  const id = random.pick([...(knownValues.id ?? []), pickHostileText(random)])
  const special = Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => [
      parameter,
      random.integerBelow(4) === 0
        ? pickHostileText(random)
        : random.pick(findKnownValues(knownValues, { name, endpoint }, parameter) ?? [id]),
    ]),
  )
  const query =
    endpoint.query && random.integerBelow(2) === 0
      ? formatQuery(mutateInput(random, knownValues, endpoint, 'query'))
      : ''
  const path = `/${fillPath(endpoint.path, replaceLoneSurrogates(id), mapRecord(special, replaceLoneSurrogates))}${query}`
  if (!endpoint.body) return { call: name, method: endpoint.method, path, headers }
  const text = JSON.stringify(mutateInput(random, knownValues, endpoint, 'body'))
  const body = random.integerBelow(8) === 0 ? random.pick(buildRawBodies(random, text)) : text
  const type =
    random.integerBelow(30) === 0
      ? random.pick(['text/plain', 'application/json; charset=x', 'multipart/form-data'])
      : 'application/json'
  return { call: name, method: endpoint.method, path, headers: { 'content-type': type, ...headers }, body }
}

/** Returns the input of a call with known values, with up to three of its fields changed. */
function mutateInput(
  random: SeededRandom,
  knownValues: KnownValues,
  endpoint: Endpoint,
  location: 'query' | 'body',
): unknown {
  const schema = endpoint[location]!
  const leafFields = listLeafFields(schema)
  // The sample input of a field in a union contains the other fields of the same option.
  let body = leafFields.length > 0 ? random.pick(leafFields).input : createSample(schema)
  for (const { path, isOptional } of leafFields) {
    if (isOptional && hasPath(body, path) && random.integerBelow(2) === 0) body = omitPath(body, path)
    const name = path.filter((segment) => segment !== '*').at(-1) ?? ''
    const options = knownValues[name]
    if (options && hasPath(body, path) && random.integerBelow(8) > 0) body = setAtPath(body, path, random.pick(options))
  }
  if (random.integerBelow(3) === 0) return body
  for (let changes = random.integerBelow(3); changes >= 0 && leafFields.length > 0; changes--) {
    const { path } = random.pick(leafFields)
    body = random.integerBelow(6) === 0 ? omitPath(body, path) : setAtPath(body, path, pickHostileValue(random))
  }
  if (random.integerBelow(10) === 0)
    body = { ...(body as object), [random.pick(EXTRA_FIELDS)]: pickHostileValue(random) }
  return body
}

const pickHostileValue = (random: SeededRandom): unknown => {
  const kind = random.integerBelow(5)
  if (kind === 0) return random.pick(HOSTILE_VALUES)
  if (kind === 1) return Array.from({ length: random.integerBelow(4) }, () => pickHostileText(random))
  return pickHostileText(random)
}

const pickHostileText = (random: SeededRandom): string => {
  const text = random.pick(HOSTILE_TEXTS)
  return random.integerBelow(5) === 0 ? text + random.pick(HOSTILE_TEXTS) : text
}

function generateArbitraryRequest(random: SeededRandom, headers: Record<string, string>): FuzzRequest {
  const depth = 1 + random.integerBelow(4)
  const parts = Array.from({ length: depth }, () =>
    random.pick([...PATH_SEGMENTS, 'assets', 'events', pickHostileText(random)]),
  )
  const path = `/${parts.map((segment) => encodeURIComponent(replaceLoneSurrogates(segment))).join('/')}`
  const method = random.pick(METHODS)
  const takesBody = method !== 'GET' && method !== 'HEAD'
  return { call: 'anything', method, path, headers, ...(takesBody ? { body: pickHostileText(random) } : {}) }
}

/** Returns headers that calls read, usually none. Characters that no header can carry are removed. */
function pickOddHeaders(random: SeededRandom): Record<string, string> {
  if (random.integerBelow(4) > 0) return {}
  const name = random.pick([
    'idempotency-key',
    'if-match',
    'user-agent',
    'x-forwarded-for',
    'last-event-id',
    'accept',
    'range',
  ])
  return {
    [name]: pickHostileText(random)
      .replace(/[^\x20-\x7e\xa0-\xff]/g, '')
      .trim(),
  }
}

/** Returns the known values of a path parameter. The meaning of `id` depends on the service. */
const findKnownValues = (knownValues: KnownValues, { name }: NamedCall, parameter: string) =>
  knownValues[`${name.split('.')[0]}.${parameter}`] ?? knownValues[parameter]

const mapRecord = (record: Record<string, string>, change: (text: string) => string) =>
  Object.fromEntries(Object.entries(record).map(([name, text]) => [name, change(text)]))

const replaceLoneSurrogates = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')

function hasPath(body: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  if (Array.isArray(body)) return body.length > 0 && hasPath(body[0], rest)
  return (
    typeof body === 'object' && body !== null && name in body && hasPath((body as Record<string, unknown>)[name], rest)
  )
}

function omitPath(body: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(body) || typeof body !== 'object' || body === null) return []
  const { [name]: inner, ...others } = body as Record<string, unknown>
  return rest.length === 0 || rest[0] === '*' ? others : { ...others, [name]: omitPath(inner, rest) }
}
