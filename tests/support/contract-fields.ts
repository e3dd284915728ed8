import * as v from 'valibot'
import type { Endpoint } from '../../src/api/contract/endpoint.ts'
import { contract } from '../../src/api/contract/index.ts'

export interface NamedCall {
  name: string
  endpoint: Endpoint
}

export const CALLS: readonly NamedCall[] = Object.entries(contract).flatMap(([service, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${service}.${name}`,
    endpoint,
  })),
)

/** Parts of a valibot schema that the traversal reads. */
interface SchemaView {
  type: string
  entries?: Record<string, v.GenericSchema>
  options?: readonly unknown[]
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
  value?: v.GenericSchema
  pipe?: readonly [v.GenericSchema, ...unknown[]]
  literal?: unknown
}
const viewSchema = (schema: v.GenericSchema) => schema as unknown as SchemaView

/** One field of a schema. In its path, `*` means each item of a list and `?` the values of a record. */
export interface ContractField {
  path: readonly string[]
  schema: v.GenericSchema
  /** Sample of the whole input that contains this field. */
  input: unknown
  isOptional: boolean
}

/** Sample texts for the known string formats. A new format needs an entry here. */
const SAMPLE_TEXTS = [
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

/** Returns a value that a schema accepts, with all optional fields. Throws if no sample text matches a string format. */
export function createSample(schema: v.GenericSchema): unknown {
  const { type, entries, options, wrapped, item, pipe } = viewSchema(schema)
  switch (type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return Object.fromEntries(Object.entries(entries!).map(([name, inner]) => [name, createSample(inner)]))
    case 'optional':
    case 'nullable':
    case 'nullish':
      return createSample(wrapped!)
    case 'union':
    case 'variant':
      return createSample(options![0] as v.GenericSchema)
    case 'array':
      return [createSample(item!)]
    case 'picklist':
    case 'enum':
      return options![0]
    case 'literal':
      return viewSchema(schema).literal
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
      const text = SAMPLE_TEXTS.find((it) => v.is(schema, it))
      if (text === undefined) throw new Error('No sample text matches the string format of a field.')
      return text
    }
    default:
      throw new Error(`Unknown schema type: ${type}${pipe ? ' (piped)' : ''}`)
  }
}

/** Returns every text field of a schema, in every option of a union. */
export function listTextFields(schema: v.GenericSchema): ContractField[] {
  return listLeafFields(schema).filter(({ schema: leafSchema }) => viewSchema(leafSchema).type === 'string')
}

export function listLeafFields(schema: v.GenericSchema): ContractField[] {
  const found: ContractField[] = []
  const visit = (
    fieldSchema: v.GenericSchema,
    path: readonly string[],
    buildInput: (value: unknown) => unknown,
    isOptional = false,
  ): void => {
    const { type, entries, options, wrapped, item, value } = viewSchema(fieldSchema)
    if (entries) {
      const sample = createSample(fieldSchema) as Record<string, unknown>
      for (const [name, inner] of Object.entries(entries))
        visit(inner, [...path, name], (it) => buildInput({ ...sample, [name]: it }))
    } else if (wrapped) visit(wrapped, path, buildInput, true)
    else if (type === 'union' || type === 'variant')
      for (const option of options as v.GenericSchema[]) visit(option, path, buildInput, isOptional)
    else if (item) visit(item, [...path, '*'], (inner) => buildInput([inner]), isOptional)
    else if (type === 'record') visit(value!, [...path, '?'], (inner) => buildInput({ a: inner }))
    else found.push({ path, schema: fieldSchema, input: buildInput(createSample(fieldSchema)), isOptional })
  }
  visit(schema, [], (inner) => inner)
  return found
}

/** Returns a copy of `whole` with `value` at a path. In the path, `*` means the first item of a list. */
export function setAtPath(whole: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(whole)) return [setAtPath(whole[0], rest, value), ...whole.slice(1)]
  const object = (whole ?? {}) as Record<string, unknown>
  const key = name === '?' ? 'a' : name
  return { ...object, [key]: setAtPath(object[key], rest, value) }
}

/** Replaces the parameters of a path by `id`, or by the value that `special` has for the parameter's name. */
export const fillPath = (path: string, id: string, special: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(special[parameter] ?? id))

/** Returns a query string that begins with a question mark, or an empty string without parameters. */
export function formatQuery(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((inner) => [name, String(inner)]),
  )
  const text = pairs.map(
    ([name, value]) => `${encodeURIComponent(name!)}=${encodeURIComponent(replaceLoneSurrogates(value!))}`,
  )
  return text.length > 0 ? `?${text.join('&')}` : ''
}

/** Replaces lone surrogates, which UTF-8 cannot encode, with U+FFFD as a decoder does. */
const replaceLoneSurrogates = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')
