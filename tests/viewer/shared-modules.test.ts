import { describe, expect, test } from 'vitest'
import { toModuleFunction } from '../../viewer/shared-modules.ts'

async function runModule(code: string, imports: object): Promise<Record<string, unknown>> {
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
  return module.default(imports)
}

describe('a module shared by element and component', () => {
  const CODE = `
import { Vector3 as V, Matrix4 } from 'three'
import { Color } from 'three'
const twice = (it) => it + it
class Point extends V { name = twice('p') + Matrix4 + Color }
export { Point, twice as double }`

  test('becomes a function that takes its imports from three and returns its exports', async () => {
    const { code, imports, exports } = toModuleFunction(CODE)
    expect([...imports].sort()).toEqual(['Color', 'Matrix4', 'Vector3'])
    expect([...exports].sort()).toEqual(['Point', 'double'])
    class FakeClass {}
    const parts = await runModule(code, { Vector3: FakeClass, Matrix4: 'm', Color: 'c' })
    const point = new (parts['Point'] as new () => { name: string })()
    expect(point).toBeInstanceOf(FakeClass)
    expect(point.name).toBe('ppmc')
    expect((parts['double'] as (it: number) => number)(2)).toBe(4)
  })

  test('has separate classes for each instance of three that it receives', async () => {
    const { code } = toModuleFunction(CODE)
    const [first, second] = await Promise.all([class {}, class {}].map((Vector3) => runModule(code, { Vector3 })))
    expect(first!['Point']).not.toBe(second!['Point'])
  })

  test.each([
    ['imports from packages other than three', `import { x } from 'react'\nexport { x }`],
    ['imports three as a namespace', `import * as three from 'three'\nexport { three }`],
    ['exports in a declaration', 'export const a = 1'],
    ['has a default export', 'export default 1'],
    ['re-exports a name', `export { a } from 'three'`],
    ['re-exports everything', `export * from 'three'`],
  ])('fails the build when it %s', (_, code) => {
    expect(() => toModuleFunction(code)).toThrow()
  })
})
