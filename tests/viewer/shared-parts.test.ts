import { describe, expect, test } from 'vitest'
import { asFunction } from '../../viewer/shared-parts.ts'

/** What a module's code makes of what it is given. */
async function make(code: string, given: object): Promise<Record<string, unknown>> {
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
  return module.default(given)
}

describe('a part that element and component share', () => {
  const CODE = `
import { Vector3 as V, Matrix4 } from 'three'
import { Color } from 'three'
const twice = (it) => it + it
class Point extends V { name = twice('p') + Matrix4 + Color }
export { Point, twice as double }`

  test('is a function of those names of three that it uses, and tells what it exported', async () => {
    const { code, wanted, made } = asFunction(CODE)
    expect([...wanted].sort()).toEqual(['Color', 'Matrix4', 'Vector3'])
    expect([...made].sort()).toEqual(['Point', 'double'])
    class Given {}
    const parts = await make(code, { Vector3: Given, Matrix4: 'm', Color: 'c' })
    const point = new (parts['Point'] as new () => { name: string })()
    expect(point).toBeInstanceOf(Given)
    expect(point.name).toBe('ppmc')
    expect((parts['double'] as (it: number) => number)(2)).toBe(4)
  })

  test('is made anew for each three that it is given', async () => {
    const { code } = asFunction(CODE)
    const [one, other] = await Promise.all([class {}, class {}].map((Vector3) => make(code, { Vector3 })))
    expect(one!['Point']).not.toBe(other!['Point'])
  })

  test.each([
    ['needs more than three', `import { x } from 'react'\nexport { x }`],
    ['takes all of three', `import * as three from 'three'\nexport { three }`],
    ['exports as it goes', 'export const a = 1'],
    ['exports by default', 'export default 1'],
    ['passes on another’s', `export { a } from 'three'`],
    ['passes on everything', `export * from 'three'`],
  ])('fails the build when it %s', (_, code) => {
    expect(() => asFunction(code)).toThrow()
  })
})
