import { describe, expect, test } from 'vitest'
import { contract } from '../src/api/contract/index.ts'
import { callOf } from './support/seen.ts'
import { faultsOfCoverage, faultsOfSeen } from './support/whole-run-faults.ts'

const floors = [[/^src\/a\//, { lines: 90, branches: 80 }]] as const
const isThere = (file: string) => file.startsWith('src/')

describe('a file of a whole run', () => {
  const faultsOf = (lines: number, branches: number, lower = {}, missed = 9) =>
    faultsOfCoverage({ 'src/a/x.ts': { lines, branches, missed } }, isThere, floors, lower)

  test('reaches the floor of its room, in lines and in branches', () => {
    expect(faultsOf(90, 80)).toEqual([])
    expect(faultsOf(89, 100)).toEqual([
      'src/a/x.ts: 89 % of lines and 100 % of branches were run, and 90 % of lines and 80 % of branches are wanted',
    ])
    expect(faultsOf(100, 79)).toHaveLength(1)
    expect(faultsOfCoverage({ 'src/b/x.ts': { lines: 0, branches: 0, missed: 9 } }, isThere, floors, {})).toEqual([])
  })

  test('may leave three branches, which are a large share of a small file', () => {
    expect([faultsOf(90, 50, {}, 3).length, faultsOf(90, 50, {}, 4).length, faultsOf(89, 100, {}, 0).length]).toEqual([
      0, 1, 1,
    ])
  })

  test('may have a lower floor, as long as it needs one', () => {
    const lower = { 'src/a/x.ts': { lines: 50, branches: 0, because: 'a browser shows it' } }
    expect(faultsOf(60, 10, lower)).toEqual([])
    expect(faultsOf(49, 10, lower)).toHaveLength(1)
    expect(faultsOf(95, 85, lower)).toEqual(['src/a/x.ts: reaches the floor of its room, and needs none of its own'])
    const gone = { 'gone.ts': { lines: 0, branches: 0, because: 'x' } }
    expect(faultsOf(95, 85, gone)).toEqual(['gone.ts: has a floor of its own and is not there'])
  })
})

describe('a whole run', () => {
  const calls = Object.entries(contract).flatMap(([service, them]) => Object.keys(them).map((it) => `${service}.${it}`))

  test('has seen every call answered and every machine follow its record, in whatever process', () => {
    const [first, ...others] = calls
    const seen = [
      { calls: [first!], machines: ['list'] },
      { calls: others, machines: ['form'] },
    ]
    expect(faultsOfSeen(seen, ['form', 'list'])).toEqual([])
    expect(faultsOfSeen(seen.slice(1), ['form', 'list'])).toEqual([
      `${first}: no test had it answered by the server`,
      'list: no test followed its approved record',
    ])
    expect(faultsOfSeen([], [])).toHaveLength(calls.length)
  })

  test.each([
    ['GET', '/v1/assets', 'assets.list'],
    ['GET', '/v1/assets/countByType', 'assets.countByType'],
    ['GET', '/v1/assets/0198-a', 'assets.get'],
    ['PUT', '/v1/assets/0198-a/lock', 'assets.lock'],
    ['POST', '/v1/tags/set-tag', 'tags.setTag'],
    ['POST', '/v1/assets/0198-a', undefined],
    ['GET', '/v1/assets/a/b/c', undefined],
    ['GET', '/files/x.glb', undefined],
  ])('knows the call behind %s %s', (method, path, name) => {
    expect(callOf(method, path)).toBe(name)
  })
})
