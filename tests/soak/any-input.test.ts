import pino from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS, type Limits } from '../../server/auth/rate-limit.ts'
import { ErrorBody, type ErrorCode } from '../../src/api/contract/errors.ts'
import { CALLS } from '../support/contract-fields.ts'
import { drawnNumber } from '../support/drawn.ts'
import { type Known, rightOf, type Thought, thinkOut } from '../support/fuzz.ts'
import { glbOfSize, TINY_PNG } from '../support/glb.ts'
import { randomOf } from '../support/random.ts'
import { BEGINNING, ORIGIN, openTestServer, PASSWORD, type TestServer } from '../support/server.ts'

const isSoak = Boolean(process.env.SOAK)
const REQUESTS = isSoak ? 1_000_000 : 20_000
/** One in so many is as it should be: these do real work, which takes six times as long as to refuse the others. */
const RIGHT_EVERY = isSoak ? 8 : 40
/** What requests took away is put back after so many. */
const FURNISH_EVERY = 500
/** Another seed finds other faults; the one that found one is printed with it. An ordinary run takes one of five, by the commit. */
const SEED = Number(
  process.env.FUZZ_SEED ?? (isSoak ? Date.now() % 1_000_000 : 43 + REQUESTS * drawnNumber('requests', 5)),
)
/** The store begins anew after so many, or it would grow for ever. */
const RESET_EVERY = 20_000
const AT_ONCE = 4

/** What only the inside of the server says: traces, files of ours, sentences of the database. */
const INSIDE =
  /\n\s+at |node_modules|\/server\/\w+|\.ts:\d|syntax error at|violates (?:unique|foreign|check|not-null)|duplicate key value|relation "|invalid byte sequence|kysely|pglite/i

const lines: string[] = []
let server: TestServer
let known: Known
let tokens: (string | undefined)[]
let people = 0

beforeAll(async () => {
  const none = { most: 1e9, seconds: 60, free: 1e6, firstSeconds: 1, mostSeconds: 1, forgetSeconds: 60 }
  const limits = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, none]))
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  server = await openTestServer({
    limits: limits as unknown as Limits,
    deps: { log, renderIcon: async () => TINY_PNG },
  })
  await furnish()
})
afterAll(() => server.close())

/** Makes one of everything, and puts back what requests took away. */
async function furnish(): Promise<void> {
  people += 1
  // Others may furnish meanwhile.
  const n = people
  const admin = await server.account('admin', `admin-${n}@house.example`)
  const others = [
    await server.account('developer', `developer-${n}@house.example`),
    await server.account('user', `user-${n}@house.example`),
    await server.account('anonymous'),
  ]
  const { url: modelUrl } = await server.upload(admin, glbOfSize(2_000))
  // Only now: a request beside this one may end the session it is sent with.
  tokens = [undefined, 'x.y.z', admin.token, admin.token, admin.token, ...others.map(({ token }) => token)]
  const { db } = server.deps
  const at = { created_at: BEGINNING, updated_at: BEGINNING }
  const asset = { id: 'asset-1', name: 'A', name_key: 'a', type: 'top', gender: 'male', model_url: modelUrl } as const
  const body = { ...asset, id: 'body-1', name: 'B', name_key: 'b', type: 'bodyshape' } as const
  const stats = { triangles: 1, vertices: 3, textures: 0, bytes: 9 }
  await db
    .insertInto('assets')
    .values([asset, body].map((one) => ({ ...one, ...stats, ...at, created_by: admin.id })))
    .onConflict((on) => on.doNothing())
    .execute()
  await db
    .insertInto('applications')
    .values({ id: 'harbour', name: 'Harbour', name_key: 'harbour', owner_id: admin.id, created_at: BEGINNING })
    .onConflict((on) => on.doNothing())
    .execute()
  await db
    .insertInto('tags')
    .values({ id: 'tag-1', name: 'Tag', name_key: 'tag', color: 'olive' })
    .onConflict((on) => on.doNothing())
    .execute()
  known = {
    id: ['asset-1', 'harbour', 'tag-1'],
    'assets.id': ['asset-1'],
    'applications.id': ['harbour'],
    tagId: ['tag-1'],
    tags: ['tag-1'],
    assetId: ['asset-1'],
    assetIds: ['asset-1'],
    bodyId: ['body-1'],
    applicationId: ['harbour'],
    applicationIds: ['harbour'],
    modelUrl: [modelUrl],
    email: [`user-${n}@house.example`, `new-${n}@house.example`],
    password: [PASSWORD],
    current: [PASSWORD],
    refreshToken: [admin.session.refreshToken],
    templateId: ['asset-1'],
    expiresAt: [new Date(BEGINNING.getTime() + 30 * 86_400_000).toISOString()],
  }
}

