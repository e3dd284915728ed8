/** Writes values as a record shows them: whole, in one line, the same on every machine. */

const DEEPEST = 8

/** The value in one line: keys in their order of the alphabet, errors and files by what matters of them. */
export function written(value: unknown, depth = 0): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'function') return 'ƒ'
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth > DEEPEST) return '…'
  if (value instanceof Error) return `${value.name}(${[value.message, ...errorFacts(value)].join(', ')})`
  if (value instanceof Blob) return `File(${value instanceof File ? value.name : 'blob'}, ${value.size} bytes)`
  if (value instanceof Set) return `Set ${written([...value], depth + 1)}`
  if (value instanceof Map) return `Map ${written([...value], depth + 1)}`
  if (Array.isArray(value)) return `[${value.map((item) => written(item, depth + 1)).join(', ')}]`
  if ('sessionId' in value && 'send' in value) return `actor ${(value as unknown as { id: string }).id}`
  // A schema of valibot: what it checks is not the machine's.
  if ('~standard' in value) return 'schema'
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return `{${entries
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => `${key}: ${written(item, depth + 1)}`)
    .join(', ')}}`
}

const errorFacts = (error: Error): string[] =>
  Object.entries(error).flatMap(([key, value]) =>
    (typeof value === 'string' && value !== error.message && key !== 'name') || typeof value === 'number'
      ? [`${key} ${value}`]
      : [],
  )

/** A state's value in one line: `shown.saving`, and regions beside each other with `+`. */
export function writtenState(value: unknown): string {
  if (typeof value === 'string') return value
  return Object.entries(value as Record<string, unknown>)
    .map(([name, inner]) => {
      const told = writtenState(inner)
      return told === '' ? name : `${name}.${told.includes(' + ') ? `(${told})` : told}`
    })
    .join(' + ')
}
