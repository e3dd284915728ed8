/** Maximum nesting depth. Deeper values are formatted as `…`. */
const MAX_DEPTH = 8

/** Formats a value in one line, with sorted keys. Errors and files are formatted by their main properties. */
export function formatValue(value: unknown, depth = 0): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'function') return 'ƒ'
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth > MAX_DEPTH) return '…'
  if (value instanceof Error) return `${value.name}(${[value.message, ...errorFacts(value)].join(', ')})`
  if (value instanceof Blob) return `File(${value instanceof File ? value.name : 'blob'}, ${value.size} bytes)`
  if (value instanceof Set) return `Set ${formatValue([...value], depth + 1)}`
  if (value instanceof Map) return `Map ${formatValue([...value], depth + 1)}`
  if (Array.isArray(value)) return `[${value.map((item) => formatValue(item, depth + 1)).join(', ')}]`
  if ('sessionId' in value && 'send' in value) return `actor ${(value as unknown as { id: string }).id}`
  // A valibot schema is formatted as one word, because its checks are not part of the machine.
  if ('~standard' in value) return 'schema'
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${key}: ${formatValue(item, depth + 1)}`)
    .join(', ')}}`
}

const errorFacts = (error: Error): string[] =>
  Object.entries(error).flatMap(([key, value]) =>
    (typeof value === 'string' && value !== error.message && key !== 'name') || typeof value === 'number'
      ? [`${key} ${value}`]
      : [],
  )

/** Formats a state value in one line: `shown.saving`, with parallel regions joined by `+`. */
export const formatState = (value: unknown): string => listRegions(value).join(' + ')

function listRegions(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Object.entries(value as Record<string, unknown>).flatMap(([name, inner]) => {
    const regions = listRegions(inner)
    return regions.length > 0 ? regions.map((region) => `${name}.${region}`) : [name]
  })
}