/** What is wrong with an answer, or undefined. */
async function faultOf({ method, headers, ...sent }: Thought): Promise<string | undefined> {
  const begun = performance.now()
  const answer = await server.fetch(`${ORIGIN}${sent.path}`, {
    method,
    headers,
    ...(sent.body === undefined ? {} : { body: sent.body }),
  })
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? '' : await answer.text()
  if (isStream) await answer.body?.cancel()
  const ms = performance.now() - begun
  slowest = Math.max(slowest, ms)
  if (answer.status >= 500 || answer.status < 200) return `${answer.status} ${text}`
  if (INSIDE.test(text) && !INSIDE.test(String(sent.body) + decodeURIComponent(sent.path)) && answer.status >= 400)
    return `it tells of its inside: ${text}`
  if (answer.status >= 400 && method !== 'HEAD') {
    if (answer.headers.get('content-type') !== 'application/problem+json')
      return `${answer.status} is no problem: ${text}`
    const body = v.safeParse(ErrorBody, JSON.parse(text))
    if (!body.success || body.output.status !== answer.status) return `the envelope is odd: ${text}`
    if (!TURNED_AWAY.has(body.output.error.code)) reached.add(sent.call)
  } else if (answer.status < 400) reached.add(sent.call)
  return undefined
}

/** What is answered before a call's own work begins. */
const TURNED_AWAY = new Set<ErrorCode>([
  'INVALID_INPUT',
  'NOT_SIGNED_IN',
  'TOKEN_EXPIRED',
  'FORBIDDEN',
  'TOO_MANY_REQUESTS',
])
/** The calls of which one came past its checks. */
const reached = new Set<string>()
let slowest = 0

test(`${REQUESTS} requests of any kind are answered with 2xx or 4xx (seed ${SEED})`, {
  timeout: 7_200_000,
}, async () => {
  const faults: string[] = []
  let next = 0
  const one = async () => {
    const n = next++
    // Each call in its turn is as it should be, so that what is broken meets a store that is in use.
    const right = n % RIGHT_EVERY === 0 ? CALLS[(n / RIGHT_EVERY) % CALLS.length] : undefined
    const thought = right ? rightOf(right, known, tokens[2]!) : thinkOut(randomOf(SEED + n), known, tokens)
    const fault = await faultOf(thought).catch((thrown: unknown) => `it threw ${String(thrown)}`)
    if (fault) faults.push(`seed ${SEED + n}: ${fault.slice(0, 500)}\n${JSON.stringify(thought).slice(0, 1000)}`)
    // It may have ended the session that the next ones are sent with.
    if (right && /logout|password/i.test(right.name)) await furnish()
  }
  while (next < REQUESTS && faults.length < 20) {
    const until = Math.min(next + FURNISH_EVERY, REQUESTS)
    const round = async () => {
      while (next < until && faults.length < 20) await one()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, round))
    if (next % RESET_EVERY === 0) await server.reset()
    await furnish()
  }
  expect([faults, lines]).toEqual([[], []])
  console.log(`${next} requests, the slowest took ${Math.round(slowest)} ms`)
  // Beside all other tests it says more of the machine than of the server.
  if (isSoak) expect(slowest).toBeLessThan(1_000)
})

test('every call was reached past its checks, so that what was fuzzed was the whole server', async () => {
  const shallow = () => CALLS.filter(({ name }) => !reached.has(name))
  const askShallow = async (among: Known) => {
    for (const call of shallow()) {
      await furnish()
      expect(await faultOf(rightOf(call, { ...known, ...among }, tokens[2]!))).toBeUndefined()
    }
  }
  // What a few need others may have taken away, or changed for good: asked again, then of a store made anew, they come through.
  await askShallow({})
  await server.reset()
  await askShallow({})
  // What the one asset there is cannot be used for is told of one that is not there.
  await askShallow({ assetId: ['gone'], assetIds: ['gone'] })
  expect(shallow().map(({ name }) => name)).toEqual([])
})
