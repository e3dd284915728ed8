import * as v from 'valibot'
import { CALLS, createSample, fillPath, formatQuery, type NamedCall } from './contract-fields.ts'
import type { WireRequest } from './event-loop-server.ts'
import type { KnownValues } from './fuzz.ts'

/** One request that is as costly for the server as a caller can make a request. */
export interface CostlyInput extends WireRequest {
  /** For example "assets.list: longest query". */
  readonly name: string
  /** Name of the call, or method and path outside the contract. */
  readonly target: string
}

/** Largest body and headers in bytes, just below the server's limit (128 kB) and Node's limit for all headers (16 kB). */
const MAX_BODY_BYTES = 128 * 1024 - 64
const MAX_HEADER_BYTES = 14_000
const JSON_TYPE = { 'content-type': 'application/json' }

/** Endpoints outside the contract. */
const OTHER_ADDRESSES = [
  ...['GET /openapi.json', 'GET /docs', 'GET /readyz', 'GET /livez', 'GET /config.json', 'GET /', 'GET /assets/x.js'],
  ...['GET /.well-known/jwks.json', 'GET /v1/events', 'GET /files/x.glb', 'HEAD /files/x', 'PATCH /files/x'],
  ...['DELETE /files/x', 'POST /files', 'OPTIONS /files', 'GET /dev/mailbox.json', 'GET /dev/mailbox'],
]

/** Returns whether a call ends sessions. Such calls run last, because the server would refuse all later requests. */
const endsSessions = ({ target }: CostlyInput) => /^auth\.|^accounts\.|sessions|password/i.test(target)

/** Builds the costliest valid and invalid requests for every call of the contract and every other endpoint. */
export function buildCostlyInputs(knownValues: KnownValues): CostlyInput[] {
  const calls = CALLS.flatMap((call) => [
    ...buildLargestInput(call, knownValues),
    ...buildLongestFilters(call, knownValues),
    ...buildOversizedInputs(call, knownValues),
  ])
  const others = OTHER_ADDRESSES.flatMap((target) => {
    const [method = '', path = ''] = target.split(' ')
    return [
      ...buildOversizedRequests(target, { method, path, headers: tusHeadersFor(method, path) }),
      ...buildUploadRequests(target, method, path),
    ]
  })
  const all = [...calls, ...others]
  return [...all.filter((input) => !endsSessions(input)), ...all.filter(endsSessions)]
}

/** Builds the largest valid request: the longest texts, the longest lists and the most rows. */
function* buildLargestInput({ name, endpoint }: NamedCall, knownValues: KnownValues): Generator<CostlyInput> {
  const query = endpoint.query && createLargest(endpoint.query, knownValues)
  const path = `/${fillKnownPath(name, endpoint.path, knownValues)}${query ? formatQuery(query).slice(0, MAX_HEADER_BYTES) : ''}`
  const body = endpoint.body && JSON.stringify(createLargest(endpoint.body, knownValues))
  yield { name: `${name}: largest legal input`, target: name, method: endpoint.method, path, headers: JSON_TYPE, body }
}

/** Builds one valid request with 600 short values for each filter that accepts so many values. */
function* buildLongestFilters({ name, endpoint }: NamedCall, knownValues: KnownValues): Generator<CostlyInput> {
  const { query, method } = endpoint
  if (!query || !('entries' in query)) return
  for (const filter of Object.keys(query.entries as object)) {
    const values = Array.from({ length: 600 }, (_, i) => `a${i}`)
    if (!v.is(query, { [filter]: values })) continue
    const path = `/${fillKnownPath(name, endpoint.path, knownValues)}${formatQuery({ [filter]: values })}`
    yield { name: `${name}: most values of ${filter}`, target: name, method, path, headers: {} }
  }
}

