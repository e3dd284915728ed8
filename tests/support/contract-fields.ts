import * as v from 'valibot'
import type { Endpoint } from '../../src/api/contract/endpoint.ts'
import { contract } from '../../src/api/contract/index.ts'

/** A call of the contract with its name, such as "assets.create". */
export interface NamedCall {
  name: string
  endpoint: Endpoint
}

/** Every call there is; what is added to the contract is among them by itself. */
export const CALLS: readonly NamedCall[] = Object.entries(contract).flatMap(([service, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${service}.${name}`,
    endpoint,
  })),
)

/** The parts of a schema that a walk goes through, as valibot keeps them. */
interface Looked {
  type: string
  entries?: Record<string, v.GenericSchema>
  options?: readonly unknown[]
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
  value?: v.GenericSchema
  pipe?: readonly [v.GenericSchema, ...unknown[]]
  literal?: unknown
}
const look = (schema: v.GenericSchema) => schema as unknown as Looked

/** One field: where it stands (`*` for each part of a list, `?` for the values of a record) and what it takes. */
export interface Field {
  path: readonly string[]
  schema: v.GenericSchema
  /** A value of the whole input in which this field stands, all that it needs beside it. */
  whole: unknown
  /** May be left out. */
  isOptional: boolean
}

/** Texts that fields of known forms take. A form of another kind needs one more here. */
const TEXTS = [
  'Harbour',
  'someone@house.example',
  '123456',
  `/files/${'0'.repeat(64)}.glb`,
  `/files/${'0'.repeat(64)}.png`,
  `/files/${'0'.repeat(64)}.zip`,
  'a-quiet-harbour-7',
  '0'.repeat(64),
  '0198a1b2-0000-7000-8000-000000000000',
  '1',
  'AAAA',
  'https://house.example/',
  '2026-03-02T09:00:00.000Z',
]

/** A value that a schema takes, with everything in it that is optional. Throws where a form of text is not known. */
export function sampleOf(schema: v.GenericSchema): unknown {
  const { type, entries, options, wrapped, item, pipe } = look(schema)
  switch (type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return Object.fromEntries(Object.entries(entries!).map(([name, inner]) => [name, sampleOf(inner)]))
    case 'optional':
    case 'nullable':
    case 'nullish':
      return sampleOf(wrapped!)
    case 'union':
    case 'variant':
      return sampleOf(options![0] as v.GenericSchema)
    case 'array':
      return [sampleOf(item!)]
    case 'picklist':
    case 'enum':
      return options![0]
    case 'literal':
      return look(schema).literal
    case 'boolean':
      return true
    case 'number':
      return 1
    case 'record':
      return {}
    case 'unknown':
    case 'any':
      return 'Harbour'
    case 'string': {
      const text = TEXTS.find((it) => v.is(schema, it))
      if (text === undefined) throw new Error('A field takes a form of text that this walk knows no sample of.')
      return text
    }
    default:
      throw new Error(`A field is of a kind this walk does not know: ${type}${pipe ? ' (piped)' : ''}`)
  }
}

/** Every text field below a schema, in every form of a choice. */
export function textFieldsOf(schema: v.GenericSchema): Field[] {
  return leavesOf(schema).filter(({ schema: leaf }) => look(leaf).type === 'string')
}

/** Every place below a schema that holds no others. */
export function leavesOf(schema: v.GenericSchema): Field[] {
  const found: Field[] = []
  const visit = (
    at: v.GenericSchema,
    path: readonly string[],
    wholeWith: (value: unknown) => unknown,
    isOptional = false,
  ): void => {
    const { type, entries, options, wrapped, item, value } = look(at)
    if (entries) {
      const sample = sampleOf(at) as Record<string, unknown>
      for (const [name, inner] of Object.entries(entries))
        visit(inner, [...path, name], (it) => wholeWith({ ...sample, [name]: it }))
    } else if (wrapped) visit(wrapped, path, wholeWith, true)
    else if (type === 'union' || type === 'variant')
      for (const option of options as v.GenericSchema[]) visit(option, path, wholeWith, isOptional)
    else if (item) visit(item, [...path, '*'], (it) => wholeWith([it]), isOptional)
    else if (type === 'record') visit(value!, [...path, '?'], (it) => wholeWith({ a: it }))
    else found.push({ path, schema: at, whole: wholeWith(sampleOf(at)), isOptional })
  }
  visit(schema, [], (it) => it)
  return found
}

/** The same value with another at one place; `*` is the first part of a list. */
export function withAt(whole: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(whole)) return [withAt(whole[0], rest, value), ...whole.slice(1)]
  const object = (whole ?? {}) as Record<string, unknown>
  const key = name === '?' ? 'a' : name
  return { ...object, [key]: withAt(object[key], rest, value) }
}

/** A path with its holes filled by `id`, or by what `special` says of a hole. */
export const fillPath = (path: string, id: string, special: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, hole: string) => encodeURIComponent(special[hole] ?? id))

/** Query parameters as the address has them. */
export function queryText(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((it) => [name, String(it)]),
  )
  const text = pairs.map(([name, value]) => `${encodeURIComponent(name!)}=${encodeURIComponent(wellFormed(value!))}`)
  return text.length > 0 ? `?${text.join('&')}` : ''
}

/** Half a surrogate pair has no UTF-8: it travels as what a decoder makes of it. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')
