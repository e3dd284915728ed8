import { describe, expect, test } from 'vitest'
import { overJsonBudget } from '../../src/files/json-budget.ts'

const budget = { parts: 6, values: 12, levels: 4, names: 3 }
const over = (text: string, own = {}) => overJsonBudget(new TextEncoder().encode(text), { ...budget, ...own })

describe('a JSON text', () => {
  test.each([
    ['of nothing', ''],
    ['of as many objects and lists as fit', '[{},{},[],{},[]]'],
    ['of as many values as fit', '[1,2,3,4,5,6,7,8,9,10,11]'],
    ['as deep as fits', '[[[[]]]]'],
    ['of as many names as fit', '{"a":1,"b":2,"c":3}'],
    ['that says the same names again', '[{"a":1,"b":2},{"b":1,"c":"a"}]'],
    ['whose strings look like more', '["{{{{", "[[[[[", ",,,,,,,,", "::::", "\\"{{{{{", "\\\\"]'],
    ['whose levels end before others begin', '[[],[],[[]]]'],
    ['that ends in a string', '{"a'],
    ['that ends in an escape', '{"a\\'],
  ])('%s is in its budget', (_, text) => {
    expect(over(text)).toBe(null)
  })

  test.each([
    ['parts', '[{},{},[],{},[],{}]'],
    ['values', '[1,2,3,4,5,6,7,8,9,10,11,12]'],
    ['values', '[[1],[2],[3],[4],[5,6,7]]'],
    ['levels', '[[[[[]]]]]'],
    ['levels', '{"a":{"a":[[{'],
    ['names', '{"a":1,"b":2,"c":3,"d":4}'],
    ['names', '{"a":1,"b":2,"c":3,"":4}'],
    ['names', '{"a":1,"a\\"":2,"ab":3,"abc":4}'],
  ])('with too many %s is over it: %s', (what, text) => {
    expect(over(text)).toBe(what)
  })

  test('is read up to where it goes beyond its budget, and no further', () => {
    let furthest = 0
    const bytes = new TextEncoder().encode(`[${'['.repeat(1000)}`)
    const watched = new Proxy(bytes, {
      get: (target, key) => {
        const at = typeof key === 'string' ? Number(key) : Number.NaN
        if (at >= 0) furthest = Math.max(furthest, at)
        return Reflect.get(target, key, target)
      },
    })
    expect([overJsonBudget(watched, budget), furthest]).toEqual(['levels', 4])
  })

  test('with names made to collide is over its budget, not slow', () => {
    const textOf = (names: string[]) => `{${names.map((name) => `"${name}":0`).join(',')}}`
    const few = { names: 100, values: 1000 }
    const any = Array.from({ length: 17 }, (_, i) => `name${i}`)
    expect([over(textOf(any), few), over(textOf(colliding(16, 512)), few)]).toEqual([null, null])
    expect(over(textOf(colliding(17, 512)), few)).toBe('names')
  })
})

/** Names that a table of so many slots puts into its first. */
function colliding(count: number, slots: number): string[] {
  const found: string[] = []
  for (let i = 0; found.length < count; i++) {
    const name = `name${i}`
    let hash = 0x811c9dc5
    for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
    hash ^= hash >>> 15
    if ((hash & (slots - 1)) === 0) found.push(name)
  }
  return found
}
