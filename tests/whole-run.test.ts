import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contract } from '../src/api/contract/index.ts'
import { COVERAGE_THRESHOLDS } from './support/coverage-thresholds.ts'
import { endpointNameFor } from './support/record-coverage.ts'
import { checkExercisedNames } from './support/whole-run-checks.ts'

test('every folder of the source has a minimum coverage', () => {
  const foldersIn = (parent: string) =>
    readdirSync(parent, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [`${parent}/${entry.name}/**`] : [],
    )
  const globs = [
    ...['src/*.{ts,tsx}', ...foldersIn('src')],
    ...['src/ui/*.{ts,tsx}', ...foldersIn('src/ui')],
    ...foldersIn('server'),
  ].filter((glob) => !['src/ui/**', 'src/ui/messages/**'].includes(glob))
  expect(Object.keys(COVERAGE_THRESHOLDS).sort()).toEqual(globs.sort())
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
      `${first}: no test received a successful response from the server`,
      'list: no test replayed the approved record',
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
