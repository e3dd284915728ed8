import { describe, expect, test } from 'vitest'
import { contract } from '../src/api/contract/index.ts'
import { endpointNameFor } from './support/record-coverage.ts'
import { checkCoverage, checkExercisedNames } from './support/whole-run-checks.ts'

const thresholds = [[/^src\/a\//, { lines: 90, branches: 80 }]] as const
const fileExists = (file: string) => file.startsWith('src/')

describe('a source file in the coverage check', () => {
  const coverageFaults = (lines: number, branches: number, exceptions = {}, missedLines = 9) =>
    checkCoverage({ 'src/a/x.ts': { lines, branches, missed: missedLines } }, fileExists, thresholds, exceptions)

  test('must reach the minimum coverage of its folder, in lines and in branches', () => {
    expect(coverageFaults(90, 80)).toEqual([])
    expect(coverageFaults(89, 100)).toEqual([
      'src/a/x.ts: covers 89 % of lines and 100 % of branches; the minimum is 90 % of lines and 80 % of branches',
    ])
    expect(coverageFaults(100, 79)).toHaveLength(1)
    expect(checkCoverage({ 'src/b/x.ts': { lines: 0, branches: 0, missed: 9 } }, fileExists, thresholds, {})).toEqual(
      [],
    )
  })

  test('may miss up to three branches, because these are a large share of the branches of a small file', () => {
    expect([
      coverageFaults(90, 50, {}, 3).length,
      coverageFaults(90, 50, {}, 4).length,
      coverageFaults(89, 100, {}, 0).length,
    ]).toEqual([0, 1, 1])
  })

  test('may have an exception with a lower minimum, as long as it needs the exception', () => {
    const exceptions = { 'src/a/x.ts': { lines: 50, branches: 0, because: 'a browser shows it' } }
    expect(coverageFaults(60, 10, exceptions)).toEqual([])
    expect(coverageFaults(49, 10, exceptions)).toHaveLength(1)
    expect(coverageFaults(94, 90, exceptions)).toEqual([])
    expect(coverageFaults(95, 85, exceptions)).toEqual([
      'src/a/x.ts: exceeds the minimum of its folder, and needs no exception',
    ])
    const missingFileException = { 'gone.ts': { lines: 0, branches: 0, because: 'x' } }
    expect(coverageFaults(95, 85, missingFileException)).toEqual(['gone.ts: has an exception but does not exist'])
  })
})

describe('a complete test run', () => {
  const calls = Object.entries(contract).flatMap(([service, endpoints]) =>
    Object.keys(endpoints).map((name) => `${service}.${name}`),
  )

  test('must call every endpoint and replay every machine’s approved record, in any of its processes', () => {
    const [first, ...others] = calls
    const exercisedNames = [
      { calls: [first!], machines: ['list'] },
      { calls: others, machines: ['form'] },
    ]
    expect(checkExercisedNames(exercisedNames, ['form', 'list'])).toEqual([])
    expect(checkExercisedNames(exercisedNames.slice(1), ['form', 'list'])).toEqual([
      `${first}: no test had it answered by the server`,
      'list: no test followed its approved record',
    ])
    expect(checkExercisedNames([], [])).toHaveLength(calls.length)
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
  ])('attributes the request %s %s to its endpoint', (method, path, name) => {
    expect(endpointNameFor(method, path)).toBe(name)
  })
})