function* buildOversizedInputs({ name, endpoint }: NamedCall, knownValues: KnownValues): Generator<CostlyInput> {
  const { method } = endpoint
  const path = `/${fillKnownPath(name, endpoint.path, knownValues)}`
  yield* buildOversizedRequests(name, { method, path, headers: {} })
  if (endpoint.path.includes('{'))
    yield {
      name: `${name}: longest id`,
      target: name,
      method,
      headers: {},
      path: `/${fillPath(endpoint.path, 'a'.repeat(MAX_HEADER_BYTES / 2))}`,
    }
  if (!endpoint.body) return
  const first = Object.keys(createSample(endpoint.body) as object)[0] ?? 'a'
  const field = (value: string) => `{${JSON.stringify(first)}:${value}}`
  const bodies: Record<string, string> = {
    'deepest body': field('['.repeat(MAX_BODY_BYTES - 16 - first.length)),
    'deepest body that is parsed': field(`${'['.repeat(30)}${']'.repeat(30)}`),
    'widest body': field(`[${'0,'.repeat(MAX_BODY_BYTES / 2 - 40)}0]`),
    'widest body that is parsed': field(`[${'0,'.repeat(9_900)}0]`),
    'most fields': `{${Array.from({ length: 9_900 }, (_, i) => `"k${i}":0`).join(',')}}`,
    'longest text': field(JSON.stringify('x'.repeat(MAX_BODY_BYTES - 40 - first.length))),
    'longest text of marks': field(JSON.stringify('\u0300'.repeat(MAX_BODY_BYTES / 2 - 40 - first.length))),
    'most escapes': field(`"${'\\u0041'.repeat(MAX_BODY_BYTES / 6 - 20)}"`),
    'longest number': field('1'.repeat(MAX_BODY_BYTES - 40 - first.length)),
  }
  for (const [label, body] of Object.entries(bodies))
    yield { name: `${name}: ${label}`, target: name, method, path, headers: JSON_TYPE, body }
}

function* buildOversizedRequests(target: string, request: WireRequest): Generator<CostlyInput> {
  yield { ...request, name: `${target}: plain`, target }
  const queries: Record<string, string> = {
    'longest query': `search=${'a'.repeat(MAX_HEADER_BYTES - 20)}`,
    'most parameters': 'a=1&'.repeat(MAX_HEADER_BYTES / 4),
    'most different parameters': Array.from({ length: 2_000 }, (_, i) => `k${i}=`)
      .join('&')
      .slice(0, MAX_HEADER_BYTES),
    'most percent signs': `search=${'%'.repeat(MAX_HEADER_BYTES - 20)}`,
  }
  for (const [label, query] of Object.entries(queries))
    yield { ...request, name: `${target}: ${label}`, target, path: `${request.path}?${query}` }
  const path = `${request.path}/${'a'.repeat(MAX_HEADER_BYTES)}`
  yield { ...request, name: `${target}: longest path`, target, path }
  yield {
    ...request,
    name: `${target}: most slashes`,
    target,
    path: `${request.path}${'/a'.repeat(MAX_HEADER_BYTES / 2)}`,
  }
  yield {
    ...request,
    name: `${target}: most dots`,
    target,
    path: `${request.path}${'/..'.repeat(MAX_HEADER_BYTES / 3)}`,
  }
  const nested = Buffer.from('['.repeat(MAX_HEADER_BYTES / 2)).toString('base64url')
  const headers: Record<string, Record<string, string>> = {
    'longest conditions': {
      'if-match': '"a",'.repeat(MAX_HEADER_BYTES / 8),
      'if-none-match': ' "a" '.repeat(MAX_HEADER_BYTES / 10),
    },
    'longest range': { range: `bytes=${'0-1,'.repeat(MAX_HEADER_BYTES / 4)}` },
    'nested token': { authorization: `Bearer ${nested}.${'a'.repeat(1000)}.aaaa` },
    'longest API token': { authorization: `Bearer atl_${'a'.repeat(MAX_HEADER_BYTES)}` },
    'longest choices': {
      'accept-encoding': 'gzip;q=0.1, '.repeat(MAX_HEADER_BYTES / 24),
      'accept-language': ' '.repeat(MAX_HEADER_BYTES / 2),
    },
    'longest accept': { accept: 'text/*,'.repeat(MAX_HEADER_BYTES / 7) },
    'longest chain of proxies': { 'x-forwarded-for': '1.1.1.1, '.repeat(MAX_HEADER_BYTES / 9) },
    'longest keys': {
      'idempotency-key': 'a'.repeat(MAX_HEADER_BYTES / 2),
      'x-request-id': 'a'.repeat(MAX_HEADER_BYTES / 2),
    },
    'longest content type': { 'content-type': `application/${'a+'.repeat(MAX_HEADER_BYTES / 2)}` },
  }
  for (const [label, more] of Object.entries(headers))
    yield { ...request, name: `${target}: ${label}`, target, headers: { ...request.headers, ...more } }
}

