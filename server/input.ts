import type { Context } from 'hono'
import * as v from 'valibot'
import type { Endpoint } from '../src/api/contract/endpoint.ts'
import type { Fault } from '../src/api/contract/errors.ts'
import { Id, isPlain } from '../src/api/contract/text.ts'
import { invalidInput } from './errors.ts'

/** The most bytes a JSON body may have. */
const MOST_BODY_BYTES = 128 * 1024

/** So many values it may hold: what is valid holds far fewer, and of each that is not a fault is made before any is told. */
const MOST_VALUES = 10_000

/** What the holes of a path take; an e-mail address is the longest. */
const PathValues = v.record(
  v.string(),
  v.union([Id, v.pipe(v.string(), v.maxLength(254), v.includes('@'), v.check(isPlain))]),
)

/** Reads and parses what an endpoint takes. Throws `INVALID_INPUT` that names each fault's place. */
export async function readInput(c: Context, endpoint: Endpoint): Promise<object> {
  const given: [place: string, schema: v.GenericSchema, value: unknown][] = [
    ['path', PathValues, c.req.param()],
    ['query', endpoint.query ?? v.strictObject({}), queryOf(c)],
  ]
  if (endpoint.body) given.push(['body', endpoint.body, await bodyOf(c)])

  const faults: Fault[] = []
  const parsed = given.map(([place, schema, value]) => {
    if (holdsMore(MOST_VALUES, value)) {
      faults.push({ path: place, message: 'There are more than 10,000 values.' })
      return undefined
    }
    const odd = oddText(value, place)
    if (odd) faults.push(odd)
    const result = v.safeParse(schema, value)
    if (!result.success)
      faults.push(...nearestIssues(schema, value, result.issues).map((issue) => faultOf(place, issue)))
    return result.output
  })
  if (faults.length > 0) throw invalidInput(faults)
  const [params, query, body] = parsed
  return { params, query, body }
}

/** Lets through what an endpoint says it returns. Throws a plain error where the handler broke the contract. */
export function parseOutput(schema: v.GenericSchema, value: unknown): unknown {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const places = result.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`)
  throw new Error(`The answer breaks the contract: ${places.join('; ')}`)
}

function queryOf(c: Context): Record<string, string | string[]> {
  const entries = Object.entries(c.req.queries()).map(([name, values]): [string, string | string[]] => [
    name,
    values.length === 1 ? values[0]! : values,
  ])
  return Object.fromEntries(entries)
}

async function bodyOf(c: Context): Promise<unknown> {
  const fault = (message: string) => invalidInput([{ path: 'body', message }])
  const type = c.req.header('content-type') ?? ''
  const text = await textOf(c.req.raw.body, fault)
  if (text === '') return {}
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) throw fault('The content type must be application/json.')
  try {
    return JSON.parse(text)
  } catch {
    throw fault('This is not valid JSON.')
  }
}

/** Reads a body as UTF-8 and gives up as soon as it is too long, whatever its headers say. */
async function textOf(body: ReadableStream<Uint8Array> | null, fault: (message: string) => Error): Promise<string> {
  if (!body) return ''
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of body) {
      bytes += part.length
      if (bytes > MOST_BODY_BYTES) break
      parts.push(part)
    }
  } catch {
    throw fault('The body broke off.')
  }
  if (bytes > MOST_BODY_BYTES) throw fault('The body is longer than 128 KB.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch {
    throw fault('The text is not UTF-8.')
  }
}

/** Of a choice between forms, what is wrong with the form that comes nearest: valibot itself says only that none fits. */
function nearestIssues(
  schema: v.GenericSchema,
  value: unknown,
  issues: readonly v.BaseIssue<unknown>[],
): readonly v.BaseIssue<unknown>[] {
  if (issues[0]?.type !== 'union' || !('options' in schema)) return issues
  const each = (schema.options as v.GenericSchema[]).map((option) => ({
    issues: v.safeParse(option, value).issues ?? [],
    // One for each field, however much is wrong with it.
    fields: v.safeParse(option, value, { abortPipeEarly: true }).issues?.length ?? 0,
  }))
  return each.reduce((best, next) => (next.fields < best.fields ? next : best)).issues
}

function faultOf(place: string, issue: v.BaseIssue<unknown>): Fault {
  const inside = v.getDotPath(issue)
  const path = inside ? `${place}.${inside}` : place
  if (issue.type === 'strict_object' && issue.expected === 'never') return { path, message: 'There is no such field.' }
  // Short, because it tells what was received.
  return { path, message: sentence(issue.message.slice(0, 200)) }
}

const sentence = (text: string) => (/[\s]/.test(text) && !/[.!?]$/.test(text) ? `${text}.` : text)

/** Passwords are hashed, never stored: any character may stand in one. */
const HASHED = /^body\.(password|current)$/

/** Whether so many values stand in one, however deep. */
function holdsMore(most: number, value: unknown): boolean {
  const left = [value]
  let count = 0
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const within: unknown[] = Array.isArray(next) ? next : Object.values(next)
    count += within.length
    if (count > most) return true
    for (const inner of within) if (typeof inner === 'object' && inner !== null) left.push(inner)
  }
  return false
}

/** Finds text no database takes: a NUL, or half a surrogate pair. */
function oddText(value: unknown, path: string): Fault | undefined {
  const left: [value: unknown, path: string][] = [[value, path]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [it, at] = next
    if (typeof it === 'string' && ((it.includes('\0') && !HASHED.test(at)) || !isWellFormed(it)))
      return { path: at, message: 'The text holds characters that cannot be stored.' }
    if (typeof it === 'object' && it !== null)
      for (const [key, inner] of Object.entries(it))
        if (typeof inner === 'string' || typeof inner === 'object') left.push([inner, `${at}.${key}`])
  }
  return undefined
}

const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text)
