import type { Context } from 'hono'
import * as v from 'valibot'
import type { Endpoint } from '../../src/api/contract/endpoint.ts'
import type { FieldError } from '../../src/api/contract/errors.ts'
import { Id, isSafeText } from '../../src/api/contract/text.ts'
import { JsonError, type JsonLimits, parseJson } from '../../src/files/parse-json.ts'
import { invalidInputError } from '../errors/http-error.ts'

const MAX_BODY_BYTES = 128 * 1024

/**
 * Limits of a JSON body. Valid bodies stay far below these limits: the deepest body, a saved view's query, has ten levels. The
 * schema reports one issue per invalid value, and reporting very many issues would take seconds.
 */
const BODY_LIMITS: JsonLimits = { bytes: MAX_BODY_BYTES, depth: 32, values: 10_000 }

/** Schema of path parameters. The longest possible value is an email address. */
const PathValues = v.record(
  v.string(),
  v.union([Id, v.pipe(v.string(), v.maxLength(254), v.includes('@'), v.check(isSafeText))]),
)

/** Reads and parses the input of an endpoint. Throws `INVALID_INPUT` with the path of each field error. */
export async function readInput(c: Context, endpoint: Endpoint): Promise<object> {
  const inputs: [place: string, schema: v.GenericSchema, value: unknown][] = [
    ['path', PathValues, c.req.param()],
    ['query', endpoint.query ?? v.strictObject({}), parseQuery(c)],
  ]
  if (endpoint.body) inputs.push(['body', endpoint.body, await parseBody(c)])

  const faults: FieldError[] = []
  const parsed = inputs.map(([location, schema, value]) => {
    const invalidText = findInvalidText(value, location)
    if (invalidText) faults.push(invalidText)
    const result = v.safeParse(schema, value)
    if (!result.success)
      faults.push(...findNearestIssues(schema, value, result.issues).map((issue) => toFieldError(location, issue)))
    return result.output
  })
  if (faults.length > 0) throw invalidInputError(faults)
  const [params, query, body] = parsed
  return { params, query, body }
}

/** Returns only the fields that an endpoint declares. Throws a plain error if the handler's result violates the contract. */
export function parseOutput(schema: v.GenericSchema, value: unknown): unknown {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const messages = result.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`)
  throw new Error(`The response violates the contract: ${messages.join('; ')}`)
}

function parseQuery(c: Context): Record<string, string | string[]> {
  const entries = Object.entries(c.req.queries()).map(([name, values]): [string, string | string[]] => [
    name,
    values.length === 1 ? values[0]! : values,
  ])
  return Object.fromEntries(entries)
}

async function parseBody(c: Context): Promise<unknown> {
  const createError = (message: string) => invalidInputError([{ path: 'body', message }])
  const type = c.req.header('content-type') ?? ''
  const bytes = await readBytes(c.req.raw.body, createError)
  if (bytes.length === 0) return {}
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) throw createError('The content type must be application/json.')
  try {
    return parseJson(bytes, BODY_LIMITS)
  } catch (error) {
    throw error instanceof JsonError ? createError(error.message) : error
  }
}

/** Reads a body. Stops as soon as the body is too long, whatever its headers say. */
async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  createError: (message: string) => Error,
): Promise<Uint8Array> {
  if (!body) return new Uint8Array()
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of body) {
      bytes += part.length
      if (bytes > MAX_BODY_BYTES) break
      parts.push(part)
    }
  } catch {
    throw createError('The request body ended early.')
  }
  if (bytes > MAX_BODY_BYTES) throw createError('The body is longer than 128 KB.')
  return Buffer.concat(parts)
}

/** Returns the issues of the best-fitting union option. valibot itself only reports that no option fits. */
function findNearestIssues(
  schema: v.GenericSchema,
  value: unknown,
  issues: readonly v.BaseIssue<unknown>[],
): readonly v.BaseIssue<unknown>[] {
  if (issues[0]?.type !== 'union' || !('options' in schema)) return issues
  const candidates = (schema.options as v.GenericSchema[]).map((option) => ({
    issues: v.safeParse(option, value).issues ?? [],
    // Counts one issue per field, however many issues the field has.
    fields: v.safeParse(option, value, { abortPipeEarly: true }).issues?.length ?? 0,
  }))
  return candidates.reduce((best, next) => (next.fields < best.fields ? next : best)).issues
}

function toFieldError(location: string, issue: v.BaseIssue<unknown>): FieldError {
  const inside = v.getDotPath(issue)
  const path = inside ? `${location}.${inside}` : location
  if (issue.type === 'strict_object' && issue.expected === 'never') return { path, message: 'There is no such field.' }
  // Shortened, because the message contains the input.
  return { path, message: endSentence(issue.message.slice(0, 200)) }
}

const endSentence = (text: string) => (/[\s]/.test(text) && !/[.!?]$/.test(text) ? `${text}.` : text)

/** Paths of password fields. Passwords may contain a NUL, because only their hash is stored. */
const PASSWORD_PATHS = /^body\.(password|current)$/

/** Finds text that the database cannot store: a NUL, or half a surrogate pair. */
function findInvalidText(value: unknown, path: string): FieldError | undefined {
  const remaining: [value: unknown, path: string][] = [[value, path]]
  for (let next = remaining.pop(); next; next = remaining.pop()) {
    const [item, at] = next
    if (typeof item === 'string' && ((item.includes('\0') && !PASSWORD_PATHS.test(at)) || !isWellFormed(item)))
      return { path: at, message: 'The text holds characters that cannot be stored.' }
    if (typeof item === 'object' && item !== null)
      for (const [key, inner] of Object.entries(item))
        if (typeof inner === 'string' || typeof inner === 'object') remaining.push([inner, `${at}.${key}`])
  }
  return undefined
}

const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text)
