import { describe, expect, test, vi } from 'vitest'
import { findExceededLimit, parseJson } from '../../src/files/parse-json.ts'

const limits = { bytes: 10_000, parts: 6, values: 12, depth: 4, names: 3 }
const over = (text: string, own = {}) => findExceededLimit(new TextEncoder().encode(text), { ...limits, ...own })

describe('findExceededLimit', () => {
  test.each([
    ['without content', ''],
    ['with the maximum number of objects and lists', '[{},{},[],{},[]]'],
    ['with the maximum number of values', '[1,2,3,4,5,6,7,8,9,10,11]'],
    ['of the maximum depth', '[[[[]]]]'],
    ['with the maximum number of names', '{"a":1,"b":2,"c":3}'],
    ['that repeats the same names', '[{"a":1,"b":2},{"b":1,"c":"a"}]'],
    ['whose strings look like syntax', '["{{{{", "[[[[[", ",,,,,,,,", "::::", "\\"{{{{{", "\\\\"]'],
    ['with lists that follow each other instead of being nested', '[[],[],[[]]]'],
    ['that ends in a string', '{"a'],
    ['that ends in an escape', '{"a\\'],
  ])('accepts a text %s', (_, text) => {
    expect(over(text)).toBe(null)
  })

  test.each([
    ['parts', '[{},{},[],{},[],{}]'],
    ['values', '[1,2,3,4,5,6,7,8,9,10,11,12]'],
    ['values', '[[1],[2],[3],[4],[5,6,7]]'],
    ['depth', '[[[[[]]]]]'],
    ['depth', '{"a":{"a":[[{'],
    ['names', '{"a":1,"b":2,"c":3,"d":4}'],
    ['names', '{"a":1,"b":2,"c":3,"":4}'],
    ['names', '{"a":1,"a\\"":2,"ab":3,"abc":4}'],
  ])('reports the exceeded limit of %s in %s', (expected, text) => {
    expect(over(text)).toBe(expected)
  })

  test('stops reading once a limit is exceeded', () => {
    let furthest = 0
    const bytes = new TextEncoder().encode(`[${'['.repeat(1000)}`)
    const watched = new Proxy(bytes, {
      get: (target, key) => {
        const at = typeof key === 'string' ? Number(key) : Number.NaN
        if (at >= 0) furthest = Math.max(furthest, at)
        return Reflect.get(target, key, target)
      },
    })
    expect([findExceededLimit(watched, limits), furthest]).toEqual(['depth', 4])
  })

  test('accepts fewer names that collide in the hash table than other names', () => {
    const textOf = (names: string[]) => `{${names.map((name) => `"${name}":0`).join(',')}}`
    const few = { names: 100, values: 1000 }
    const any = Array.from({ length: 17 }, (_, i) => `name${i}`)
    expect([over(textOf(any), few), over(textOf(colliding(16, 512)), few)]).toEqual([null, null])
    expect(over(textOf(colliding(17, 512)), few)).toBe('names')
  })
})

describe('parseJson', () => {
  const refused = (text: string | Uint8Array, own = {}) => {
    try {
      return parseJson(text, { ...limits, ...own })
    } catch (error) {
      return `${(error as { reason: string }).reason}: ${(error as Error).message}`
    }
  }

  test('parses bytes and strings', () => {
    const text = '{"name":"Kübel","sizes":[1,2]}'
    const value = { name: 'Kübel', sizes: [1, 2] }
    expect([parseJson(text, limits), parseJson(new TextEncoder().encode(text), limits)]).toEqual([value, value])
  })

  test.each<[string, string | Uint8Array, string]>([
    ['a string that is too long', `"${'x'.repeat(10_000)}"`, 'bytes: The JSON is longer than 10,000 bytes.'],
    ['a string that is too long in UTF-8', `"${'ü'.repeat(5_000)}"`, 'bytes: The JSON is longer than 10,000 bytes.'],
    ['a text that is too deep', '[[[[[]]]]]', 'depth: There are more than 4 levels of nesting.'],
    ['a text of too many values', `[${'0,'.repeat(12)}0]`, 'values: There are more than 12 values.'],
    ['a text of too many containers', '[{},{},[],{},[],{}]', 'parts: There are more than 6 objects and arrays.'],
    ['a text of too many names', '{"a":1,"b":2,"c":3,"d":4}', 'names: There are more than 3 different names.'],
    ['broken UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'encoding: The text is not UTF-8.'],
    ['broken syntax', '{"a":}', 'syntax: This is not valid JSON.'],
    ['an empty text', '', 'syntax: This is not valid JSON.'],
  ])('refuses %s with an error of one sentence', (_, text, message) => {
    expect(refused(text)).toBe(message)
  })

  test('refuses a million opening brackets without a call of JSON.parse', () => {
    const parse = vi.spyOn(JSON, 'parse')
    expect(refused('['.repeat(1_000_000), { bytes: 2_000_000 })).toContain('depth:')
    expect(parse).not.toHaveBeenCalled()
  })
})

/** Returns names that hash to the first slot of a table of the given size. */
function colliding(count: number, slots: number): string[] {
  const found: string[] = []
  for (let i = 0; found.length < count; i++) {
    const name = `name${i}`
    let hash = 0x811c9dc5
    for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
    hash ^= hash >>> 15
    if ((hash & (slots - 1)) === 0) found.push(name)
  }
  return found
}