const tusHeadersFor = (method: string, path: string): Record<string, string> =>
  path.startsWith('/files') && method !== 'GET'
    ? { 'tus-resumable': '1.0.0', 'upload-length': '1000', 'upload-offset': '0' }
    : {}

function* buildUploadRequests(target: string, method: string, path: string): Generator<CostlyInput> {
  if (!path.startsWith('/files')) return
  const headers = tusHeadersFor(method, path)
  if (method === 'POST') {
    const metadata = {
      'longest metadata': `kind ${btoa('glb')},filename ${Buffer.from('ü'.repeat(MAX_HEADER_BYTES / 3)).toString('base64')}`,
      'most metadata': Array.from({ length: 1_500 }, (_, i) => `k${i} YQ==`).join(','),
      'legal metadata': `kind ${btoa('glb')},filename ${btoa('x'.repeat(200))}`,
    }
    for (const [label, value] of Object.entries(metadata))
      yield {
        name: `${target}: ${label}`,
        target,
        method,
        path,
        headers: { ...headers, 'upload-metadata': value },
      }
  }
  if (method === 'PATCH') {
    const more = { ...headers, 'content-type': 'application/offset+octet-stream' }
    yield {
      name: `${target}: longest piece`,
      target,
      method,
      path,
      headers: more,
      body: new Uint8Array(1024 * 1024),
    }
  }
}

const fillKnownPath = (name: string, path: string, knownValues: KnownValues): string => {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
  const service = name.split('.')[0]!
  return fillPath(
    path,
    'unknown',
    Object.fromEntries(
      parameters.map((parameter) => [
        parameter,
        (knownValues[`${service}.${parameter}`] ?? knownValues[parameter] ?? ['unknown'])[0]!,
      ]),
    ),
  )
}

/** Maximum lengths of texts and lists in schemas, in descending order. */
const LENGTHS = [8_000, 4_096, 2_048, 1_500, 1_024, 1_000, 512, 500, 256, 254, 200, 128, 120, 100, 64, 50, 20, 10, 5]

/** Returns the largest value that a schema accepts: a known id, else the longest text, and the longest list of such values. */
function createLargest(schema: v.GenericSchema, knownValues: KnownValues, name = ''): unknown {
  const { entries, wrapped, item, type } = schema as unknown as {
    type: string
    entries?: Record<string, v.GenericSchema>
    wrapped?: v.GenericSchema
    item?: v.GenericSchema
  }
  if (wrapped) return createLargest(wrapped, knownValues, name)
  const fits = (value: unknown) => v.is(schema, value)
  if (entries)
    return Object.fromEntries(
      Object.entries(entries).map(([key, inner]) => [key, createLargest(inner, knownValues, key)]),
    )
  const knownValue = knownValues[name]?.[0]
  if (item) {
    const entryValue =
      knownValue !== undefined && v.is(item, knownValue) ? knownValue : createLargest(item, knownValues)
    const lists = LENGTHS.map((length) => Array.from({ length }, () => entryValue))
    return lists.find(fits) ?? createSample(schema)
  }
  if (type === 'union' && knownValue !== undefined) {
    const list = LENGTHS.filter((length) => length <= 1_000)
      .map((length) => Array.from({ length }, () => knownValue))
      .find(fits)
    if (list) return list
  }
  if (knownValue !== undefined && fits(knownValue)) return knownValue
  if (type === 'record') return { a: 'x'.repeat(7_900) }
  return LENGTHS.map((length) => 'x'.repeat(length)).find(fits) ?? createSample(schema)
}
